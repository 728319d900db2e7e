/** Store of the daily sums of an image: by day, and by the value of each filter dimension. */
import { SERVICE_AREAS, VERSICHERUNG } from '../../../shared/analytics/deliveries/pvs-words.ts';
import type { Selection } from '../snapshot/selection.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { Definition } from './sink.ts';

/**
 * Source of a sum: a walk whose rows count on their own day; or visits, where `judgeVisit` returns
 * how one counts: -1 not at all, 0 as denominator, 1 on both sides.
 */
export interface Measure {
  readonly name: string;
  readonly walk: Definition;
  /** The walk's denominator comes from another figure. */
  readonly hasNoDenominator?: boolean;
  readonly judgeVisit?: (snapshot: Snapshot) => (visit: number) => -1 | 0 | 1;
}

/** Filter dimensions with stored sums, one at a time. */
export const KIND_NAMES = [
  'behandler',
  'terminart',
  'zimmer',
  'stempel',
  'versicherung',
  'bereich',
] as const;

export const STAMP = 3,
  INSURED = 4,
  AREA_BLOCK = 5;

/** Daily sums of one filter. */
export interface Column {
  readonly nr: number;
  readonly values: Float64Array;
}

/**
 * Index 0: the total; then for each dimension one entry for rows outside it, and one for each
 * selectable value.
 */
export type Side = (Column | undefined)[];

export interface CacheEntry {
  readonly measure: Measure;
  readonly numerator: Side;
  readonly denominator: Side;
}

export interface SumStore {
  readonly from: number;
  readonly to: number;
  readonly blockStarts: readonly number[];
  readonly blockSizes: readonly number[];
  readonly measures: Map<string, CacheEntry>;
  readonly columns: Column[];
}

/**
 * The sums of an image. Once a newer image owns them, `replaced` contains the previous values of
 * recomputed days, by column number.
 */
export interface State {
  readonly sumStore: SumStore;
  /** Only rows of this filter, and only the dimensions used by tables; without it everything. */
  readonly within?: Selection['chosenMarks'];
  /** Days requested so far. */
  daysAsked: number;
  replaced?: ReadonlyMap<number, Float64Array>;
  newer?: State;
}

export const states = new WeakMap<Snapshot, State>();

/**
 * Nothing is stored for days further back, so that a wrong date in one row does not cost gigabytes;
 * a span that reaches there is walked.
 */
export const DAYS_BACK = 366 * 12,
  DAYS_AHEAD = 366 * 3;

/** Number of days that may be appended before everything is rebuilt. */
const RESERVE = 60;

export function blockSizesOf({ rawRows: { tables: t } }: Snapshot): number[] {
  return [
    t.behandler.count,
    t.terminarten.count,
    t.zimmer.count,
    t.stempel.count,
    VERSICHERUNG.length,
    SERVICE_AREAS.length,
  ];
}

/** Returns the first and last day of anything that walks visit. */
export function dayBoundsOf(snapshot: Snapshot): { earliest: number; lastDay: number } {
  let earliest = Infinity,
    lastDay = -Infinity;
  for (const { day } of [snapshot.services, snapshot.appointments, snapshot.workingHours])
    if (day.length > 0) {
      earliest = Math.min(earliest, day[0]!);
      lastDay = Math.max(lastDay, day[day.length - 1]!);
    }
  return earliest > lastDay
    ? { earliest: snapshot.today, lastDay: snapshot.today }
    : { earliest, lastDay };
}

function emptySums(snapshot: Snapshot): State {
  const { earliest, lastDay } = dayBoundsOf(snapshot),
    { today } = snapshot,
    blockSizes = blockSizesOf(snapshot),
    blockStarts: number[] = [];
  let next = 1;
  for (const many of blockSizes) {
    blockStarts.push(next);
    next += many + 1;
  }
  return {
    daysAsked: 0,
    sumStore: {
      from: Math.max(earliest, today - DAYS_BACK),
      to: Math.max(today, Math.min(lastDay, today + DAYS_AHEAD)) + RESERVE,
      blockStarts,
      blockSizes,
      measures: new Map(),
      columns: [],
    },
  };
}

export function stateOf(snapshot: Snapshot): State {
  let state = states.get(snapshot);
  if (!state) states.set(snapshot, (state = emptySums(snapshot)));
  return state;
}

const filteredSums = new WeakMap<Snapshot, Map<string, State>>();

/** Number of filters whose sums are cached per image. */
const FILTER = 3;

/**
 * Sums under a filter are built after it was requested this many times the number of days: until
 * then rows are walked.
 */
const TIMES_BEFORE_KEPT = 2;

/** Returns the sums under a filter; undefined until building them pays off. */
export function sumsUnder(a: Selection, within: Selection['chosenMarks']): State | undefined {
  let own = filteredSums.get(a.snapshot);
  if (!own) filteredSums.set(a.snapshot, (own = new Map()));
  const key = Object.entries(within)
    .map(([kind, marks]) => (marks ? `${kind}${String.fromCharCode(...marks)}` : ''))
    .join(' ');
  let state = own.get(key);
  if (!state) {
    if (own.size >= FILTER) own.delete(own.keys().next().value!);
    own.set(key, (state = { ...emptySums(a.snapshot), within }));
  }
  const { from, to } = state.sumStore;
  state.daysAsked += Math.max(0, Math.min(a.to, to) - Math.max(a.from, from) + 1);
  return state.daysAsked > TIMES_BEFORE_KEPT * (to - from + 1) ? state : undefined;
}
