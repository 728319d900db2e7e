// Daily sums of key figures, stored with the image: where each row counts on its own day regardless
// of other criteria, any span is a sum of days. Stored in total and for each practitioner, kind of
// appointment, room, stamp, insurance and area; a new delivery recomputes only the days with
// changed rows. For a filter used repeatedly they are stored for its rows, by practitioner and
// kind, until the next image.

import { type Selection } from '../snapshot/selection.ts';
import { choosesUnassigned } from '../snapshot/unassigned.ts';
import { weekdayOf } from '../snapshot/calendar.ts';
import {
  type Measure,
  KIND_NAMES,
  INSURED,
  AREA_BLOCK,
  type Column,
  type State,
  dayBoundsOf,
  stateOf,
  sumsUnder,
} from './sum-store.ts';
import { collectAll, collectUnderFilter } from './build-day-sums.ts';

/**
 * The only dimension that restricts a filter in addition to its days, -1 where there is none;
 * `within`: the underlying filter where there are more dimensions.
 */
function narrowingOf({ chosenMarks, only }: Selection): {
  kind: number;
  marks: Uint8Array | undefined;
  within: Selection['chosenMarks'] | undefined;
} {
  const ways = KIND_NAMES.filter((kind) => chosenMarks[kind] !== undefined);
  // Keyword filters are judged row by row, the kind of appointment included.
  if (!chosenMarks.stichwort && ways.length <= 1)
    return ways.length === 0
      ? { kind: -1, marks: undefined, within: undefined }
      : { kind: KIND_NAMES.indexOf(ways[0]!), marks: chosenMarks[ways[0]!], within: undefined };
  const from = chosenMarks.stichwort
    ? chosenMarks.behandler
      ? 'behandler'
      : undefined
    : (only?.by ?? (chosenMarks.behandler ? 'behandler' : undefined));
  return from
    ? {
        kind: KIND_NAMES.indexOf(from),
        marks: chosenMarks[from],
        within: { ...chosenMarks, team: undefined, [from]: undefined },
      }
    : { kind: -1, marks: undefined, within: { ...chosenMarks, team: undefined } };
}
function tally(marks: Uint8Array): number {
  let many = 0;
  for (let at = 0; at < marks.length; at += 1) many += marks[at]!;
  return many;
}
/** Value of a day for an older image. */
function earlierSum(state: State, { nr, values }: Column, day: number): number {
  for (let s = state; s.newer; s = s.newer) {
    const before = s.replaced!.get(day);
    if (before) return before[nr] ?? 0;
  }
  return values[day - state.sumStore.from]!;
}
function sumBetween(
  state: State,
  column: Column | undefined,
  from: number,
  to: number,
  weekday: number | undefined,
): number {
  if (!column) return 0;
  const { values } = column,
    { from: start } = state.sumStore;
  let sum = 0;
  if (!state.newer && weekday === undefined) {
    for (let d = from - start; d <= to - start; d += 1) sum += values[d]!;
    return sum;
  }
  for (let day = from; day <= to; day += 1)
    if (weekday === undefined || weekdayOf(day) === weekday) sum += earlierSum(state, column, day);
  return sum;
}
/** Checks whether a filter has any restriction in addition to its days. */
const isNarrowlySelected = ({ chosenMarks }: Selection): boolean =>
  chosenMarks.stichwort !== undefined || KIND_NAMES.some((kind) => chosenMarks[kind] !== undefined);
/**
 * Returns the numerator sums of a walk in an unrestricted span, for each value of one dimension by
 * its index plus one: entry 0 is for rows without a value. Undefined where they are not stored.
 */
export function sumsPerPlace(
  a: Selection,
  measure: Measure,
  kind: (typeof KIND_NAMES)[number],
): Float64Array | undefined {
  if (a.filter.basis !== 'leistung' || a.weekday !== undefined || isNarrowlySelected(a))
    return undefined;
  const all = daySums(a, measure),
    kept = stateOf(a.snapshot).sumStore.measures.get(measure.name),
    which = KIND_NAMES.indexOf(kind),
    { blockStarts, blockSizes } = stateOf(a.snapshot).sumStore,
    found = new Float64Array(blockSizes[which]! + 1);
  if (!all || !kept) return undefined;
  const state = stateOf(a.snapshot),
    { earliest, lastDay } = dayBoundsOf(a.snapshot),
    from = Math.max(a.from, earliest),
    to = Math.min(a.to, lastDay);
  found[0] = all.numerator;
  if (to >= from)
    for (let at = 0; at < blockSizes[which]!; at += 1) {
      const sum = sumBetween(
        state,
        kept.numerator[blockStarts[which]! + 1 + at],
        from,
        to,
        undefined,
      );
      found[at + 1] = sum;
      found[0] -= sum;
    }
  return found;
}
/**
 * Returns numerator and denominator of a walk in the span of the filter; undefined where they are
 * not stored for such a filter.
 */
export function daySums(
  a: Selection,
  measure: Measure,
): { numerator: number; denominator: number } | undefined {
  // Which appointments of one kind match by keywords differs for each kind: their rows are few.
  if (a.filter.basis !== 'leistung' || (a.chosenMarks.stichwort && a.only?.by === 'terminart'))
    return undefined;
  const { kind, marks, within } = narrowingOf(a);
  // Rows without a value have no sum of their own.
  if (choosesUnassigned(marks)) return undefined;
  // A visit may belong to several of the chosen values, but counts once.
  if (
    measure.judgeVisit &&
    marks &&
    (kind === AREA_BLOCK || (kind !== INSURED && tally(marks) > 1))
  )
    return undefined;
  const state = within ? sumsUnder(a, within) : stateOf(a.snapshot);
  if (!state) return undefined;
  const { sumStore } = state,
    { from: start, to: end, blockStarts } = sumStore,
    { earliest, lastDay } = dayBoundsOf(a.snapshot),
    from = Math.max(a.from, earliest),
    to = Math.min(a.to, lastDay),
    sum = { numerator: 0, denominator: 0 };
  if (to < from) return sum;
  if (from < start || to > end) return undefined;
  // It was not built in advance: builds it here, as a whole.
  if (within && !sumStore.measures.has(measure.name))
    collectUnderFilter(state, within, a.snapshot, measure);
  if (!sumStore.measures.has(measure.name)) {
    if (state.newer) return undefined;
    for (const _ of collectAll(state, a.snapshot, measure));
  }
  const kept = sumStore.measures.get(measure.name)!,
    add = (slot: number): void => {
      sum.numerator += sumBetween(state, kept.numerator[slot], from, to, a.weekday);
      sum.denominator += sumBetween(state, kept.denominator[slot], from, to, a.weekday);
    };
  if (!marks) {
    add(0);
    return sum;
  }
  if (!measure.judgeVisit) add(blockStarts[kind]!);
  for (let at = 0; at < marks.length; at += 1)
    if (marks[at] === 1) add(blockStarts[kind]! + 1 + at);
  return sum;
}
