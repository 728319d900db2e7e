// Key figures of revenue, hours, cases and factors (1 to 12, 41, 59 to 62, 67 to 69).

import {
  alleZeilen,
  beimBehandler,
  hatL,
  jedeA,
  jedeBuchung,
  jedeL,
  jederBesuch,
  jederT,
  jedeStelleL,
  nurPersonen,
  passtTeam,
  type Auswahl,
} from '../snapshot/selection.ts';
import { BEREICH, S, SYSTEM, TRAEGER, VERS, type Bild } from '../snapshot/snapshot.ts';
import { datumVon, LEER, wochentagVon } from '../snapshot/calendar.ts';
import { LEBT } from '../snapshot/tables/column-table.ts';
import type { Definition, Senke, Tageweise } from './sink.ts';
import { davon, einmal, stellenL, type Stellen } from './row-index.ts';
import type { Mass } from './day-sums.ts';
import { jederFall, positionen } from './walks.ts';

const umsatz: Definition = (a, s) => {
  const { L } = a.bild;
  jedeBuchung(a, (i, anteil) => {
    s.z('leistung', L.roh[i]!, L.betrag[i]! * anteil);
  });
};
const honorar: Definition = (a, s) => {
  const { L } = a.bild;
  jedeBuchung(a, (i, anteil) => {
    s.z('leistung', L.roh[i]!, L.honorar[i]! * anteil);
  });
};
/** Hours of appointments kept. */
const stunden = (a: Auswahl, count: (at: number, hours: number) => void): void => {
  const { T } = a.bild;
  jederT(a, (i) => {
    if (T.status[i] === S.WAHRGENOMMEN) count(T.roh[i]!, T.dauer[i]! / 60);
  });
};
const faelle = (a: Auswahl, s: Senke): void => {
  jederFall(a, (p) => {
    s.n('patient', p, 1);
  });
};

/** Share of the revenue that a payer bears. */
const traeger =
  (which: number): Definition =>
  (a, s) => {
    const { L } = a.bild;
    jedeBuchung(a, (i, anteil) => {
      const betrag = L.betrag[i]! * anteil;
      s.n('leistung', L.roh[i]!, betrag);
      if (L.traeger[i] === which) s.z('leistung', L.roh[i]!, betrag);
    });
  };

/** Full-time posts of the chosen teams, by the days of the span on which somebody was employed. */
export function stellen(a: Auswahl, count: (at: number, posts: number) => void): void {
  const c = a.bild.roh.tabellen.mitarbeiter.spalten,
    days = a.bis - a.von + 1;
  for (const at of a.bild.lebende.mitarbeiter) {
    if (!passtTeam(a, c['team']![at]!)) continue;
    const from = c['eintritt']![at] === LEER ? a.von : Math.max(a.von, c['eintritt']![at]!),
      to = c['austritt']![at] === LEER ? a.bis : Math.min(a.bis, c['austritt']![at]!);
    if (to >= from) count(at, (c['fte']![at]! / 100) * ((to - from + 1) / days));
  }
}
const KRANK = 0;
/**
 * Calls back with each sick note of the chosen teams and its working days in the span that no earlier note of the person tells.
 * Days outside of the employment count for nothing.
 */
function jederKrankentag(a: Auswahl, visit: (at: number, tage: number) => void): void {
  const { roh, lebende } = a.bild,
    c = roh.tabellen.fehlzeit.spalten,
    { zustand, spalten: m } = roh.tabellen.mitarbeiter;
  const von = c['von']!,
    bis = c['bis']!,
    notes = [...lebende.fehlzeit].filter(
      (at) => c['art']![at] === KRANK && c['mitarbeiter']![at]! >= 0,
    );
  notes.sort((x, y) => von[x]! - von[y]! || x - y);
  const told = new Map<number, number>();
  for (const at of notes) {
    const who = c['mitarbeiter']![at]!;
    if (zustand[who] !== LEBT || !passtTeam(a, m['team']![who]!)) continue;
    const first = Math.max(a.von, von[at]!, m['eintritt']![who]!, told.get(who) ?? LEER);
    const last = Math.min(
      a.bis,
      bis[at]!,
      m['austritt']![who] === LEER ? a.bis : m['austritt']![who]!,
    );
    let tage = 0;
    for (let tag = first; tag <= last; tag += 1) if (wochentagVon(tag) < 5) tage += 1;
    told.set(who, Math.max(told.get(who) ?? LEER, bis[at]! + 1));
    if (tage > 0) visit(at, tage);
  }
}
/** A monthly target for a span: months that it cuts count by their days. */
export function zielImZeitraum(a: Pick<Auswahl, 'von' | 'bis'>, jeMonat: number): number {
  let sum = 0;
  for (let tag = a.von; tag <= a.bis; tag += 1) {
    const { jahr, monat } = datumVon(tag);
    sum += 1 / new Date(Date.UTC(jahr, monat, 0)).getUTCDate();
  }
  return sum * jeMonat;
}

const FUELLUNG = /^13[A-D]$/;
/** Back tooth (FDI): premolars and molars. */
const SEITENZAHN = /^[1-8][4-8]/;
const EINFACH_CENT = 5.62421;

/** Simple fee of a GOZ service in cents: by its points, else its fee divided by the factor. */
export const einfach = (
  punkte: number,
  menge: number,
  honorarCent: number,
  faktor: number,
): number =>
  punkte === LEER || punkte <= 0 ? (honorarCent * 100) / faktor : punkte * EINFACH_CENT * menge;

/** Services of the GOZ with a factor. */
export const mitFaktor = (bild: Bild): Stellen => {
  const { L } = bild;
  return stellenL(
    bild,
    'faktor',
    (i) => L.system[i] === SYSTEM.GOZ && L.faktor[i] !== LEER && L.faktor[i]! > 0,
  );
};

export const geld: Readonly<Record<string, Definition>> = {
  umsatz,
  honorarumsatz: honorar,
  umsatzJeBehandler(a, s) {
    const { L, roh } = a.bild,
      seen = new Uint8Array(roh.tabellen.behandler.anzahl);
    jedeBuchung(a, (i, anteil) => {
      const b = L.behandler[i]!;
      s.z('leistung', L.roh[i]!, L.betrag[i]! * anteil);
      if (b >= 0 && seen[b] === 0) {
        seen[b] = 1;
        s.n('behandler', b, 1);
      }
    });
  },
  stundensatz(a, s) {
    honorar(a, s);
    stunden(a, (at, hours) => {
      s.n('termin', at, hours);
    });
  },
  behandlungsstunden(a, s) {
    stunden(a, (at, hours) => {
      s.z('termin', at, hours);
    });
  },
  umsatzJeZimmerstunde(a, s) {
    const { L, A } = a.bild;
    jedeBuchung(a, (i, anteil) => {
      if (L.zimmer[i]! >= 0) s.z('leistung', L.roh[i]!, L.betrag[i]! * anteil);
    });
    jedeA(a, (i) => {
      if (A.zimmer[i]! >= 0) s.n('arbeitszeit', A.roh[i]!, A.zimmerMinuten[i]! / 60);
    });
  },
  umsatzJeTermin(a, s) {
    const { L, T, B } = a.bild;
    jedeL(a, (i) => {
      const b = L.besuch[i]!;
      if (b >= 0 && B.hatTermin[b] === 1) s.z('leistung', L.roh[i]!, L.betrag[i]!);
    });
    jederT(a, (i) => {
      if (T.status[i] === S.WAHRGENOMMEN) s.n('termin', T.roh[i]!, 1);
    });
  },
  umsatzJePatient(a, s) {
    const { L, roh } = a.bild,
      seen = new Uint8Array(roh.tabellen.patient.anzahl);
    jedeBuchung(a, (i, anteil) => {
      const p = L.pat[i]!;
      s.z('leistung', L.roh[i]!, L.betrag[i]! * anteil);
      if (p >= 0 && seen[p] === 0) {
        seen[p] = 1;
        s.n('patient', p, 1);
      }
    });
  },
  fallwertGkv(a, s) {
    gkvBetrag(a, s);
    faelle(a, s);
  },
  punkteJeFall(a, s) {
    gkvPunkte(a, s);
    faelle(a, s);
  },
  anteilGkv: traeger(TRAEGER.GKV),
  anteilPkv: traeger(TRAEGER.PKV),
  anteilEigen: traeger(TRAEGER.EIGEN),
  gkvAmPrivatumsatz(a, s) {
    const { L } = a.bild;
    jedeBuchung(a, (i, anteil) => {
      if (L.traeger[i] === TRAEGER.GKV) return;
      s.n('leistung', L.roh[i]!, L.betrag[i]! * anteil);
      if (L.versicherung[i] === VERS.GKV) s.z('leistung', L.roh[i]!, L.betrag[i]! * anteil);
    });
  },
  prophylaxeStundensatz(a, s) {
    const { L, T, roh } = a.bild,
      art = roh.tabellen.behandler.spalten['art']!,
      istProphylaxe = (b: number): boolean => b >= 0 && art[b] === PROPHYLAXE;
    jedeBuchung(a, (i, anteil) => {
      if (istProphylaxe(L.behandler[i]!)) s.z('leistung', L.roh[i]!, L.honorar[i]! * anteil);
    });
    jederT(a, (i) => {
      if (T.status[i] === S.WAHRGENOMMEN && istProphylaxe(T.behandler[i]!))
        s.n('termin', T.roh[i]!, T.dauer[i]! / 60);
    });
  },
  mittlererFaktor(a, s) {
    const { L } = a.bild;
    jedeStelleL(a, mitFaktor(a.bild), (i) => {
      const faktor = L.faktor[i]!;
      const base = einfach(L.punkte[i]!, L.menge[i]!, L.honorar[i]!, faktor) / 100;
      s.z('leistung', L.roh[i]!, (faktor / 100) * base);
      s.n('leistung', L.roh[i]!, base);
    });
  },
  faktorUeber23(a, s) {
    const { L } = a.bild;
    jedeStelleL(a, mitFaktor(a.bild), (i) => {
      s.n('leistung', L.roh[i]!, 1);
      if (L.faktor[i]! > 230) s.z('leistung', L.roh[i]!, 1);
    });
  },
  mehrkostenquote(a, s) {
    const { L } = a.bild;
    jedeStelleL(a, seitenzahnfuellungen(a.bild), (i) => {
      s.n('leistung', L.roh[i]!, 1);
    });
    jedeStelleL(a, vereinbarteFuellungen(a.bild), (i) => {
      s.z('leistung', L.roh[i]!, 1);
    });
  },
  fuellungenJe100(a, s) {
    fuellungen(a, s);
    faelle(a, s);
  },
  umsatzJeMitarbeiter(a, s) {
    umsatz(a, s);
    stellen(a, (at, posts) => {
      s.n('mitarbeiter', at, posts);
    });
  },
  krankheitstage(a, s) {
    jederKrankentag(a, (at, tage) => {
      s.z('fehlzeit', at, tage);
    });
    stellen(a, (at, posts) => {
      s.n('mitarbeiter', at, posts);
    });
  },
};
const gkvBetrag: Definition = (a, s) => {
  const { L } = a.bild;
  jedeL(a, (i) => {
    if (
      L.traeger[i] === TRAEGER.GKV &&
      (L.bereich[i] === BEREICH.KCH || L.bereich[i] === BEREICH.PAR || L.bereich[i] === BEREICH.KB)
    )
      s.z('leistung', L.roh[i]!, L.betrag[i]!);
  });
};
const fuellungen: Definition = (a, s) => {
  const { L } = a.bild;
  jedeStelleL(a, positionen(a.bild, SYSTEM.BEMA, FUELLUNG), (i) => {
    s.z('leistung', L.roh[i]!, L.menge[i]!);
  });
};
const gkvPunkte: Definition = (a, s) => {
  const { L } = a.bild;
  jedeStelleL(
    a,
    stellenL(
      a.bild,
      'punkte',
      (i) =>
        L.system[i] === SYSTEM.BEMA &&
        L.bereich[i] === BEREICH.KCH &&
        L.traeger[i] === TRAEGER.GKV &&
        L.punkte[i] !== LEER,
    ),
    (i) => {
      s.z('leistung', L.roh[i]!, L.punkte[i]! * L.menge[i]!);
    },
  );
};
/** Each practitioner and each patient of a chosen service once. */
const jederAlsNenner =
  (entity: 'behandler' | 'patient'): Definition =>
  (a, s) => {
    const { L, B, roh } = a.bild,
      column = entity === 'behandler' ? L.behandler : L.pat,
      seen = new Uint8Array(roh.tabellen[entity].anzahl);
    if (entity === 'patient' && nurPersonen(a)) {
      jederBesuch(a, (b) => {
        const p = B.pat[b]!;
        if (B.hatLeistung[b] === 1 && seen[p] === 0) {
          seen[p] = 1;
          s.n('patient', p, 1);
        }
      });
      return;
    }
    if (entity === 'behandler' && alleZeilen(a)) {
      for (let b = 0; b < seen.length; b += 1)
        if (hatL(beimBehandler(a, b))) s.n('behandler', b, 1);
      return;
    }
    jedeL(a, (i) => {
      const at = column[i]!;
      if (at >= 0 && seen[at] === 0) {
        seen[at] = 1;
        s.n(entity, at, 1);
      }
    });
  };
const alsNenner =
  (count: (a: Auswahl, visit: (at: number, posts: number) => void) => void): Definition =>
  (a, s) => {
    count(a, (at, posts) => {
      s.n('mitarbeiter', at, posts);
    });
  };
const spaltenMass = (column: 'material' | 'eigenlabor' | 'fremdlabor' | 'menge'): Mass => ({
  wort: `L ${column}`,
  weg: (a, s) => {
    const { roh, [column]: of } = a.bild.L;
    jedeL(a, (i) => {
      s.z('leistung', roh[i]!, of[i]!);
    });
  },
});
/** Sums by day of the parts of revenue, of the number of services, and of hours. */
export const GELDMASSE = {
  honorar: { wort: 'honorarumsatz', weg: honorar },
  material: spaltenMass('material'),
  eigen: spaltenMass('eigenlabor'),
  fremd: spaltenMass('fremdlabor'),
  umsatz: { wort: 'umsatz', weg: umsatz },
  anzahl: spaltenMass('menge'),
} as const satisfies Record<string, Mass>;
/** Services, counted as lines. */
export const ZEILENMASS: Mass = {
  wort: 'zeilen',
  weg: (a, s) => {
    const { roh } = a.bild.L;
    jedeL(a, (i) => {
      s.z('leistung', roh[i]!, 1);
    });
  },
};
export const STUNDENMASS: Mass = {
  wort: 'behandlungsstunden',
  weg: (a, s) => {
    stunden(a, (at, hours) => {
      s.z('termin', at, hours);
    });
  },
};
/** Figures whose sums are kept by day. */
export const geldTageweise: Readonly<Record<string, Tageweise>> = {
  umsatz: {},
  honorarumsatz: {},
  stundensatz: { aus: { z: 'honorarumsatz', n: 'behandlungsstunden' } },
  behandlungsstunden: {},
  umsatzJeZimmerstunde: {},
  umsatzJeTermin: {},
  anteilGkv: { aus: { n: 'umsatz' } },
  anteilPkv: { aus: { n: 'umsatz' } },
  anteilEigen: { aus: { n: 'umsatz' } },
  gkvAmPrivatumsatz: {},
  prophylaxeStundensatz: {},
  mittlererFaktor: {},
  faktorUeber23: {},
  umsatzJeBehandler: { wort: 'umsatz', weg: umsatz, rest: jederAlsNenner('behandler') },
  umsatzJePatient: { wort: 'umsatz', weg: umsatz, rest: jederAlsNenner('patient') },
  umsatzJeMitarbeiter: { wort: 'umsatz', weg: umsatz, rest: alsNenner(stellen) },
  fallwertGkv: { wort: 'gkvBetrag', weg: gkvBetrag, rest: faelle },
  punkteJeFall: { wort: 'gkvPunkte', weg: gkvPunkte, rest: faelle },
  fuellungenJe100: { wort: 'fuellungen', weg: fuellungen, rest: faelle },
};
/** Place of PROPHYLAXE among the kinds of practitioners. */
const PROPHYLAXE = 2;

/** Whether a patient had agreed on a day to pay more for a tooth; an agreement without a tooth holds for all of that day. */
function vereinbart({ roh, akte }: Bild): (pat: number, tag: number, zahn: string) => boolean {
  const t = roh.tabellen.mkv,
    made = new Map<number, string[]>();
  for (let at = 0; at < t.anzahl; at += 1) {
    const p = t.spalten['patid']![at]!,
      tag = t.spalten['datum']![at]!;
    if (t.zustand[at] !== 1 || p < 0 || tag === LEER) continue;
    const key = akte[p]! * 200_000 + tag + 50_000,
      known = made.get(key);
    if (known) known.push(t.text('zahn', at));
    else made.set(key, [t.text('zahn', at)]);
  }
  return (pat, tag, zahn) =>
    pat >= 0 &&
    (made.get(pat * 200_000 + tag + 50_000) ?? []).some((tooth) => tooth === '' || tooth === zahn);
}
/** Fillings of back teeth at the expense of the statutory insurance. */
export function seitenzahnfuellungen(bild: Bild): Stellen {
  return einmal(bild, 'seitenzahn', () => {
    const { L, roh } = bild,
      zahn = roh.tabellen.leistung.spalten['zahn']!,
      isBack = Uint8Array.from(roh.tabellen.leistung.woerter['zahn']!.liste, (word) =>
        SEITENZAHN.test(word) ? 1 : 0,
      );
    return davon(positionen(bild, SYSTEM.BEMA, FUELLUNG), (i) => {
      const word = zahn[L.roh[i]!]!;
      return word >= 0 && isBack[word] === 1;
    });
  });
}
/** Those of them for which the patient had agreed to pay more. */
export function vereinbarteFuellungen(bild: Bild): Stellen {
  return einmal(bild, 'vereinbart', () => {
    const { L, roh } = bild,
      agreed = vereinbart(bild);
    return davon(seitenzahnfuellungen(bild), (i) =>
      agreed(L.pat[i]!, L.tag[i]!, roh.tabellen.leistung.text('zahn', L.roh[i]!)),
    );
  });
}
