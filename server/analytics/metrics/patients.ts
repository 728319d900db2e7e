// Key figures of patients: mix, new, active, lost and won back (13 to 20, 39, 40, 42, 44 to 46).

import {
  imZeitraum,
  jederBesuch,
  jedeStelleL,
  nurPersonen,
  passtP,
  trifftTag,
  type Auswahl,
} from '../snapshot/selection.ts';
import { letzterBesuch } from '../snapshot/visits.ts';
import { SYSTEM, VERS, type Bild } from '../snapshot/snapshot.ts';
import {
  alterAm,
  datumVon,
  halbjahrVon,
  LEER,
  plusMonate,
  quartalVon,
} from '../snapshot/calendar.ts';
import { gewaehlt, gruppiert, mitMarken } from '../snapshot/tables/sort-rows.ts';
import type { Definition } from './sink.ts';
import { davon, einmal, type Stellen } from './row-index.ts';
import {
  jederAktive,
  mitAktiven,
  naechsterTermin,
  positionen,
  pzrStellen,
  uptStellen,
  uptTage,
} from './walks.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';

/** Calls back once with each patient who was here in the span. */
function jederBehandelte(a: Auswahl, visit: (pat: number) => void): void {
  const { B, roh } = a.bild;
  mitMarken([roh.tabellen.patient.anzahl], (seen) => {
    jederBesuch(a, (b) => {
      const p = B.pat[b]!;
      if (seen[p] === 0) {
        seen[p] = 1;
        visit(p);
      }
    });
  });
}
/** The day on which somebody became a patient: of the first visit that was delivered, or the earlier one that the record says. It is the same whatever span is asked for. */
export function neuAm({ B, roh }: Bild, besuch: number): number {
  const said = roh.tabellen.patient.spalten['erstbesuch']![B.pat[besuch]!]!,
    first = B.tag[besuch]!;
  return said === LEER ? first : Math.min(said, first);
}
/** Calls back with each patient who became one in the span, and the first visit that was delivered. */
export function jederNeue(a: Auswahl, visit: (pat: number, besuch: number) => void): void {
  const { B } = a.bild,
    { from, tag } = B,
    istNeu = (b: number): boolean => {
      const day = neuAm(a.bild, b);
      return day >= a.von && day <= a.bis;
    };
  if (nurPersonen(a)) {
    for (let p = 0; p + 1 < from.length; p += 1) {
      const b = from[p]!;
      if (b < from[p + 1]! && istNeu(b) && trifftTag(a, tag[b]!) && passtP(a, p)) visit(p, b);
    }
    return;
  }
  // The first visit may come after the span; whether it is chosen is seen there.
  let last = a.bis;
  for (let p = 0; p + 1 < from.length; p += 1) {
    const b = from[p]!;
    if (b < from[p + 1]! && tag[b]! > last && istNeu(b)) last = tag[b]!;
  }
  jederBesuch(imZeitraum(a, a.von, last), (b) => {
    if (from[B.pat[b]!] === b && istNeu(b)) visit(B.pat[b]!, b);
  });
}
const mix =
  (...insurances: number[]): Definition =>
  (a, s) => {
    const vers = a.bild.roh.tabellen.patient.spalten['versicherung']!;
    jederBehandelte(a, (p) => {
      s.n('patient', p, 1);
      if (insurances.includes(vers[p]!)) s.z('patient', p, 1);
    });
  };
/** Calls back once with each patient who came back after more than 18 months. */
export function jederWiedergekommene(a: Auswahl, visit: (pat: number) => void): void {
  const { B, roh } = a.bild;
  mitMarken([roh.tabellen.patient.anzahl], (seen) => {
    jederBesuch(a, (b) => {
      const p = B.pat[b]!;
      if (
        b > B.from[p]! &&
        seen[p] === 0 &&
        B.tag[b]! - B.tag[b - 1]! > 540 &&
        B.tag[b - 1]! < plusMonate(B.tag[b]!, -18)
      ) {
        seen[p] = 1;
        visit(p);
      }
    });
  });
}
/** Calls back with each patient who was active before the span and is not any more on its last day. */
export function jederInaktive(a: Auswahl, visit: (pat: number) => void): void {
  mitAktiven(a, a.stichtag, (now) => {
    jederAktive(a, a.von - 1, (p) => {
      if (now[p] === 0) visit(p);
    });
  });
}
/** Calls back with each patient last seen 18 to 24 months ago, for whom nothing is planned. */
export function jederAbgewanderte(a: Auswahl, visit: (pat: number, besuch: number) => void): void {
  const { B } = a.bild,
    day = a.stichtag;
  jederBesuch(imZeitraum(a, plusMonate(day, -24) + 1, plusMonate(day, -18)), (b) => {
    const p = B.pat[b]!;
    if (letzterBesuch(B, p, day) === b && naechsterTermin(a.bild, p, day + 1) < 0) visit(p, b);
  });
}
const geborenVon = (a: Auswahl): ((p: number) => number) => {
  const geb = a.bild.roh.tabellen.patient.spalten['geburtsdatum']!;
  return (p) => geb[p]!;
};
/** Born on the same day 18 years earlier, or before. */
const istErwachsen = (a: Auswahl): ((p: number) => boolean) => {
  const geb = a.bild.roh.tabellen.patient.spalten['geburtsdatum']!,
    last = plusMonate(a.stichtag, -18 * 12);
  return (p) => geb[p] !== LEER && geb[p]! <= last;
};

/** Part of a year in which one session is due: the year, its half or its third, by grade. */
export const abschnittVon = (tag: number, grad: number): number => {
  const { jahr, monat } = datumVon(tag),
    parts = grad + 1;
  return jahr * parts + Math.floor(((monat - 1) * parts) / 12);
};
/** Last day of a part. */
function endeDesAbschnitts(part: number, grad: number): number {
  const parts = grad + 1,
    jahr = Math.floor(part / parts),
    month = ((part - jahr * parts + 1) * 12) / parts;
  return Date.UTC(jahr, month, 0) / DAY_MS;
}

/** Exams of somebody whose gums were screened on their day or in the seven quarters before it. */
const mitPsi = (bild: Bild): Stellen =>
  einmal(bild, 'mitPsi', () => {
    const { L } = bild,
      { rows, tag } = positionen(bild, SYSTEM.BEMA, /^04$/),
      { from, rows: by } = gruppiert(gewaehlt(L.pat, rows), bild.roh.tabellen.patient.anzahl),
      days = gewaehlt(tag, by);
    return davon(positionen(bild, SYSTEM.BEMA, /^01$/), (i) => {
      const p = L.pat[i]!;
      if (p < 0) return false;
      // A patient's by day: the last one up to the exam is the nearest.
      let last = LEER;
      for (let g = from[p]!; g < from[p + 1]! && days[g]! <= L.tag[i]!; g += 1) last = days[g]!;
      return last !== LEER && quartalVon(last) >= quartalVon(L.tag[i]!) - 7;
    });
  });
const DA = 1,
  ERLEDIGT = 2;

export const patienten: Readonly<Record<string, Definition>> = {
  patientenGkv: mix(VERS.GKV),
  patientenPkv: mix(VERS.PKV),
  patientenSonst: mix(VERS.SELBST, VERS.SONST, -1),
  neupatienten(a, s) {
    jederNeue(a, (p) => {
      s.z('patient', p, 1);
    });
  },
  neupatientenquote(a, s) {
    jederNeue(a, (p) => {
      s.z('patient', p, 1);
    });
    jederBehandelte(a, (p) => {
      s.n('patient', p, 1);
    });
  },
  bindungNeu(a, s) {
    const { B } = a.bild;
    jederNeue(a, (p, b) => {
      s.n('patient', p, 1);
      if (b + 1 < B.from[p + 1]! && B.tag[b + 1]! <= B.tag[b]! + 180) s.z('patient', p, 1);
    });
  },
  aktivePatienten(a, s) {
    jederAktive(a, a.stichtag, (p) => {
      s.z('patient', p, 1);
    });
  },
  abwanderung(a, s) {
    jederAbgewanderte(a, (p) => {
      s.z('patient', p, 1);
    });
    jederAktive(a, plusMonate(a.stichtag, -6), (p) => {
      s.n('patient', p, 1);
    });
  },
  patientenwachstum(a, s) {
    jederNeue(a, (p) => {
      s.z('patient', p, 1);
    });
    jederWiedergekommene(a, (p) => {
      s.z('patient', p, 1);
    });
    jederInaktive(a, (p) => {
      s.z('patient', p, -1);
    });
    jederAktive(a, a.stichtag, (p) => {
      s.n('patient', p, 1);
    });
  },
  reaktiviert(a, s) {
    jederWiedergekommene(a, (p) => {
      s.z('patient', p, 1);
    });
  },
  pzrQuote(a, s) {
    const adult = istErwachsen(a),
      { L, roh } = a.bild;
    jederAktive(a, a.stichtag, (p) => {
      if (adult(p)) s.n('patient', p, 1);
    });
    mitMarken([roh.tabellen.patient.anzahl], (seen) => {
      jedeStelleL(
        imZeitraum(a, plusMonate(a.stichtag, -12) + 1, a.stichtag),
        pzrStellen(a.bild),
        (i) => {
          const p = L.pat[i]!;
          if (p >= 0 && seen[p] === 0 && adult(p)) {
            seen[p] = 1;
            s.z('patient', p, 1);
          }
        },
      );
    });
  },
  pzrJePatient(a, s) {
    const { L, B, roh } = a.bild;
    mitMarken([B.n, roh.tabellen.patient.anzahl], (days, seen) => {
      jedeStelleL(a, pzrStellen(a.bild), (i) => {
        const b = L.besuch[i]!,
          p = L.pat[i]!;
        if (b < 0 || days[b] === 1) return;
        days[b] = 1;
        s.z('leistung', L.roh[i]!, 1);
        if (seen[p] === 0) {
          seen[p] = 1;
          s.n('patient', p, 1);
        }
      });
    });
  },
  uptAnteil(a, s) {
    const { L, B } = a.bild;
    mitMarken([B.n, B.n], (pzr, upt) => {
      jedeStelleL(a, uptStellen(a.bild), (i) => {
        const b = L.besuch[i]!;
        if (b >= 0 && upt[b] === 0) {
          upt[b] = 1;
          s.z('leistung', L.roh[i]!, 1);
          s.n('leistung', L.roh[i]!, 1);
        }
      });
      jedeStelleL(a, pzrStellen(a.bild), (i) => {
        const b = L.besuch[i]!;
        if (b >= 0 && pzr[b] === 0) {
          pzr[b] = 1;
          s.n('leistung', L.roh[i]!, 1);
        }
      });
    });
  },
  psiQuote(a, s) {
    const { L } = a.bild;
    jedeStelleL(a, positionen(a.bild, SYSTEM.BEMA, /^01$/), (i) => {
      if (L.pat[i]! >= 0) s.n('leistung', L.roh[i]!, 1);
    });
    jedeStelleL(a, mitPsi(a.bild), (i) => {
      s.z('leistung', L.roh[i]!, 1);
    });
  },
  uptTreue(a, s) {
    const { roh, akte, lebende } = a.bild,
      c = roh.tabellen.parfall.spalten,
      { from, tage } = uptTage(a.bild),
      marks = a.marken.behandler;
    for (const at of lebende.parfall) {
      const start = c['uptVon']![at]!,
        grad = c['grad']![at]!,
        pat = c['patid']![at]!;
      if (
        start === LEER ||
        grad < 0 ||
        pat < 0 ||
        (marks && (c['behandler']![at]! < 0 || marks[c['behandler']![at]!] === 0)) ||
        !passtP(a, akte[pat]!)
      )
        continue;
      const end = c['uptBis']![at] === LEER ? plusMonate(start, 24) : c['uptBis']![at]!;
      // Sessions are due on the last days of their parts, the last one at the end of the last part.
      if (start > a.stichtag || endeDesAbschnitts(abschnittVon(end, grad), grad) < a.von) continue;
      const p = akte[pat]!,
        done = new Set<number>();
      for (let g = from[p]!; g < from[p + 1]!; g += 1)
        if (tage[g]! >= start && tage[g]! <= end) done.add(abschnittVon(tage[g]!, grad));
      for (let part = abschnittVon(start, grad); part <= abschnittVon(end, grad); part += 1) {
        const last = endeDesAbschnitts(part, grad);
        if (last < a.von || last > a.stichtag) continue;
        s.n('parfall', at, 1);
        if (done.has(part)) s.z('parfall', at, 1);
      }
    }
  },
  ipQuote(a, s) {
    const { L, B } = a.bild,
      geb = geborenVon(a),
      isChild = (p: number, tag: number): boolean => {
        if (geb(p) === LEER || tag - geb(p) > 6_600) return false;
        const age = alterAm(geb(p), tag);
        return age >= 6 && age <= 17;
      };
    /** A patient's half of a year, named by their first visit in it. */
    const halbjahr = (b: number): number => {
      const half = halbjahrVon(B.tag[b]!),
        from = B.from[B.pat[b]!]!;
      let at = b;
      while (at > from && halbjahrVon(B.tag[at - 1]!) === half) at -= 1;
      return at;
    };
    mitMarken([B.n], (marks) => {
      jederBesuch(a, (b) => {
        const p = B.pat[b]!;
        if (!isChild(p, B.tag[b]!)) return;
        const at = halbjahr(b);
        if (marks[at] === 0) {
          marks[at] = DA;
          s.n('patient', p, 1);
        }
      });
      jedeStelleL(a, positionen(a.bild, SYSTEM.BEMA, /^IP1$/), (i) => {
        const b = L.besuch[i]!;
        if (b < 0) return;
        const at = halbjahr(b);
        if (marks[at] === DA) {
          marks[at] = ERLEDIGT;
          s.z('patient', B.pat[b]!, 1);
        }
      });
    });
  },
};
