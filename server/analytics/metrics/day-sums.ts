// Daily sums of key figures, stored with the image: where each row counts on its own day regardless
// of other criteria, any span is a sum of days. Stored in total and for each practitioner, kind of
// appointment, room, stamp, insurance and area; a new delivery recomputes only the days with
// changed rows. For a filter used repeatedly they are stored for its rows, by practitioner and
// kind, until the next image.

import {
  SERVICE_AREAS,
  VERSICHERUNG,
  type PvsEntity,
} from '../../../shared/analytics/deliveries/pvs.ts';
import {
  buildSelection,
  prelistRows,
  matchesService,
  matchesAppointment,
  type Selection,
} from '../snapshot/selection.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { dayText, weekdayOf } from '../snapshot/calendar.ts';
import { lowerBound } from '../snapshot/tables/sort-rows.ts';
import { LIVE } from '../snapshot/tables/column-table.ts';
import type { Definition, RowSink } from './sink.ts';
import { servicePlacesOf, appointmentPlacesOf } from './row-index.ts';

/**
 * What is summed: a walk whose rows count on their own day; or visits, where `judgeVisit` returns how
 * one counts: -1 not at all, 0 as denominator, 1 on both sides.
 */
export interface Measure {
  readonly name: string;
  readonly walk: Definition;
  /** The walk's denominator comes from another figure. */
  readonly hasNoDenominator?: boolean;
  readonly judgeVisit?: (snapshot: Snapshot) => (visit: number) => -1 | 0 | 1;
}
/** Filter dimensions with stored sums, one at a time. */
const KIND_NAMES = [
  'behandler',
  'terminart',
  'zimmer',
  'stempel',
  'versicherung',
  'bereich',
] as const;
const STAMP = 3,
  INSURED = 4,
  AREA_BLOCK = 5;

/** Daily sums of one filter. */
interface Column {
  readonly nr: number;
  readonly values: Float64Array;
}
/**
 * Index 0: the total; then for each dimension one entry for rows outside it, and one for each
 * selectable value.
 */
type Side = (Column | undefined)[];
interface CacheEntry {
  readonly measure: Measure;
  readonly numerator: Side;
  readonly denominator: Side;
}
interface SumStore {
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
interface State {
  readonly sumStore: SumStore;
  /** Only rows of this filter, and only the dimensions used by tables; without it everything. */
  readonly within?: Selection['chosenMarks'];
  /** Days requested so far. */
  daysAsked: number;
  replaced?: ReadonlyMap<number, Float64Array>;
  newer?: State;
}
const states = new WeakMap<Snapshot, State>();

/**
 * Nothing is stored for days further back, so that a wrong date in one row does not cost gigabytes;
 * a span that reaches there is walked.
 */
const DAYS_BACK = 366 * 12,
  DAYS_AHEAD = 366 * 3;
/** Number of days that may be appended before everything is rebuilt. */
const RESERVE = 60;

function blockSizesOf({ rawRows: { tables: t } }: Snapshot): number[] {
  return [
    t.behandler.count,
    t.terminarten.count,
    t.zimmer.count,
    t.stempel.count,
    VERSICHERUNG.length,
    SERVICE_AREAS.length,
  ];
}
/** First and last day of anything that walks visit. */
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
function stateOf(snapshot: Snapshot): State {
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
function sumsUnder(a: Selection, within: Selection['chosenMarks']): State | undefined {
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

/** Adds the contribution of rows to their day, for every filter they match. */
class SumCollector implements RowSink {
  private readonly sumStore: SumStore;
  private readonly snapshot: Snapshot;
  private readonly servicePlaces: Int32Array;
  private readonly appointmentPlaces: Int32Array;
  private readonly ownStamps: Int32Array;
  private readonly hours: { day: Int32Array; behandler: Int32Array; zimmer: Int32Array };
  private numeratorSide: Side = [];
  private denominatorSide: Side | undefined;
  /** Every dimension, else only those used by tables. */
  private readonly isComplete: boolean;
  constructor({ sumStore, within }: State, snapshot: Snapshot) {
    this.sumStore = sumStore;
    this.isComplete = within === undefined;
    this.snapshot = snapshot;
    this.servicePlaces = servicePlacesOf(snapshot);
    this.appointmentPlaces = appointmentPlacesOf(snapshot);
    const { behandler, arbeitszeit } = snapshot.rawRows.tables,
      c = arbeitszeit.columns;
    this.ownStamps = behandler.columns['stempel'] as Int32Array;
    this.hours = {
      day: c['datum'] as Int32Array,
      behandler: c['behandler'] as Int32Array,
      zimmer: c['zimmer'] as Int32Array,
    };
  }
  /** Walks a range of days for one of the stored sums. */
  collect({ measure, numerator: z, denominator: n }: CacheEntry, everything: Selection): void {
    this.numeratorSide = z;
    this.denominatorSide = measure.hasNoDenominator === true ? undefined : n;
    if (measure.judgeVisit) this.visits(measure.judgeVisit(this.snapshot), everything);
    else measure.walk(everything, this);
  }
  numerator(entity: PvsEntity, at: number, value: number): void {
    if (value !== 0) this.take(this.numeratorSide, entity, at, value);
  }
  denominator(entity: PvsEntity, at: number, value: number): void {
    if (value !== 0 && this.denominatorSide) this.take(this.denominatorSide, entity, at, value);
  }
  private take(side: Side, entity: PvsEntity, at: number, value: number): void {
    const [practitionerBase, t0, z0, s0, v0, areaBase] = this.sumStore.blockStarts as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    if (entity === 'leistung') {
      const { services } = this.snapshot,
        i = this.servicePlaces[at]!,
        d = services.day[i]! - this.sumStore.from;
      this.addTo(side, 0, d, value);
      if (services.behandler[i]! >= 0)
        this.addTo(side, practitionerBase + 1 + services.behandler[i]!, d, value);
      if (services.terminart[i]! >= 0) this.addTo(side, t0 + 1 + services.terminart[i]!, d, value);
      if (!this.isComplete) return;
      if (services.zimmer[i]! >= 0) this.addTo(side, z0 + 1 + services.zimmer[i]!, d, value);
      if (services.stempel[i]! >= 0) this.addTo(side, s0 + 1 + services.stempel[i]!, d, value);
      if (services.versicherung[i]! >= 0)
        this.addTo(side, v0 + 1 + services.versicherung[i]!, d, value);
      if (services.bereich[i]! >= 0)
        this.addTo(side, areaBase + 1 + services.bereich[i]!, d, value);
    } else if (entity === 'termin') {
      const { appointments } = this.snapshot,
        i = this.appointmentPlaces[at]!,
        d = appointments.day[i]! - this.sumStore.from,
        b = appointments.behandler[i]!,
        stempel = b < 0 ? -1 : this.ownStamps[b]!;
      this.addTo(side, 0, d, value);
      if (b >= 0) this.addTo(side, practitionerBase + 1 + b, d, value);
      if (appointments.terminart[i]! >= 0)
        this.addTo(side, t0 + 1 + appointments.terminart[i]!, d, value);
      if (!this.isComplete) return;
      // Appointments have no area.
      this.addTo(side, areaBase, d, value);
      if (appointments.zimmer[i]! >= 0)
        this.addTo(side, z0 + 1 + appointments.zimmer[i]!, d, value);
      if (stempel >= 0) this.addTo(side, s0 + 1 + stempel, d, value);
      if (appointments.versicherung[i]! >= 0)
        this.addTo(side, v0 + 1 + appointments.versicherung[i]!, d, value);
    } else {
      const { day, behandler, zimmer } = this.hours,
        d = day[at]! - this.sumStore.from;
      this.addTo(side, 0, d, value);
      // Working hours are filtered by practitioner and room only.
      for (const start of [t0, s0, v0, areaBase]) this.addTo(side, start, d, value);
      if (behandler[at]! >= 0) this.addTo(side, practitionerBase + 1 + behandler[at]!, d, value);
      if (zimmer[at]! >= 0) this.addTo(side, z0 + 1 + zimmer[at]!, d, value);
    }
  }
  private addTo(side: Side, slot: number, d: number, value: number): void {
    let column = side[slot];
    if (column === undefined) {
      const { columns, from, to } = this.sumStore;
      columns.push(
        (column = side[slot] = { nr: columns.length, values: new Float64Array(to - from + 1) }),
      );
    }
    column.values[d]! += value;
  }
  /**
   * Visits of a range of days: a visit belongs to each practitioner, room … of its services and
   * kept appointments, and counts once for each.
   */
  private visits(verdict: (visit: number) => -1 | 0 | 1, everything: Selection): void {
    const { from: start, to } = everything,
      { isComplete } = this,
      { services, appointments, visits, rawRows } = this.snapshot,
      { blockStarts, from } = this.sumStore,
      bitsPerRow = blockStarts[INSURED]!,
      { rowState, columns } = rawRows.tables.patient,
      insuranceOf = columns['versicherung']!;
    let l = lowerBound(services.day, start),
      t = lowerBound(appointments.day, start),
      chosenMarks = new Uint8Array(64 * bitsPerRow);
    for (let day = start; day <= to; day += 1) {
      const places = new Map<number, number>(),
        marksAt = (b: number): number => {
          let at = places.get(b);
          if (at === undefined) {
            places.set(b, (at = places.size * bitsPerRow));
            if (at + bitsPerRow > chosenMarks.length) {
              const more = new Uint8Array(chosenMarks.length * 2);
              more.set(chosenMarks);
              chosenMarks = more;
            }
          }
          return at;
        };
      const remember = (at: number, kind: number, place: number): void => {
        if (place >= 0) chosenMarks[at + blockStarts[kind]! + 1 + place] = 1;
      };
      for (; l < services.n && services.day[l] === day; l += 1) {
        const b = services.visit[l]!;
        if (b < 0 || (!isComplete && !matchesService(everything, l))) continue;
        const at = marksAt(b);
        remember(at, 0, services.behandler[l]!);
        remember(at, 1, services.terminart[l]!);
        remember(at, 2, services.zimmer[l]!);
        remember(at, STAMP, services.stempel[l]!);
      }
      for (; t < appointments.n && appointments.day[t] === day; t += 1) {
        const b = appointments.visit[t]!,
          who = appointments.behandler[t]!;
        if (b < 0 || (!isComplete && !matchesAppointment(everything, t))) continue;
        const at = marksAt(b);
        remember(at, 0, who);
        remember(at, 1, appointments.terminart[t]!);
        remember(at, 2, appointments.zimmer[t]!);
        remember(at, STAMP, who < 0 ? -1 : this.ownStamps[who]!);
      }
      for (const [b, at] of places) {
        const counts = verdict(b),
          p = visits.pat[b]!,
          v = rowState[p] === LIVE ? insuranceOf[p]! : -1;
        if (counts >= 0)
          for (const side of counts === 1
            ? [this.numeratorSide, this.denominatorSide!]
            : [this.denominatorSide!]) {
            this.addTo(side, 0, day - from, 1);
            for (let k = 1; k < bitsPerRow; k += 1)
              if (chosenMarks[at + k] === 1) this.addTo(side, k, day - from, 1);
            if (v >= 0) this.addTo(side, bitsPerRow + 1 + v, day - from, 1);
          }
      }
      chosenMarks.fill(0, 0, places.size * bitsPerRow);
    }
  }
}

/** All rows of some days, by day of treatment. */
function selectEverything(snapshot: Snapshot, from: number, to: number): Selection {
  return buildSelection(snapshot, {
    von: dayText(from),
    bis: dayText(to),
    vergleich: 'KEIN',
    behandler: [],
    zimmer: [],
    teams: [],
    stempel: [],
    versicherung: [],
    bereich: [],
    terminart: [],
    termingruppe: [],
    basis: 'leistung',
    gruppierung: 'MONAT',
    kennzahl: 'umsatz',
  });
}
/** Approximate number of rows walked in one chunk. */
const CHUNK_SIZE = 4000;
function* collectAll(state: State, snapshot: Snapshot, measure: Measure): Generator<void> {
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
function collectUnderFilter(
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

/**
 * The only dimension that restricts a filter besides its days, -1 where there is none; `within`: the
 * underlying filter where there are more dimensions.
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
/** Whether a filter has any restriction besides its days. */
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
