// Key figures of appointments, hours and waiting (21 to 35, 64, 65).

import {
  withPeriod,
  forEachHours,
  forEachVisit,
  forEachAppointment,
  type Selection,
} from '../snapshot/selection.ts';
import { S, type Snapshot } from '../snapshot/snapshot.ts';
import { berlinDay, EMPTY } from '../snapshot/calendar.ts';
import { moneyFigures, MONEY_MEASURES, HOURS_MEASURE } from './money.ts';
import { forEachGap, wiederBelegt } from './gaps.ts';
import type { Definition, ByDay } from './sink.ts';
import { memoise } from './row-index.ts';
import { daySums, type Measure } from './day-sums.ts';
import { isCancelledState, isLost } from './walks.ts';

const HOUR_MS = 3_600_000,
  DAY_MS = 24 * HOUR_MS;

/** Iterates over the appointments that should have taken place by today. */
export function forEachDue(a: Selection, visit: (i: number) => void): void {
  const { T, heute } = a.snapshot;
  forEachAppointment(a, (i) => {
    if (T.tag[i]! <= heute && T.status[i] !== S.VERSCHOBEN && T.status[i] !== S.ABGESAGT_PRAXIS)
      visit(i);
  });
}
const shareOfDue =
  (counts: (a: Selection, i: number) => boolean): Definition =>
  (a, s) => {
    const { T } = a.snapshot;
    forEachDue(a, (i) => {
      s.n('termin', T.rawRows[i]!, 1);
      if (counts(a, i)) s.z('termin', T.rawRows[i]!, 1);
    });
  };
export const isShortNotice = (a: Selection, i: number): boolean => {
  const { T } = a.snapshot;
  return (
    T.status[i] === S.ABGESAGT_PATIENT &&
    !Number.isNaN(T.absage[i]) &&
    T.start[i]! - T.absage[i]! < 24 * HOUR_MS
  );
};

/** Fee per hour in euros as defined by the figure; 0 where unknown. */
function stundensatz(a: Selection): number {
  const fees = daySums(a, MONEY_MEASURES.honorar),
    kept = fees && daySums(a, HOURS_MEASURE);
  let cents = kept ? fees.z : 0,
    hours = kept?.z ?? 0;
  if (!kept)
    moneyFigures['stundensatz']!(a, {
      z: (_e, _at, wert) => {
        cents += wert;
      },
      n: (_e, _at, wert) => {
        hours += wert;
      },
    });
  return hours > 0 ? cents / hours : 0;
}
const keptAppointment = (a: Selection, visit: (i: number) => void): void => {
  const { T } = a.snapshot;
  forEachAppointment(a, (i) => {
    if (T.status[i] === S.WAHRGENOMMEN) visit(i);
  });
};
/** Number of kept appointments. */
export const KEPT_APPOINTMENTS: Measure = {
  wort: 'gehalten',
  weg: (a, s) => {
    const { T } = a.snapshot;
    keptAppointment(a, (i) => {
      s.z('termin', T.rawRows[i]!, 1);
    });
  },
};
/**
 * For each visit, whether at the end of its day the patient had a future appointment that was
 * already made and not yet cancelled. Independent of the filter: computed once per image, patient
 * by patient.
 */
function visitsWithAppointment(snapshot: Snapshot): (besuch: number) => boolean {
  return memoise(snapshot, 'vorgemerkt', () => {
    const marks = new Uint8Array(snapshot.B.n),
      known = new Uint8Array(snapshot.rawRows.tables.patient.anzahl),
      { pat } = snapshot.B;
    return (besuch) => {
      const p = pat[besuch]!;
      if (known[p] === 0) {
        known[p] = 1;
        for (const b of visitsWithNext(snapshot, p)) marks[b] = 1;
      }
      return marks[besuch] === 1;
    };
  });
}
/** Visits of a patient followed by a future appointment. */
export function visitsWithNext({ T, B }: Snapshot, p: number): number[] {
  const { from, rows } = T.byPatient,
    own = rows.subarray(from[p], from[p + 1]),
    found: number[] = [];
  // Without a known day it counts as made since ever, or kept for ever; a cancelled one without a
  // day never counts.
  const seit = Array.from(own, (i) =>
      Number.isNaN(T.createdAt[i]) ? EMPTY : berlinDay(T.createdAt[i]!),
    ),
    bis = Array.from(own, (i) =>
      !isCancelledState(T.status[i]!)
        ? FOREVER
        : Number.isNaN(T.absage[i])
          ? EMPTY
          : berlinDay(T.absage[i]!),
    );
  for (let b = B.from[p]!; b < B.from[p + 1]!; b += 1) {
    const tag = B.tag[b]!;
    // A patient's appointments are sorted by day: iterates from the last one back to the visit.
    for (let g = own.length - 1; g >= 0 && T.tag[own[g]!]! > tag; g -= 1)
      if (seit[g]! <= tag && bis[g]! > tag) {
        found.push(b);
        break;
      }
  }
  return found;
}
/**
 * Iterates over the visits up to today, with whether a next appointment existed by the end of the
 * day.
 */
function forEachSeen(a: Selection, visit: (besuch: number, isAhead: boolean) => void): void {
  const { B, heute } = a.snapshot,
    ahead = visitsWithAppointment(a.snapshot);
  forEachVisit(a, (b) => {
    if (B.tag[b]! <= heute) visit(b, ahead(b));
  });
}
const FOREVER = 2_147_483_647;
/** Usual length of the chosen appointment type in minutes. */
function standardDuration(a: Selection): number {
  const t = a.snapshot.rawRows.tables.terminarten,
    [first] = a.filter.terminart,
    at = first === undefined ? undefined : t.nach.get(first),
    known = at === undefined ? EMPTY : t.spalten['dauerMin']![at]!;
  return known === EMPTY || known <= 0 ? 30 : known;
}

/** Number of appointments that should have taken place. */
export const DUE_APPOINTMENTS: Measure = {
  wort: 'faellig',
  weg: (a, s) => {
    const { T } = a.snapshot;
    forEachDue(a, (i) => {
      s.z('termin', T.rawRows[i]!, 1);
    });
  },
};
const fromToday = (a: Selection): Selection =>
  withPeriod(a, Math.max(a.von, a.snapshot.heute), a.bis);
const freieZeit: Definition = (a, s) => {
  const { T, A } = a.snapshot;
  forEachHours(a, (i) => {
    s.z('arbeitszeit', A.rawRows[i]!, A.minuten[i]!);
  });
  forEachAppointment(a, (i) => {
    if (!isCancelledState(T.status[i]!)) s.z('termin', T.rawRows[i]!, -T.dauer[i]!);
  });
};
/** Figures with daily sums. */
export const appointmentFiguresByDay: Readonly<Record<string, ByDay>> = {
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
    besuch: (snapshot) => {
      const { tag } = snapshot.B,
        ahead = visitsWithAppointment(snapshot);
      return (b) => (tag[b]! > snapshot.heute ? -1 : ahead(b) ? 1 : 0);
    },
  },
  freieZeit: { weg: freieZeit, spanOf: fromToday },
};
export const termine: Readonly<Record<string, Definition>> = {
  auslastung(a, s) {
    const { T, A } = a.snapshot;
    forEachAppointment(a, (i) => {
      if (!isCancelledState(T.status[i]!)) s.z('termin', T.rawRows[i]!, T.dauer[i]!);
    });
    forEachHours(a, (i) => {
      s.n('arbeitszeit', A.rawRows[i]!, A.minuten[i]!);
    });
  },
  stuhlauslastung(a, s) {
    const { T, A } = a.snapshot;
    keptAppointment(a, (i) => {
      if (T.zimmer[i]! >= 0) s.z('termin', T.rawRows[i]!, T.dauer[i]!);
    });
    forEachHours(a, (i) => {
      if (A.zimmer[i]! >= 0) s.n('arbeitszeit', A.rawRows[i]!, A.roomMinutes[i]!);
    });
  },
  freieZeit(all, s) {
    freieZeit(fromToday(all), s);
  },
  absagequote: shareOfDue((a, i) => a.snapshot.T.status[i] === S.ABGESAGT_PATIENT),
  kurzfristabsage: shareOfDue(isShortNotice),
  noShowQuote: shareOfDue((a, i) => a.snapshot.T.status[i] === S.NICHT_ERSCHIENEN),
  ausfallquote: shareOfDue((a, i) => isLost(a.snapshot.T.status[i]!)),
  wiederbelegung(a, s) {
    const { T } = a.snapshot;
    forEachDue(a, (i) => {
      if (isLost(T.status[i]!)) {
        s.n('termin', T.rawRows[i]!, T.dauer[i]!);
        s.z('termin', T.rawRows[i]!, wiederBelegt(a.snapshot, i));
      }
    });
  },
  ausfallkosten(a, s) {
    const { T } = a.snapshot,
      rate = stundensatz(a);
    forEachDue(a, (i) => {
      if (isLost(T.status[i]!))
        s.z('termin', T.rawRows[i]!, ((T.dauer[i]! - wiederBelegt(a.snapshot, i)) / 60) * rate);
    });
  },
  vorlaufzeit(a, s) {
    const { T } = a.snapshot;
    forEachAppointment(a, (i) => {
      if (!Number.isNaN(T.createdAt[i]) && T.createdAt[i]! <= T.start[i]!)
        s.z('termin', T.rawRows[i]!, (T.start[i]! - T.createdAt[i]!) / DAY_MS);
    });
  },
  naechsterFreier(all, s) {
    const { heute } = all.snapshot;
    let isFound = false;
    // Day by day: the first days nearly always suffice.
    for (let tag = heute + 1; tag <= heute + 90 && !isFound; tag += 1)
      forEachGap(withPeriod(all, tag, tag), standardDuration(all), (l) => {
        if (!isFound) {
          isFound = true;
          s.z('arbeitszeit', l.zeile, l.tag - heute);
        }
      });
  },
  wartezeit(a, s) {
    const { T } = a.snapshot;
    keptAppointment(a, (i) => {
      if (!Number.isNaN(T.beginn[i]))
        s.z(
          'termin',
          T.rawRows[i]!,
          Math.max(
            0,
            T.beginn[i]! -
              (Number.isNaN(T.ankunft[i]) ? T.start[i]! : Math.max(T.start[i]!, T.ankunft[i]!)),
          ) / 60_000,
        );
    });
  },
  puenktlichkeit(a, s) {
    const { T } = a.snapshot;
    keptAppointment(a, (i) => {
      if (!Number.isNaN(T.beginn[i])) {
        s.n('termin', T.rawRows[i]!, 1);
        if (T.beginn[i]! - T.start[i]! <= 600_000) s.z('termin', T.rawRows[i]!, 1);
      }
    });
  },
  dauertreue(a, s) {
    const { T } = a.snapshot;
    keptAppointment(a, (i) => {
      if (!Number.isNaN(T.beginn[i]) && !Number.isNaN(T.ende[i])) {
        s.z('termin', T.rawRows[i]!, (T.ende[i]! - T.beginn[i]!) / 60_000);
        s.n('termin', T.rawRows[i]!, T.dauer[i]!);
      }
    });
  },
  wiedervorstellung(a, s) {
    const { B } = a.snapshot;
    forEachSeen(a, (b, isAhead) => {
      s.n('patient', B.pat[b]!, 1);
      if (isAhead) s.z('patient', B.pat[b]!, 1);
    });
  },
  dokumentationsluecke(a, s) {
    const { T, B } = a.snapshot;
    keptAppointment(a, (i) => {
      s.n('termin', T.rawRows[i]!, 1);
      if (T.besuch[i]! < 0 || B.hatLeistung[T.besuch[i]!] === 0) s.z('termin', T.rawRows[i]!, 1);
    });
  },
  onlineAnteil(a, s) {
    const { T } = a.snapshot;
    forEachAppointment(a, (i) => {
      s.n('termin', T.rawRows[i]!, 1);
      if (T.quelle[i] === ONLINE) s.z('termin', T.rawRows[i]!, 1);
    });
  },
};
/** Index of ONLINE among the booking channels. */
const ONLINE = 1;
