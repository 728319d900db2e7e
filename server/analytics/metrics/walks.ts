// Walks that several key figures share: cases, active patients, positions by number, plans in a
// span.

import { TERMIN_STATUS } from '../../../shared/analytics/deliveries/pvs-words.ts';
import { MATURITY_DAYS } from '../../../shared/analytics/reports/figures.ts';
import { withPeriod, type Selection } from '../snapshot/selection.ts';
import { forEachService, forEachServiceIn } from '../snapshot/selection/walk-services.ts';
import {
  selectsEveryRow,
  isByPersonOnly,
  matchesPatient,
  matchesPlan,
  matchesWeekday,
} from '../snapshot/selection/matches.ts';
import { BEREICH, STATUS, SYSTEM, type Snapshot } from '../snapshot/snapshot.ts';
import { berlinDay, EMPTY, periodOf, plusMonths, quarterOfDay } from '../snapshot/calendar.ts';
import { lowerBound, gather, groupRows, withMarks } from '../snapshot/tables/sort-rows.ts';
import { memoise, caseStarts, caseServices, plansByDay, serviceRowSet } from './row-index.ts';
import { type RowSet } from '../snapshot/row-set.ts';

const chosenMarks = new WeakMap<Snapshot, Map<string, Uint8Array>>();
/** Returns the indexes of the position numbers that a pattern matches. */
function numbersMatching(snapshot: Snapshot, pattern: RegExp): Uint8Array {
  const known = chosenMarks.get(snapshot) ?? new Map<string, Uint8Array>();
  chosenMarks.set(snapshot, known);
  let marks = known.get(pattern.source);
  if (!marks)
    known.set(
      pattern.source,
      (marks = Uint8Array.from(snapshot.services.positionNumbers.words, (word) =>
        pattern.test(word) ? 1 : 0,
      )),
    );
  return marks;
}
/** Iterates over services of a fee schedule whose number matches a pattern. */
export function isPositionMatching(
  snapshot: Snapshot,
  system: number,
  pattern: RegExp,
): (i: number) => boolean {
  const marks = numbersMatching(snapshot, pattern),
    { services } = snapshot;
  return (i) =>
    services.system[i] === system && services.nr[i]! >= 0 && marks[services.nr[i]!] === 1;
}
/** Lists services of a fee schedule whose number matches a pattern. */
export const servicesByNumber = (snapshot: Snapshot, system: number, pattern: RegExp): RowSet =>
  serviceRowSet(
    snapshot,
    `${system} ${pattern.source}`,
    isPositionMatching(snapshot, system, pattern),
    () => servicesOfPosition(snapshot, system, numbersMatching(snapshot, pattern), NO_AREA),
  );
export const pzrServices = (snapshot: Snapshot): RowSet =>
  serviceRowSet(snapshot, 'pzr', isPzrService(snapshot), () =>
    servicesOfPosition(snapshot, SYSTEM.GOZ, numbersMatching(snapshot, /^1040$/), BEREICH.PZR),
  );
const NO_AREA = -2;
/** Services of a fee schedule with a marked number, and those of an area. */
function servicesOfPosition(
  { services: { n, system, nr, bereich } }: Snapshot,
  wanted: number,
  marks: Uint8Array,
  area: number,
): Int32Array {
  const found = new Int32Array(n);
  let many = 0;
  for (let i = 0; i < n; i += 1) {
    const at = nr[i]!;
    if ((at >= 0 && marks[at] === 1 && system[i] === wanted) || bereich[i] === area)
      found[many++] = i;
  }
  return found.slice(0, many);
}
export const uptServices = (snapshot: Snapshot): RowSet =>
  servicesByNumber(snapshot, SYSTEM.BEMA, /^UPT/);
const isPzrService = (snapshot: Snapshot): ((i: number) => boolean) => {
  const goz = isPositionMatching(snapshot, SYSTEM.GOZ, /^1040$/);
  return (i) => snapshot.services.bereich[i] === BEREICH.PZR || goz(i);
};
/** Returns the days of UPT services by patient, each patient's in order. */
export function uptDays(snapshot: Snapshot): { from: Int32Array; days: Int32Array } {
  return memoise(snapshot, 'uptTage', () => {
    const { rows, days: day } = uptServices(snapshot),
      { from, rows: places } = groupRows(
        gather(snapshot.services.pat, rows),
        snapshot.rawRows.tables.patient.count,
      );
    return { from, days: gather(day, places) };
  });
}

/**
 * Iterates once over each patient and quarter with a KCH service covered by the statutory
 * insurance.
 */
export function forEachCase(a: Selection, visit: (pat: number, i: number) => void): void {
  const { services, rawRows } = a.snapshot,
    last = new Int32Array(rawRows.tables.patient.count).fill(EMPTY);
  const first = (of: Selection): void => {
    let day = EMPTY,
      quarter = 0;
    forEachServiceIn(of, caseServices(a.snapshot), (i) => {
      const p = services.pat[i]!;
      if (services.day[i] !== day) {
        day = services.day[i]!;
        quarter = quarterOfDay(day);
      }
      if (last[p] !== quarter) {
        last[p] = quarter;
        visit(p, i);
      }
    });
  };
  if (!selectsEveryRow(a)) {
    first(a);
    return;
  }
  // For whole quarters the first service is precomputed; the span may begin within one.
  const { to: end } = periodOf(a.from, 'QUARTAL');
  first(withPeriod(a, a.from, Math.min(a.to, end)));
  if (a.to > end)
    forEachServiceIn(withPeriod(a, end + 1, a.to), caseStarts(a.snapshot), (i) => {
      visit(services.pat[i]!, i);
    });
}

const ACTIVE_MONTHS = 24;
/**
 * Marks patients (by index) with a chosen service in the two years up to a day, while `work` runs.
 */
export function withActive<T>(a: Selection, to: number, work: (marks: Uint8Array) => T): T {
  return withMarks([a.snapshot.rawRows.tables.patient.count], (marks) => {
    markActive(a, to, marks);
    return work(marks);
  });
}
/** Iterates over them. */
export const forEachActivePatient = (
  a: Selection,
  to: number,
  visit: (pat: number) => void,
): void => {
  withActive(a, to, (marks) => {
    forEachMarked(marks, visit);
  });
};
function markActive(a: Selection, to: number, marks: Uint8Array): void {
  const { services, visits } = a.snapshot,
    after = plusMonths(to, -ACTIVE_MONTHS);
  if (isByPersonOnly(a)) {
    const { from, day, hasService } = visits;
    // Visits of a patient are sorted by day: searching backwards, the first that counts is enough.
    for (let p = 0; p < marks.length; p += 1)
      if (matchesPatient(a, p))
        for (let b = from[p + 1]! - 1; b >= from[p]! && day[b]! > after; b -= 1)
          if (day[b]! <= to && hasService[b] === 1 && matchesWeekday(a, day[b]!)) {
            marks[p] = 1;
            break;
          }
    return;
  }
  forEachService(withPeriod(a, after + 1, to), (i) => {
    if (services.pat[i]! >= 0) marks[services.pat[i]!] = 1;
  });
}
/** Iterates over the marked indexes. */
function forEachMarked(marks: Uint8Array, visit: (at: number) => void): void {
  for (let at = 0; at < marks.length; at += 1) if (marks[at] === 1) visit(at);
}

/** Marks of states by their index in TERMIN_STATUS; an index outside has none. */
const states = (...places: readonly number[]): Uint8Array => {
  const marks = new Uint8Array(TERMIN_STATUS.length);
  for (const at of places) marks[at] = 1;
  return marks;
};
const GEPLANT = states(STATUS.GEPLANT, STATUS.BESTAETIGT, STATUS.EINGETROFFEN, STATUS.IM_ZIMMER),
  CANCELLED = states(STATUS.ABGESAGT_PATIENT, STATUS.ABGESAGT_PRAXIS, STATUS.VERSCHOBEN),
  LOST = states(STATUS.ABGESAGT_PATIENT, STATUS.NICHT_ERSCHIENEN);
/** Checks for a future appointment. */
export const isPlanned = (status: number): boolean => GEPLANT[status] === 1;
export const isCancelledState = (status: number): boolean => CANCELLED[status] === 1;
export const isLost = (status: number): boolean => LOST[status] === 1;

/**
 * Returns the index of the first planned appointment of a patient from a day on, -1 without one.
 */
export function nextAppointment(snapshot: Snapshot, pat: number, since: number): number {
  const {
    day,
    status,
    byPatient: { from, rows },
  } = snapshot.appointments;
  let first = -1;
  // Sorted by day: few are in the future, so the search starts at the last one.
  for (let g = from[pat + 1]! - 1; g >= from[pat]! && day[rows[g]!]! >= since; g -= 1)
    if (isPlanned(status[rows[g]!]!)) first = rows[g]!;
  return first;
}
const MEMO_DAYS = 8;
/**
 * Returns the same for every patient at once, for callers that need many; the days requested last
 * are cached.
 */
export function nextAppointments(snapshot: Snapshot, from: number): Int32Array {
  const days = memoise(snapshot, 'naechste', () => new Map<number, Int32Array>()),
    known = days.get(from);
  if (known) return known;
  const { day, pat, status } = snapshot.appointments,
    made = new Int32Array(snapshot.rawRows.tables.patient.count).fill(-1);
  for (let i = day.length - 1; i >= 0 && day[i]! >= from; i -= 1)
    if (pat[i]! >= 0 && isPlanned(status[i]!)) made[pat[i]!] = i;
  if (days.size >= MEMO_DAYS) days.delete(days.keys().next().value!);
  days.set(from, made);
  return made;
}
/** Returns the visit of a patient on a day, -1 without one. */
export function visitOn(snapshot: Snapshot, pat: number, day: number): number {
  const { visits } = snapshot,
    from = visits.from[pat]!,
    to = visits.from[pat + 1]!,
    at = from + lowerBound(visits.day.subarray(from, to), day);
  return at < to && visits.day[at] === day ? at : -1;
}

/**
 * Iterates over the chosen plans made in the span, with their patient (-1: none). Alternatives do
 * not count as separate plans.
 */
export function forEachNewPlan(a: Selection, visit: (at: number, pat: number) => void): void {
  const { patid, status } = a.snapshot.rawRows.tables.hkp.columns,
    { rows, days: day } = plansByDay(a.snapshot),
    to = lowerBound(day, a.to + 1);
  for (let k = lowerBound(day, a.from); k < to; k += 1) {
    const at = rows[k]!,
      pat = patid![at]!;
    if (status![at] !== ALTERNATIVE && matchesPlan(a, 'hkp', at))
      visit(at, pat < 0 ? -1 : a.snapshot.mergedInto[pat]!);
  }
}
/** Index of a status in HKP_STATUS. */
const ALTERNATIVE = 13;

/**
 * Returns for each plan the day of its first scheduled or performed step, EMPTY without one: by its
 * own dates, by the day on which an appointment was made (else by its day), or by a service.
 */
export const firstStepDays = (snapshot: Snapshot): Int32Array =>
  memoise(snapshot, 'planSchritte', () => {
    const { appointments, services, rawRows } = snapshot,
      { terminAm, begonnenAm } = rawRows.tables.hkp.columns,
      first = new Int32Array(rawRows.tables.hkp.count).fill(EMPTY);
    const take = (at: number, day: number): void => {
      if (at >= 0 && day !== EMPTY && (first[at] === EMPTY || day < first[at]!)) first[at] = day;
    };
    for (let i = 0; i < appointments.n; i += 1) {
      const made = appointments.createdAt[i]!;
      if (isPlanned(appointments.status[i]!) || appointments.status[i] === STATUS.WAHRGENOMMEN)
        take(appointments.hkp[i]!, Number.isNaN(made) ? appointments.day[i]! : berlinDay(made));
    }
    for (let i = 0; i < services.n; i += 1) take(services.hkp[i]!, services.day[i]!);
    for (const at of snapshot.live.hkp) {
      take(at, terminAm![at]!);
      take(at, begonnenAm![at]!);
    }
    return first;
  });
/**
 * Checks whether a day is within the time that every case of a figure is given, counted from its
 * first day: an older case must not have had more of it.
 * @param key figure with `MATURITY_DAYS`
 */
export const isInTime = (key: string, made: number, day: number): boolean =>
  day !== EMPTY && day <= made + MATURITY_DAYS[key]!;
export const centsOrZero = (value: number): number => (Number.isNaN(value) ? 0 : value);
