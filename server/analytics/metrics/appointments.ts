// Key figures of appointments, hours and waiting (21 to 35, 64, 65).

import { imZeitraum, jedeA, jederBesuch, jederT, type Auswahl } from '../snapshot/selection.ts';
import { S, type Bild } from '../snapshot/snapshot.ts';
import { berlinTag, LEER } from '../snapshot/calendar.ts';
import { geld, GELDMASSE, STUNDENMASS } from './money.ts';
import { jedeLuecke, wiederBelegt } from './gaps.ts';
import type { Definition, Tageweise } from './sink.ts';
import { einmal } from './row-index.ts';
import { tagessummen, type Mass } from './day-sums.ts';
import { istAbgesagt, istAusgefallen } from './walks.ts';

const HOUR_MS = 3_600_000,
  DAY_MS = 24 * HOUR_MS;

/** Calls back with each appointment that should have taken place by today. */
export function jederFaellige(a: Auswahl, visit: (i: number) => void): void {
  const { T, heute } = a.bild;
  jederT(a, (i) => {
    if (T.tag[i]! <= heute && T.status[i] !== S.VERSCHOBEN && T.status[i] !== S.ABGESAGT_PRAXIS)
      visit(i);
  });
}
const vonFaelligen =
  (counts: (a: Auswahl, i: number) => boolean): Definition =>
  (a, s) => {
    const { T } = a.bild;
    jederFaellige(a, (i) => {
      s.n('termin', T.roh[i]!, 1);
      if (counts(a, i)) s.z('termin', T.roh[i]!, 1);
    });
  };
export const istKurzfristig = (a: Auswahl, i: number): boolean => {
  const { T } = a.bild;
  return (
    T.status[i] === S.ABGESAGT_PATIENT &&
    !Number.isNaN(T.absage[i]) &&
    T.start[i]! - T.absage[i]! < 24 * HOUR_MS
  );
};

/** Fee per hour in euros as the figure says it; 0 where nothing is known. */
function stundensatz(a: Auswahl): number {
  const fees = tagessummen(a, GELDMASSE.honorar),
    kept = fees && tagessummen(a, STUNDENMASS);
  let cents = kept ? fees.z : 0,
    hours = kept?.z ?? 0;
  if (!kept)
    geld['stundensatz']!(a, {
      z: (_e, _at, wert) => {
        cents += wert;
      },
      n: (_e, _at, wert) => {
        hours += wert;
      },
    });
  return hours > 0 ? cents / hours : 0;
}
const gehalten = (a: Auswahl, visit: (i: number) => void): void => {
  const { T } = a.bild;
  jederT(a, (i) => {
    if (T.status[i] === S.WAHRGENOMMEN) visit(i);
  });
};
/** Appointments kept, counted. */
export const GEHALTEN: Mass = {
  wort: 'gehalten',
  weg: (a, s) => {
    const { T } = a.bild;
    gehalten(a, (i) => {
      s.z('termin', T.roh[i]!, 1);
    });
  },
};
/** Says of a visit whether at the end of its day an appointment of the patient lay ahead that was already given and not yet cancelled. No filter changes it: worked out once an image, patient by patient. */
function besucheMitTermin(bild: Bild): (besuch: number) => boolean {
  return einmal(bild, 'vorgemerkt', () => {
    const marks = new Uint8Array(bild.B.n),
      known = new Uint8Array(bild.roh.tabellen.patient.anzahl),
      { pat } = bild.B;
    return (besuch) => {
      const p = pat[besuch]!;
      if (known[p] === 0) {
        known[p] = 1;
        for (const b of vorgemerkte(bild, p)) marks[b] = 1;
      }
      return marks[besuch] === 1;
    };
  });
}
/** Visits of a patient after which an appointment lay ahead. */
export function vorgemerkte({ T, B }: Bild, p: number): number[] {
  const { from, rows } = T.nachPatient,
    own = rows.subarray(from[p], from[p + 1]),
    found: number[] = [];
  // Given since ever, or kept for ever, where no day is known; a cancelled one without a day never counts.
  const seit = Array.from(own, (i) =>
      Number.isNaN(T.angelegt[i]) ? LEER : berlinTag(T.angelegt[i]!),
    ),
    bis = Array.from(own, (i) =>
      !istAbgesagt(T.status[i]!)
        ? IMMER
        : Number.isNaN(T.absage[i])
          ? LEER
          : berlinTag(T.absage[i]!),
    );
  for (let b = B.from[p]!; b < B.from[p + 1]!; b += 1) {
    const tag = B.tag[b]!;
    // A patient's appointments stand by day: from the last one back to the visit.
    for (let g = own.length - 1; g >= 0 && T.tag[own[g]!]! > tag; g -= 1)
      if (seit[g]! <= tag && bis[g]! > tag) {
        found.push(b);
        break;
      }
  }
  return found;
}
/** Calls back with each visit up to today, and whether a next appointment was given by the end of its day. */
function jederGesehene(a: Auswahl, visit: (besuch: number, isAhead: boolean) => void): void {
  const { B, heute } = a.bild,
    ahead = besucheMitTermin(a.bild);
  jederBesuch(a, (b) => {
    if (B.tag[b]! <= heute) visit(b, ahead(b));
  });
}
const IMMER = 2_147_483_647;
/** Usual length of the chosen appointment type in minutes. */
export function standardDauer(a: Auswahl): number {
  const t = a.bild.roh.tabellen.terminarten,
    [first] = a.filter.terminart,
    at = first === undefined ? undefined : t.nach.get(first),
    known = at === undefined ? LEER : t.spalten['dauerMin']![at]!;
  return known === LEER || known <= 0 ? 30 : known;
}

/** Appointments that should have taken place, counted. */
export const FAELLIG: Mass = {
  wort: 'faellig',
  weg: (a, s) => {
    const { T } = a.bild;
    jederFaellige(a, (i) => {
      s.z('termin', T.roh[i]!, 1);
    });
  },
};
const abHeute = (a: Auswahl): Auswahl => imZeitraum(a, Math.max(a.von, a.bild.heute), a.bis);
const freieZeit: Definition = (a, s) => {
  const { T, A } = a.bild;
  jedeA(a, (i) => {
    s.z('arbeitszeit', A.roh[i]!, A.minuten[i]!);
  });
  jederT(a, (i) => {
    if (!istAbgesagt(T.status[i]!)) s.z('termin', T.roh[i]!, -T.dauer[i]!);
  });
};
/** Figures whose sums are kept by day. */
export const termineTageweise: Readonly<Record<string, Tageweise>> = {
  auslastung: {},
  stuhlauslastung: {},
  absagequote: { aus: { n: 'faellig' } },
  kurzfristabsage: { aus: { n: 'faellig' } },
  noShowQuote: { aus: { n: 'faellig' } },
  ausfallquote: { aus: { n: 'faellig' } },
  wiederbelegung: {},
  puenktlichkeit: {},
  dauertreue: {},
  dokumentationsluecke: {},
  onlineAnteil: {},
  wiedervorstellung: {
    besuch: (bild) => {
      const { tag } = bild.B,
        ahead = besucheMitTermin(bild);
      return (b) => (tag[b]! > bild.heute ? -1 : ahead(b) ? 1 : 0);
    },
  },
  freieZeit: { weg: freieZeit, spanne: abHeute },
};
export const termine: Readonly<Record<string, Definition>> = {
  auslastung(a, s) {
    const { T, A } = a.bild;
    jederT(a, (i) => {
      if (!istAbgesagt(T.status[i]!)) s.z('termin', T.roh[i]!, T.dauer[i]!);
    });
    jedeA(a, (i) => {
      s.n('arbeitszeit', A.roh[i]!, A.minuten[i]!);
    });
  },
  stuhlauslastung(a, s) {
    const { T, A } = a.bild;
    gehalten(a, (i) => {
      if (T.zimmer[i]! >= 0) s.z('termin', T.roh[i]!, T.dauer[i]!);
    });
    jedeA(a, (i) => {
      if (A.zimmer[i]! >= 0) s.n('arbeitszeit', A.roh[i]!, A.zimmerMinuten[i]!);
    });
  },
  freieZeit(all, s) {
    freieZeit(abHeute(all), s);
  },
  absagequote: vonFaelligen((a, i) => a.bild.T.status[i] === S.ABGESAGT_PATIENT),
  kurzfristabsage: vonFaelligen(istKurzfristig),
  noShowQuote: vonFaelligen((a, i) => a.bild.T.status[i] === S.NICHT_ERSCHIENEN),
  ausfallquote: vonFaelligen((a, i) => istAusgefallen(a.bild.T.status[i]!)),
  wiederbelegung(a, s) {
    const { T } = a.bild;
    jederFaellige(a, (i) => {
      if (istAusgefallen(T.status[i]!)) {
        s.n('termin', T.roh[i]!, T.dauer[i]!);
        s.z('termin', T.roh[i]!, wiederBelegt(a.bild, i));
      }
    });
  },
  ausfallkosten(a, s) {
    const { T } = a.bild,
      rate = stundensatz(a);
    jederFaellige(a, (i) => {
      if (istAusgefallen(T.status[i]!))
        s.z('termin', T.roh[i]!, ((T.dauer[i]! - wiederBelegt(a.bild, i)) / 60) * rate);
    });
  },
  vorlaufzeit(a, s) {
    const { T } = a.bild;
    jederT(a, (i) => {
      if (!Number.isNaN(T.angelegt[i]) && T.angelegt[i]! <= T.start[i]!)
        s.z('termin', T.roh[i]!, (T.start[i]! - T.angelegt[i]!) / DAY_MS);
    });
  },
  naechsterFreier(all, s) {
    const { heute } = all.bild;
    let isFound = false;
    // Day by day: nearly always the first days answer.
    for (let tag = heute + 1; tag <= heute + 90 && !isFound; tag += 1)
      jedeLuecke(imZeitraum(all, tag, tag), standardDauer(all), (l) => {
        if (!isFound) {
          isFound = true;
          s.z('arbeitszeit', l.zeile, l.tag - heute);
        }
      });
  },
  wartezeit(a, s) {
    const { T } = a.bild;
    gehalten(a, (i) => {
      if (!Number.isNaN(T.beginn[i]))
        s.z(
          'termin',
          T.roh[i]!,
          Math.max(
            0,
            T.beginn[i]! -
              (Number.isNaN(T.ankunft[i]) ? T.start[i]! : Math.max(T.start[i]!, T.ankunft[i]!)),
          ) / 60_000,
        );
    });
  },
  puenktlichkeit(a, s) {
    const { T } = a.bild;
    gehalten(a, (i) => {
      if (!Number.isNaN(T.beginn[i])) {
        s.n('termin', T.roh[i]!, 1);
        if (T.beginn[i]! - T.start[i]! <= 600_000) s.z('termin', T.roh[i]!, 1);
      }
    });
  },
  dauertreue(a, s) {
    const { T } = a.bild;
    gehalten(a, (i) => {
      if (!Number.isNaN(T.beginn[i]) && !Number.isNaN(T.ende[i])) {
        s.z('termin', T.roh[i]!, (T.ende[i]! - T.beginn[i]!) / 60_000);
        s.n('termin', T.roh[i]!, T.dauer[i]!);
      }
    });
  },
  wiedervorstellung(a, s) {
    const { B } = a.bild;
    jederGesehene(a, (b, isAhead) => {
      s.n('patient', B.pat[b]!, 1);
      if (isAhead) s.z('patient', B.pat[b]!, 1);
    });
  },
  dokumentationsluecke(a, s) {
    const { T, B } = a.bild;
    gehalten(a, (i) => {
      s.n('termin', T.roh[i]!, 1);
      if (T.besuch[i]! < 0 || B.hatLeistung[T.besuch[i]!] === 0) s.z('termin', T.roh[i]!, 1);
    });
  },
  onlineAnteil(a, s) {
    const { T } = a.bild;
    jederT(a, (i) => {
      s.n('termin', T.roh[i]!, 1);
      if (T.quelle[i] === ONLINE) s.z('termin', T.roh[i]!, 1);
    });
  },
};
/** Place of ONLINE among the ways to book. */
const ONLINE = 1;
