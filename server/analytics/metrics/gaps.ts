// Gaps between appointments within working hours, and the reuse of the time of failed appointments.

import { type Selection } from '../snapshot/selection.ts';
import { forEachHours } from '../snapshot/selection/walk-appointments.ts';
import { matchesHours } from '../snapshot/selection/matches.ts';
import { STATUS, type Snapshot } from '../snapshot/snapshot.ts';
import { lowerBound } from '../snapshot/tables/sort-rows.ts';
import { shareCents } from '../snapshot/share-cents.ts';
import { daySums } from './day-sums.ts';
import { HOURS_MEASURE, MONEY_MEASURES, moneyFigures } from './money.ts';
import { memoise } from './row-index.ts';
import { isCancelledState } from './walks.ts';

/**
 * A gap without an appointment, minutes since midnight; `row` is the row of working hours that
 * contains it.
 */
export interface Gap {
  day: number;
  behandler: number;
  zimmer: number;
  from: number;
  to: number;
  row: number;
}

/** Intervals in minutes of one practitioner's appointments of a day that take time. */
function occupied(snapshot: Snapshot, day: number): Map<number, [number, number][]> {
  const { appointments } = snapshot,
    found = new Map<number, [number, number][]>();
  for (
    let i = lowerBound(appointments.day, day);
    i < appointments.n && appointments.day[i] === day;
    i += 1
  ) {
    if (isCancelledState(appointments.status[i]!) || appointments.behandler[i]! < 0) continue;
    const list = found.get(appointments.behandler[i]!) ?? [];
    found.set(appointments.behandler[i]!, list);
    list.push([appointments.minute[i]!, appointments.minute[i]! + appointments.dauer[i]!]);
  }
  for (const list of found.values()) list.sort((x, y) => x[0] - y[0]);
  return found;
}
/**
 * Iterates over the gaps of one row of working hours.
 * @param taken intervals taken by appointments of its day, by practitioner
 */
function forEachGapOfRow(
  { workingHours }: Snapshot,
  i: number,
  taken: Map<number, [number, number][]>,
  visit: (from: number, to: number) => void,
): void {
  // The same minutes of the person are those of another stretch.
  if (workingHours.minutes[i] === 0) return;
  let free = workingHours.from[i]!;
  const end = workingHours.to[i]!;
  for (const [from, to] of taken.get(workingHours.behandler[i]!) ?? []) {
    if (to <= free) continue;
    if (from >= end) break;
    if (from > free) visit(free, from);
    free = Math.max(free, to);
  }
  if (free < end) visit(free, end);
}
interface GapList {
  readonly row: Int32Array;
  readonly day: Int32Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
}
/** For spans of more days every gap of the image is listed once. */
const LONG_SPAN_DAYS = 400;
const listedGaps = new WeakMap<Snapshot, GapList>();
/** Returns every gap by day; independent of the filter. */
export function allGaps(snapshot: Snapshot): GapList {
  const known = listedGaps.get(snapshot);
  if (known) return known;
  const { workingHours } = snapshot,
    row: number[] = [],
    from: number[] = [],
    to: number[] = [];
  let day = Number.NaN,
    taken = new Map<number, [number, number][]>();
  for (let i = 0; i < workingHours.day.length; i += 1) {
    if (workingHours.day[i] !== day) {
      day = workingHours.day[i]!;
      taken = occupied(snapshot, day);
    }
    forEachGapOfRow(snapshot, i, taken, (since, until) => {
      row.push(i);
      from.push(since);
      to.push(until);
    });
  }
  const made: GapList = {
    row: Int32Array.from(row),
    day: Int32Array.from(row, (i) => workingHours.day[i]!),
    from: Int32Array.from(from),
    to: Int32Array.from(to),
  };
  listedGaps.set(snapshot, made);
  return made;
}
/** Iterates over the gaps of at least the given minutes, by day and practitioner. */
export function forEachGap(a: Selection, minMinutes: number, visit: (l: Gap) => void): void {
  const { snapshot } = a,
    { workingHours } = snapshot,
    tell = (i: number, from: number, to: number): void => {
      if (to - from >= minMinutes)
        visit({
          day: workingHours.day[i]!,
          behandler: workingHours.behandler[i]!,
          zimmer: workingHours.zimmer[i]!,
          from,
          to,
          row: workingHours.rawRows[i]!,
        });
    };
  if (a.to - a.from < LONG_SPAN_DAYS && !listedGaps.has(snapshot)) {
    let day = Number.NaN,
      taken = new Map<number, [number, number][]>();
    forEachHours(a, (i) => {
      if (workingHours.day[i] !== day) {
        day = workingHours.day[i]!;
        taken = occupied(snapshot, day);
      }
      forEachGapOfRow(snapshot, i, taken, (from, to) => {
        tell(i, from, to);
      });
    });
    return;
  }
  const all = allGaps(snapshot),
    end = lowerBound(all.day, a.to + 1);
  for (let k = lowerBound(all.day, a.from); k < end; k += 1)
    if (matchesHours(a, all.row[k]!)) tell(all.row[k]!, all.from[k]!, all.to[k]!);
}

/**
 * Computes the minutes of a failed appointment that were reused by appointments made after the
 * cancellation, for the same practitioner (without one: in the same room).
 */
export function refilledMinutes(snapshot: Snapshot, i: number): number {
  const known = memoise(snapshot, 'wiederBelegt', () =>
    new Float64Array(snapshot.appointments.n).fill(Number.NaN),
  );
  if (Number.isNaN(known[i])) known[i] = minutesOfOthers(snapshot, i);
  return known[i]!;
}
function minutesOfOthers({ appointments }: Snapshot, i: number): number {
  const from = appointments.start[i]!,
    to = from + appointments.dauer[i]! * 60_000,
    since = Number.isNaN(appointments.absage[i]) ? from : appointments.absage[i]!,
    parts: [number, number][] = [];
  for (
    let j = lowerBound(appointments.day, appointments.day[i]!);
    j < appointments.n && appointments.day[j] === appointments.day[i];
    j += 1
  ) {
    if (
      j === i ||
      isCancelledState(appointments.status[j]!) ||
      appointments.status[j] === STATUS.NICHT_ERSCHIENEN ||
      (!Number.isNaN(appointments.createdAt[j]) && appointments.createdAt[j]! < since)
    )
      continue;
    const isSame =
      appointments.behandler[i]! >= 0
        ? appointments.behandler[j] === appointments.behandler[i]
        : appointments.zimmer[i]! >= 0 && appointments.zimmer[j] === appointments.zimmer[i];
    const start = Math.max(from, appointments.start[j]!),
      end = Math.min(to, appointments.start[j]! + appointments.dauer[j]! * 60_000);
    if (isSame && end > start) parts.push([start, end]);
  }
  let sum = 0,
    reached = from;
  for (const [start, end] of parts.sort((x, y) => x[0] - y[0])) {
    sum += Math.max(0, end - Math.max(start, reached));
    reached = Math.max(reached, end);
  }
  return sum / 60_000;
}

/** Fee per hour in euros as defined by the figure; 0 where unknown. */
function hourlyFee(a: Selection): number {
  const fees = daySums(a, MONEY_MEASURES.honorar),
    kept = fees && daySums(a, HOURS_MEASURE);
  let cents = kept ? fees.numerator : 0,
    hours = kept?.numerator ?? 0;
  if (!kept)
    moneyFigures['stundensatz']!(a, {
      numerator: (_e, _at, value) => {
        cents += value;
      },
      denominator: (_e, _at, value) => {
        hours += value;
      },
    });
  return hours > 0 ? cents / hours : 0;
}
/**
 * Returns the cents lost by each of some failed appointments: the minutes that stayed empty, at the
 * fee per hour of the span.
 * @param lost their indexes
 */
export function lostCents(a: Selection, lost: readonly number[]): Float64Array {
  const { appointments } = a.snapshot,
    minutes = Float64Array.from(
      lost,
      (i) => appointments.dauer[i]! - refilledMinutes(a.snapshot, i),
    ),
    total = minutes.reduce((sum, one) => sum + one, 0);
  return total === 0
    ? minutes
    : shareCents(Math.round((total / 60) * hourlyFee(a)), minutes, (x, y) => lost[x]! < lost[y]!);
}
