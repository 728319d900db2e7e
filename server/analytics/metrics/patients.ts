// Key figures of patients: mix, new, active, lost and won back (13 to 20, 39, 40, 42, 44 to 46).

import { withPeriod, type Selection } from '../snapshot/selection.ts';
import { forEachVisit, selectsVisit } from '../snapshot/selection/walk-visits.ts';
import { forEachServiceIn } from '../snapshot/selection/walk-services.ts';
import { matchesPlan } from '../snapshot/selection/matches.ts';
import { lastVisitUntil } from '../snapshot/visits.ts';
import { SYSTEM, INSURANCE, type Snapshot } from '../snapshot/snapshot.ts';
import {
  ageOn,
  dateOf,
  halfYearOfDay,
  EMPTY,
  plusMonths,
  quarterOfDay,
} from '../snapshot/calendar.ts';
import { gather, groupRows, withMarks } from '../snapshot/tables/sort-rows.ts';
import type { Definition } from './sink.ts';
import { subsetOf, memoise } from './row-index.ts';
import { type RowSet } from '../snapshot/row-set.ts';
import {
  forEachActivePatient,
  withActive,
  servicesByNumber,
  pzrServices,
  uptServices,
  uptDays,
} from './walks.ts';
import { BOOKED, bookedAheadOn } from './booked.ts';
import { firstVisitsBetween } from './derived/new-patients.ts';
import { VERSICHERUNG } from '../../../shared/analytics/deliveries/pvs-words.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';

/** Iterates once over each patient with a visit in the span. */
export function forEachTreatedPatient(a: Selection, visit: (pat: number) => void): void {
  const { visits, rawRows } = a.snapshot;
  withMarks([rawRows.tables.patient.count], (seen) => {
    forEachVisit(a, (b) => {
      const p = visits.pat[b]!;
      if (seen[p] === 0) {
        seen[p] = 1;
        visit(p);
      }
    });
  });
}
/** Iterates over the patients who became patients in the span, with their first delivered visit. */
export function forEachNewPatient(
  a: Selection,
  visit: (pat: number, visitAt: number) => void,
): void {
  // The first visit may be after the span; the filter is checked at that visit.
  for (const b of firstVisitsBetween(a.snapshot, a.from, a.to))
    if (selectsVisit(a, b)) visit(a.snapshot.visits.pat[b]!, b);
}
const treated = new WeakMap<Selection, Int32Array>();
/**
 * Counts the patients with a visit in the span by insurance, at its index plus one; once for all
 * figures of a filter.
 */
function treatedByInsurance(a: Selection): Int32Array {
  let counts = treated.get(a);
  if (!counts) {
    const insuranceOf = a.snapshot.rawRows.tables.patient.columns['versicherung']!,
      made = new Int32Array(VERSICHERUNG.length + 1);
    forEachTreatedPatient(a, (p) => {
      made[insuranceOf[p]! + 1]! += 1;
    });
    treated.set(a, (counts = made));
  }
  return counts;
}
/** Returns the number of patients with a visit in the span. */
export const countTreatedPatients = (a: Selection): number =>
  treatedByInsurance(a).reduce((sum, count) => sum + count, 0);
const mix =
  (...insurances: number[]): Definition =>
  (a, s) => {
    if (s.isSumOnly === true) {
      treatedByInsurance(a).forEach((count, at) => {
        s.denominator('patient', -1, count);
        if (insurances.includes(at - 1)) s.numerator('patient', -1, count);
      });
      return;
    }
    const insuranceOf = a.snapshot.rawRows.tables.patient.columns['versicherung']!;
    forEachTreatedPatient(a, (p) => {
      s.denominator('patient', p, 1);
      if (insurances.includes(insuranceOf[p]!)) s.numerator('patient', p, 1);
    });
  };
/** Iterates once over each patient who came back after more than 18 months. */
function forEachReturned(a: Selection, visit: (pat: number) => void): void {
  const { visits, rawRows } = a.snapshot;
  withMarks([rawRows.tables.patient.count], (seen) => {
    forEachVisit(a, (b) => {
      const p = visits.pat[b]!;
      if (
        b > visits.from[p]! &&
        seen[p] === 0 &&
        visits.day[b]! - visits.day[b - 1]! > 540 &&
        visits.day[b - 1]! < plusMonths(visits.day[b]!, -18)
      ) {
        seen[p] = 1;
        visit(p);
      }
    });
  });
}
/** Iterates over the patients who were active before the span and are inactive on its last day. */
function forEachInactivePatient(a: Selection, visit: (pat: number) => void): void {
  withActive(a, a.cutoffDate, (now) => {
    forEachActivePatient(a, a.from - 1, (p) => {
      if (now[p] === 0) visit(p);
    });
  });
}
/**
 * Iterates over the patients last seen 18 to 24 months before the last day of a filter who had no
 * appointment ahead then, or none that is known.
 */
function forEachLostPatient(a: Selection, visit: (pat: number, isKnown: boolean) => void): void {
  const { visits } = a.snapshot,
    day = a.cutoffDate,
    aheadOf = bookedAheadOn(a.snapshot, day);
  forEachVisit(withPeriod(a, plusMonths(day, -24) + 1, plusMonths(day, -18)), (b) => {
    const p = visits.pat[b]!;
    if (lastVisitUntil(visits, p, day) !== b) return;
    const ahead = aheadOf(p);
    if (ahead !== BOOKED.YES) visit(p, ahead === BOOKED.NO);
  });
}
const birthDayOf = (a: Selection): ((p: number) => number) => {
  const birthDays = a.snapshot.rawRows.tables.patient.columns['geburtsdatum']!;
  return (p) => birthDays[p]!;
};
/** Born on the same day 18 years earlier, or before. */
const isGrownUp = (a: Selection): ((p: number) => boolean) => {
  const birthDays = a.snapshot.rawRows.tables.patient.columns['geburtsdatum']!,
    last = plusMonths(a.cutoffDate, -18 * 12);
  return (p) => birthDays[p] !== EMPTY && birthDays[p]! <= last;
};

/** Part of a year in which one session is due: the year, half-year or third, by grade. */
const segmentOf = (day: number, grade: number): number => {
  const { year, month } = dateOf(day),
    parts = grade + 1;
  return year * parts + Math.floor(((month - 1) * parts) / 12);
};
/** Last day of a part. */
function segmentEnd(part: number, grade: number): number {
  const parts = grade + 1,
    year = Math.floor(part / parts),
    month = ((part - year * parts + 1) * 12) / parts;
  return Date.UTC(year, month, 0) / DAY_MS;
}

/** Exams of patients with a perio screening on that day or in the seven quarters before. */
const psiServices = (snapshot: Snapshot): RowSet =>
  memoise(snapshot, 'mitPsi', () => {
    const { services } = snapshot,
      { rows, days: day } = servicesByNumber(snapshot, SYSTEM.BEMA, /^04$/),
      { from, rows: by } = groupRows(
        gather(services.pat, rows),
        snapshot.rawRows.tables.patient.count,
      ),
      days = gather(day, by);
    return subsetOf(servicesByNumber(snapshot, SYSTEM.BEMA, /^01$/), (i) => {
      const p = services.pat[i]!;
      if (p < 0) return false;
      // Sorted by day per patient: the last one up to the exam is the nearest.
      let last = EMPTY;
      for (let g = from[p]!; g < from[p + 1]! && days[g]! <= services.day[i]!; g += 1)
        last = days[g]!;
      return last !== EMPTY && quarterOfDay(last) >= quarterOfDay(services.day[i]!) - 7;
    });
  });
const PRESENT = 1,
  ERLEDIGT = 2;

export const patientFigures: Readonly<Record<string, Definition>> = {
  patientenGkv: mix(INSURANCE.GKV),
  patientenPkv: mix(INSURANCE.PKV),
  patientenSonst: mix(INSURANCE.SELBST, INSURANCE.SONST, -1),
  neupatienten(a, s) {
    forEachNewPatient(a, (p) => {
      s.numerator('patient', p, 1);
    });
  },
  neupatientenquote(a, s) {
    forEachNewPatient(a, (p) => {
      s.numerator('patient', p, 1);
    });
    forEachTreatedPatient(a, (p) => {
      s.denominator('patient', p, 1);
    });
  },
  bindungNeu(a, s) {
    const { visits } = a.snapshot;
    forEachNewPatient(a, (p, b) => {
      s.denominator('patient', p, 1);
      if (b + 1 < visits.from[p + 1]! && visits.day[b + 1]! <= visits.day[b]! + 180)
        s.numerator('patient', p, 1);
    });
  },
  aktivePatienten(a, s) {
    forEachActivePatient(a, a.cutoffDate, (p) => {
      s.numerator('patient', p, 1);
    });
  },
  abwanderung(a, s) {
    forEachLostPatient(a, (p, isKnown) => {
      if (isKnown) s.numerator('patient', p, 1);
      else s.undated?.('patient', p, a.snapshot.today);
    });
    forEachActivePatient(a, plusMonths(a.cutoffDate, -6), (p) => {
      s.denominator('patient', p, 1);
    });
  },
  patientenwachstum(a, s) {
    forEachNewPatient(a, (p) => {
      s.numerator('patient', p, 1);
    });
    forEachReturned(a, (p) => {
      s.numerator('patient', p, 1);
    });
    forEachInactivePatient(a, (p) => {
      s.numerator('patient', p, -1);
    });
    forEachActivePatient(a, a.cutoffDate, (p) => {
      s.denominator('patient', p, 1);
    });
  },
  reaktiviert(a, s) {
    forEachReturned(a, (p) => {
      s.numerator('patient', p, 1);
    });
  },
  pzrQuote(a, s) {
    const adult = isGrownUp(a),
      { services, rawRows } = a.snapshot;
    forEachActivePatient(a, a.cutoffDate, (p) => {
      if (adult(p)) s.denominator('patient', p, 1);
    });
    withMarks([rawRows.tables.patient.count], (seen) => {
      forEachServiceIn(
        withPeriod(a, plusMonths(a.cutoffDate, -12) + 1, a.cutoffDate),
        pzrServices(a.snapshot),
        (i) => {
          const p = services.pat[i]!;
          if (p >= 0 && seen[p] === 0 && adult(p)) {
            seen[p] = 1;
            s.numerator('patient', p, 1);
          }
        },
      );
    });
  },
  pzrJePatient(a, s) {
    const { services, visits, rawRows } = a.snapshot;
    withMarks([visits.n, rawRows.tables.patient.count], (days, seen) => {
      forEachServiceIn(a, pzrServices(a.snapshot), (i) => {
        const b = services.visit[i]!,
          p = services.pat[i]!;
        if (b < 0 || days[b] === 1) return;
        days[b] = 1;
        s.numerator('leistung', services.rawRows[i]!, 1);
        if (seen[p] === 0) {
          seen[p] = 1;
          s.denominator('patient', p, 1);
        }
      });
    });
  },
  uptAnteil(a, s) {
    const { services, visits } = a.snapshot;
    withMarks([visits.n, visits.n], (pzr, upt) => {
      forEachServiceIn(a, uptServices(a.snapshot), (i) => {
        const b = services.visit[i]!;
        if (b >= 0 && upt[b] === 0) {
          upt[b] = 1;
          s.numerator('leistung', services.rawRows[i]!, 1);
          s.denominator('leistung', services.rawRows[i]!, 1);
        }
      });
      forEachServiceIn(a, pzrServices(a.snapshot), (i) => {
        const b = services.visit[i]!;
        if (b >= 0 && pzr[b] === 0) {
          pzr[b] = 1;
          s.denominator('leistung', services.rawRows[i]!, 1);
        }
      });
    });
  },
  psiQuote(a, s) {
    const { services } = a.snapshot;
    forEachServiceIn(a, servicesByNumber(a.snapshot, SYSTEM.BEMA, /^01$/), (i) => {
      if (services.pat[i]! >= 0) s.denominator('leistung', services.rawRows[i]!, 1);
    });
    forEachServiceIn(a, psiServices(a.snapshot), (i) => {
      s.numerator('leistung', services.rawRows[i]!, 1);
    });
  },
  uptTreue(a, s) {
    const { rawRows, mergedInto, live } = a.snapshot,
      c = rawRows.tables.parfall.columns,
      { from, days } = uptDays(a.snapshot);
    for (const at of live.parfall) {
      const start = c['uptVon']![at]!,
        grade = c['grad']![at]!,
        pat = c['patid']![at]!;
      if (start === EMPTY || grade < 0 || pat < 0 || !matchesPlan(a, 'parfall', at)) continue;
      const end = c['uptBis']![at] === EMPTY ? plusMonths(start, 24) : c['uptBis']![at]!;
      // Sessions are due on the last day of their part, the last session at the end of the last
      // part.
      if (start > a.cutoffDate || segmentEnd(segmentOf(end, grade), grade) < a.from) continue;
      const p = mergedInto[pat]!,
        done = new Set<number>();
      for (let g = from[p]!; g < from[p + 1]!; g += 1)
        if (days[g]! >= start && days[g]! <= end) done.add(segmentOf(days[g]!, grade));
      for (let part = segmentOf(start, grade); part <= segmentOf(end, grade); part += 1) {
        const last = segmentEnd(part, grade);
        if (last < a.from || last > a.cutoffDate) continue;
        s.denominator('parfall', at, 1);
        if (done.has(part)) s.numerator('parfall', at, 1);
      }
    }
  },
  ipQuote(a, s) {
    const { services, visits } = a.snapshot,
      birthDays = birthDayOf(a),
      isChild = (p: number, day: number): boolean => {
        if (birthDays(p) === EMPTY || day - birthDays(p) > 6_600) return false;
        const age = ageOn(birthDays(p), day);
        return age >= 6 && age <= 17;
      };
    /** A patient's half-year, identified by the first visit in it. */
    const halfYearRow = (b: number): number => {
      const half = halfYearOfDay(visits.day[b]!),
        from = visits.from[visits.pat[b]!]!;
      let at = b;
      while (at > from && halfYearOfDay(visits.day[at - 1]!) === half) at -= 1;
      return at;
    };
    withMarks([visits.n], (marks) => {
      forEachVisit(a, (b) => {
        const p = visits.pat[b]!;
        if (!isChild(p, visits.day[b]!)) return;
        const at = halfYearRow(b);
        if (marks[at] === 0) {
          marks[at] = PRESENT;
          s.denominator('patient', p, 1);
        }
      });
      forEachServiceIn(a, servicesByNumber(a.snapshot, SYSTEM.BEMA, /^IP1$/), (i) => {
        const b = services.visit[i]!;
        if (b < 0) return;
        const at = halfYearRow(b);
        if (marks[at] === PRESENT) {
          marks[at] = ERLEDIGT;
          s.numerator('patient', visits.pat[b]!, 1);
        }
      });
    });
  },
};
