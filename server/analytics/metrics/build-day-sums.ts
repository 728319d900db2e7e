/** Builds daily sums in chunks, and carries them over to the next image. */
import { UNFILTERED } from '../../../shared/analytics/reports/report.ts';
import { type Selection, buildSelection } from '../snapshot/selection.ts';
import { prelistRows } from '../snapshot/selection/candidate-rows.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { dayText } from '../snapshot/calendar.ts';
import {
  type CacheEntry,
  DAYS_AHEAD,
  DAYS_BACK,
  type Measure,
  type State,
  blockSizesOf,
  dayBoundsOf,
  stateOf,
  states,
} from './sum-store.ts';
import { SumCollector } from './sum-collector.ts';

/** All rows of some days, by day of treatment. */
function selectEverything(snapshot: Snapshot, from: number, to: number): Selection {
  return buildSelection(snapshot, {
    von: dayText(from),
    bis: dayText(to),
    vergleich: 'KEIN',
    ...UNFILTERED,
    basis: 'leistung',
    gruppierung: 'MONAT',
    kennzahl: 'umsatz',
  });
}

/** Approximate number of rows walked in one chunk. */
const CHUNK_SIZE = 4000;

export function* collectAll(state: State, snapshot: Snapshot, measure: Measure): Generator<void> {
  const { sumStore } = state,
    kept: CacheEntry = { measure, numerator: [], denominator: [] },
    collector = new SumCollector(state, snapshot),
    { from, to } = sumStore,
    days = Math.max(
      7,
      Math.ceil(((to - from) * CHUNK_SIZE) / (snapshot.services.n + snapshot.appointments.n + 1)),
    );
  for (let start = from; start <= to; start += days) {
    collector.collect(kept, selectEverything(snapshot, start, Math.min(to, start + days - 1)));
    yield;
  }
  if (!sumStore.measures.has(measure.name)) sumStore.measures.set(measure.name, kept);
}

/** Builds the sums of a walk under a filter. */
export function collectUnderFilter(
  state: State,
  within: Selection['chosenMarks'],
  snapshot: Snapshot,
  measure: Measure,
): void {
  const { sumStore } = state,
    kept: CacheEntry = { measure, numerator: [], denominator: [] },
    everything: Selection = {
      ...selectEverything(snapshot, sumStore.from, sumStore.to),
      isNarrowed: true,
      chosenMarks: within,
    };
  prelistRows(everything);
  new SumCollector(state, snapshot).collect(kept, everything);
  sumStore.measures.set(measure.name, kept);
}

/** Builds the missing sums of an image in small chunks. */
export function* buildDaySums(snapshot: Snapshot, measures: Iterable<Measure>): Generator<void> {
  const state = stateOf(snapshot);
  for (const measure of measures)
    if (!state.sumStore.measures.has(measure.name)) yield* collectAll(state, snapshot, measure);
}

/**
 * Transfers the sums of the previous image to the next one.
 * @param days all days on which any row differs
 * @returns whether it was possible; otherwise they are rebuilt
 */
export function updateDaySums(
  previous: Snapshot,
  snapshot: Snapshot,
  days: ReadonlySet<number>,
): boolean {
  const last = states.get(previous),
    { earliest, lastDay } = dayBoundsOf(snapshot),
    blockSizes = blockSizesOf(snapshot);
  if (!last || last.newer || previous.today !== snapshot.today) return false;
  const { sumStore } = last,
    { from, to, columns } = sumStore;
  if (
    blockSizes.some((many, at) => many !== sumStore.blockSizes[at]) ||
    Math.max(earliest, snapshot.today - DAYS_BACK) < from ||
    Math.min(lastDay, snapshot.today + DAYS_AHEAD) > to
  )
    return false;
  const own = [...days].filter((day) => day >= from && day <= to).sort((x, y) => x - y),
    state: State = { daysAsked: 0, sumStore };
  last.replaced = new Map(
    own.map((day) => [
      day,
      Float64Array.from(columns, ({ values }) => {
        const before = values[day - from]!;
        values[day - from] = 0;
        return before;
      }),
    ]),
  );
  last.newer = state;
  states.set(snapshot, state);
  const collector = new SumCollector(state, snapshot);
  for (let k = 0; k < own.length;) {
    let to = k + 1;
    while (to < own.length && own[to] === own[to - 1]! + 1) to += 1;
    const everything = selectEverything(snapshot, own[k]!, own[to - 1]!);
    for (const kept of sumStore.measures.values()) collector.collect(kept, everything);
    k = to;
  }
  return true;
}
