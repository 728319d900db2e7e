// Key figures of appointments, hours and waiting (21 to 35, 64, 65).

import { withPeriod, type Selection } from '../snapshot/selection.ts';
import { forEachVisit } from '../snapshot/selection/walk-visits.ts';
import { forEachHours, forEachAppointment } from '../snapshot/selection/walk-appointments.ts';
import { STATUS, type Snapshot } from '../snapshot/snapshot.ts';
import { berlinDay, EMPTY } from '../snapshot/calendar.ts';
import { forEachGap, lostCents, refilledMinutes } from './gaps.ts';
import type { Definition, ByDay } from './sink.ts';
import { memoise } from './row-index.ts';
import { type Measure } from './sum-store.ts';
import { isCancelledState, isLost, isPlanned } from './walks.ts';
import { lowerBound } from '../snapshot/tables/sort-rows.ts';

const HOUR_MS = 3_600_000,
  DAY_MS = 24 * HOUR_MS;

/**
 * Returns the start of the last appointment of today with an outcome: later ones of today are not
 * due yet. Where there is none, nothing of today is.
 */
const lastOutcomeToday = (snapshot: Snapshot): number =>
  memoise(snapshot, 'faelligBis', () => {
    const { appointments, today } = snapshot;
    let last = -Infinity;
    for (
      let i = lowerBound(appointments.day, today);
      i < appointments.n && appointments.day[i] === today;
      i += 1
    )
      if (
        appointments.status[i] === STATUS.WAHRGENOMMEN ||
        appointments.status[i] === STATUS.NICHT_ERSCHIENEN
      )
        last = Math.max(last, appointments.start[i]!);
    return last;
  });
/**
 * Checks whether an appointment should have taken place by now and its outcome is known: one that
 * the practice moved or cancelled, or that was left open, is not due.
 */
export function isDue(snapshot: Snapshot, i: number): boolean {
  const { day, status, start } = snapshot.appointments;
  return (
    (day[i]! < snapshot.today ||
      (day[i] === snapshot.today && start[i]! <= lastOutcomeToday(snapshot))) &&
    status[i] !== STATUS.VERSCHOBEN &&
    status[i] !== STATUS.ABGESAGT_PRAXIS &&
    !isPlanned(status[i]!)
  );
}
/** Iterates over the due appointments. */
export function forEachDue(a: Selection, visit: (i: number) => void): void {
  forEachAppointment(a, (i) => {
    if (isDue(a.snapshot, i)) visit(i);
  });
}
const shareOfDue =
  (counts: (a: Selection, i: number) => boolean): Definition =>
  (a, s) => {
    const { appointments } = a.snapshot;
    forEachDue(a, (i) => {
      s.denominator('termin', appointments.rawRows[i]!, 1);
      if (counts(a, i)) s.numerator('termin', appointments.rawRows[i]!, 1);
    });
  };
export const isShortNotice = (a: Selection, i: number): boolean => {
  const { appointments } = a.snapshot;
  return (
    appointments.status[i] === STATUS.ABGESAGT_PATIENT &&
    !Number.isNaN(appointments.absage[i]) &&
    appointments.start[i]! - appointments.absage[i]! < 24 * HOUR_MS
  );
};

const keptAppointment = (a: Selection, visit: (i: number) => void): void => {
  const { appointments } = a.snapshot;
  forEachAppointment(a, (i) => {
    if (appointments.status[i] === STATUS.WAHRGENOMMEN) visit(i);
  });
};
/** Number of kept appointments. */
export const KEPT_APPOINTMENTS: Measure = {
  name: 'gehalten',
  walk: (a, s) => {
    const { appointments } = a.snapshot;
    keptAppointment(a, (i) => {
      s.numerator('termin', appointments.rawRows[i]!, 1);
    });
  },
};
/**
 * For each visit, whether at the end of its day the patient had a future appointment that was
 * already made and not yet cancelled. Independent of the filter: computed once per image, patient
 * by patient.
 */
function visitsWithAppointment(snapshot: Snapshot): (visit: number) => boolean {
  return memoise(snapshot, 'vorgemerkt', () => {
    const marks = new Uint8Array(snapshot.visits.n),
      known = new Uint8Array(snapshot.rawRows.tables.patient.count),
      { pat } = snapshot.visits;
    return (visit) => {
      const p = pat[visit]!;
      if (known[p] === 0) {
        known[p] = 1;
        for (const b of visitsWithNext(snapshot, p)) marks[b] = 1;
      }
      return marks[visit] === 1;
    };
  });
}
/** Returns the visits of a patient followed by a future appointment. */
export function visitsWithNext({ appointments, visits }: Snapshot, p: number): number[] {
  const { from, rows } = appointments.byPatient,
    own = rows.subarray(from[p], from[p + 1]),
    found: number[] = [];
  // Without a known day it counts as made and kept without limit in time; a cancelled one without a
  // day never counts.
  const madeOn = Array.from(own, (i) =>
      Number.isNaN(appointments.createdAt[i]) ? EMPTY : berlinDay(appointments.createdAt[i]!),
    ),
    keptUntil = Array.from(own, (i) =>
      !isCancelledState(appointments.status[i]!)
        ? FOREVER
        : Number.isNaN(appointments.absage[i])
          ? EMPTY
          : berlinDay(appointments.absage[i]!),
    );
  for (let b = visits.from[p]!; b < visits.from[p + 1]!; b += 1) {
    const day = visits.day[b]!;
    // A patient's appointments are sorted by day: iterates from the last one back to the visit.
    for (let g = own.length - 1; g >= 0 && appointments.day[own[g]!]! > day; g -= 1)
      if (madeOn[g]! <= day && keptUntil[g]! > day) {
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
function forEachSeen(a: Selection, visit: (visitAt: number, isAhead: boolean) => void): void {
  const { visits, today } = a.snapshot,
    ahead = visitsWithAppointment(a.snapshot);
  forEachVisit(a, (b) => {
    if (visits.day[b]! <= today) visit(b, ahead(b));
  });
}
const FOREVER = 2_147_483_647;
/** Usual length of the chosen appointment type in minutes. */
function standardDuration(a: Selection): number {
  const t = a.snapshot.rawRows.tables.terminarten,
    [first] = a.filter.terminart,
    at = first === undefined ? undefined : t.slotById.get(first),
    known = at === undefined ? EMPTY : t.columns['dauerMin']![at]!;
  return known === EMPTY || known <= 0 ? 30 : known;
}

/** Number of appointments that should have taken place. */
export const DUE_APPOINTMENTS: Measure = {
  name: 'faellig',
  walk: (a, s) => {
    const { appointments } = a.snapshot;
    forEachDue(a, (i) => {
      s.numerator('termin', appointments.rawRows[i]!, 1);
    });
  },
};
const fromToday = (a: Selection): Selection =>
  withPeriod(a, Math.max(a.from, a.snapshot.today), a.to);
/** Days that are over: of today only a part is known. */
const untilYesterday = (a: Selection): Selection =>
  withPeriod(a, a.from, Math.min(a.to, a.snapshot.today - 1));
const keptMinutes: Definition = (a, s) => {
  const { appointments, workingHours } = a.snapshot;
  keptAppointment(a, (i) => {
    s.numerator('termin', appointments.rawRows[i]!, appointments.dauer[i]!);
  });
  forEachHours(a, (i) => {
    s.denominator('arbeitszeit', workingHours.rawRows[i]!, workingHours.minutes[i]!);
  });
};
const freeTime: Definition = (a, s) => {
  const { appointments, workingHours } = a.snapshot;
  forEachHours(a, (i) => {
    s.numerator('arbeitszeit', workingHours.rawRows[i]!, workingHours.minutes[i]!);
  });
  forEachAppointment(a, (i) => {
    if (!isCancelledState(appointments.status[i]!))
      s.numerator('termin', appointments.rawRows[i]!, -appointments.dauer[i]!);
  });
};
/** Figures with daily sums. */
export const appointmentFiguresByDay: Readonly<Record<string, ByDay>> = {
  auslastung: {},
  auslastungErbracht: { walk: keptMinutes, spanOf: untilYesterday },
  ohneErgebnis: {},
  stuhlauslastung: {},
  absagequote: { sums: { denominator: 'faellig' } },
  kurzfristabsage: { sums: { denominator: 'faellig' } },
  noShowQuote: { sums: { denominator: 'faellig' } },
  ausfallquote: { sums: { denominator: 'faellig' } },
  wiederbelegung: {},
  puenktlichkeit: {},
  dauertreue: {},
  dokumentationsluecke: {},
  onlineAnteil: {},
  wiedervorstellung: {
    judgeVisit: (snapshot) => {
      const { day } = snapshot.visits,
        ahead = visitsWithAppointment(snapshot);
      return (b) => (day[b]! > snapshot.today ? -1 : ahead(b) ? 1 : 0);
    },
  },
  freieZeit: { walk: freeTime, spanOf: fromToday },
};
export const appointmentFigures: Readonly<Record<string, Definition>> = {
  auslastung(a, s) {
    const { appointments, workingHours } = a.snapshot;
    forEachAppointment(a, (i) => {
      if (!isCancelledState(appointments.status[i]!))
        s.numerator('termin', appointments.rawRows[i]!, appointments.dauer[i]!);
    });
    forEachHours(a, (i) => {
      s.denominator('arbeitszeit', workingHours.rawRows[i]!, workingHours.minutes[i]!);
    });
  },
  auslastungErbracht(all, s) {
    keptMinutes(untilYesterday(all), s);
  },
  ohneErgebnis(a, s) {
    const { appointments, today } = a.snapshot;
    forEachAppointment(a, (i) => {
      if (appointments.day[i]! < today && isPlanned(appointments.status[i]!))
        s.numerator('termin', appointments.rawRows[i]!, 1);
    });
  },
  stuhlauslastung(a, s) {
    const { appointments, workingHours } = a.snapshot;
    keptAppointment(a, (i) => {
      if (appointments.zimmer[i]! >= 0)
        s.numerator('termin', appointments.rawRows[i]!, appointments.dauer[i]!);
    });
    forEachHours(a, (i) => {
      if (workingHours.zimmer[i]! >= 0)
        s.denominator('arbeitszeit', workingHours.rawRows[i]!, workingHours.roomMinutes[i]!);
    });
  },
  freieZeit(all, s) {
    freeTime(fromToday(all), s);
  },
  absagequote: shareOfDue((a, i) => a.snapshot.appointments.status[i] === STATUS.ABGESAGT_PATIENT),
  kurzfristabsage: shareOfDue(isShortNotice),
  noShowQuote: shareOfDue((a, i) => a.snapshot.appointments.status[i] === STATUS.NICHT_ERSCHIENEN),
  ausfallquote: shareOfDue((a, i) => isLost(a.snapshot.appointments.status[i]!)),
  wiederbelegung(a, s) {
    const { appointments } = a.snapshot;
    forEachDue(a, (i) => {
      if (isLost(appointments.status[i]!)) {
        s.denominator('termin', appointments.rawRows[i]!, appointments.dauer[i]!);
        s.numerator('termin', appointments.rawRows[i]!, refilledMinutes(a.snapshot, i));
      }
    });
  },
  ausfallkosten(a, s) {
    const { appointments } = a.snapshot,
      lost: number[] = [];
    forEachDue(a, (i) => {
      if (isLost(appointments.status[i]!)) lost.push(i);
    });
    lostCents(a, lost).forEach((cents, k) => {
      s.numerator('termin', appointments.rawRows[lost[k]!]!, cents);
    });
  },
  vorlaufzeit(a, s) {
    const { appointments } = a.snapshot;
    forEachAppointment(a, (i) => {
      if (
        !Number.isNaN(appointments.createdAt[i]) &&
        appointments.createdAt[i]! <= appointments.start[i]!
      )
        s.numerator(
          'termin',
          appointments.rawRows[i]!,
          (appointments.start[i]! - appointments.createdAt[i]!) / DAY_MS,
        );
    });
  },
  naechsterFreier(all, s) {
    const { today } = all.snapshot;
    let isFound = false;
    // Day by day: the first days nearly always suffice.
    for (let day = today + 1; day <= today + 90 && !isFound; day += 1)
      forEachGap(withPeriod(all, day, day), standardDuration(all), (l) => {
        if (!isFound) {
          isFound = true;
          s.numerator('arbeitszeit', l.row, l.day - today);
        }
      });
  },
  wartezeit(a, s) {
    const { appointments } = a.snapshot;
    keptAppointment(a, (i) => {
      if (!Number.isNaN(appointments.beginn[i]))
        s.numerator(
          'termin',
          appointments.rawRows[i]!,
          Math.max(
            0,
            appointments.beginn[i]! -
              (Number.isNaN(appointments.ankunft[i])
                ? appointments.start[i]!
                : Math.max(appointments.start[i]!, appointments.ankunft[i]!)),
          ) / 60_000,
        );
    });
  },
  puenktlichkeit(a, s) {
    const { appointments } = a.snapshot;
    keptAppointment(a, (i) => {
      if (!Number.isNaN(appointments.beginn[i])) {
        s.denominator('termin', appointments.rawRows[i]!, 1);
        if (appointments.beginn[i]! - appointments.start[i]! <= 600_000)
          s.numerator('termin', appointments.rawRows[i]!, 1);
      }
    });
  },
  dauertreue(a, s) {
    const { appointments } = a.snapshot;
    keptAppointment(a, (i) => {
      if (!Number.isNaN(appointments.beginn[i]) && !Number.isNaN(appointments.ende[i])) {
        s.numerator(
          'termin',
          appointments.rawRows[i]!,
          (appointments.ende[i]! - appointments.beginn[i]!) / 60_000,
        );
        s.denominator('termin', appointments.rawRows[i]!, appointments.dauer[i]!);
      }
    });
  },
  wiedervorstellung(a, s) {
    const { visits } = a.snapshot;
    forEachSeen(a, (b, isAhead) => {
      s.denominator('patient', visits.pat[b]!, 1);
      if (isAhead) s.numerator('patient', visits.pat[b]!, 1);
    });
  },
  dokumentationsluecke(a, s) {
    const { appointments, visits } = a.snapshot;
    keptAppointment(a, (i) => {
      s.denominator('termin', appointments.rawRows[i]!, 1);
      if (appointments.visit[i]! < 0 || visits.hasService[appointments.visit[i]!] === 0)
        s.numerator('termin', appointments.rawRows[i]!, 1);
    });
  },
  onlineAnteil(a, s) {
    const { appointments } = a.snapshot;
    forEachAppointment(a, (i) => {
      s.denominator('termin', appointments.rawRows[i]!, 1);
      if (appointments.quelle[i] === ONLINE) s.numerator('termin', appointments.rawRows[i]!, 1);
    });
  },
};
/** Index of ONLINE among the booking channels. */
const ONLINE = 1;
