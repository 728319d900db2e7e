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
 * What is summed: a walk whose rows count on their own day; or visits, where `besuch` returns how
 * one counts: -1 not at all, 0 as denominator, 1 on both sides.
 */
export interface Measure {
  readonly wort: string;
  readonly weg: Definition;
  /** The walk's denominator comes from another figure. */
  readonly hasNoDenominator?: boolean;
  readonly besuch?: (snapshot: Snapshot) => (besuch: number) => -1 | 0 | 1;
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
  readonly werte: Float64Array;
}
/**
 * Index 0: the total; then for each dimension one entry for rows outside it, and one for each
 * selectable value.
 */
type Seite = (Column | undefined)[];
interface CacheEntry {
  readonly measure: Measure;
  readonly z: Seite;
  readonly n: Seite;
}
interface SumStore {
  readonly ab: number;
  readonly bis: number;
  readonly blockStarts: readonly number[];
  readonly blockSizes: readonly number[];
  readonly measures: Map<string, CacheEntry>;
  readonly spalten: Column[];
}
/**
 * The sums of an image. Once a newer image owns them, `alt` contains the previous values of
 * recomputed days, by column number.
 */
interface State {
  readonly sumStore: SumStore;
  /** Only rows of this filter, and only the dimensions used by tables; without it everything. */
  readonly unter?: Selection['chosenMarks'];
  /** Days requested so far. */
  daysAsked: number;
  alt?: ReadonlyMap<number, Float64Array>;
  nach?: State;
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
    t.behandler.anzahl,
    t.terminarten.anzahl,
    t.zimmer.anzahl,
    t.stempel.anzahl,
    VERSICHERUNG.length,
    SERVICE_AREAS.length,
  ];
}
/** First and last day of anything that walks visit. */
export function dayBoundsOf(snapshot: Snapshot): { earliest: number; lastDay: number } {
  let earliest = Infinity,
    lastDay = -Infinity;
  for (const { tag } of [snapshot.L, snapshot.T, snapshot.A])
    if (tag.length > 0) {
      earliest = Math.min(earliest, tag[0]!);
      lastDay = Math.max(lastDay, tag[tag.length - 1]!);
    }
  return earliest > lastDay
    ? { earliest: snapshot.heute, lastDay: snapshot.heute }
    : { earliest, lastDay };
}
function emptySums(snapshot: Snapshot): State {
  const { earliest, lastDay } = dayBoundsOf(snapshot),
    { heute } = snapshot,
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
      ab: Math.max(earliest, heute - DAYS_BACK),
      bis: Math.max(heute, Math.min(lastDay, heute + DAYS_AHEAD)) + RESERVE,
      blockStarts,
      blockSizes,
      measures: new Map(),
      spalten: [],
    },
  };
}
function stateOf(snapshot: Snapshot): State {
  let stand = states.get(snapshot);
  if (!stand) states.set(snapshot, (stand = emptySums(snapshot)));
  return stand;
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
function sumsUnder(a: Selection, unter: Selection['chosenMarks']): State | undefined {
  let own = filteredSums.get(a.snapshot);
  if (!own) filteredSums.set(a.snapshot, (own = new Map()));
  const wort = Object.entries(unter)
    .map(([art, marks]) => (marks ? `${art}${String.fromCharCode(...marks)}` : ''))
    .join(' ');
  let stand = own.get(wort);
  if (!stand) {
    if (own.size >= FILTER) own.delete(own.keys().next().value!);
    own.set(wort, (stand = { ...emptySums(a.snapshot), unter }));
  }
  const { ab, bis } = stand.sumStore;
  stand.daysAsked += Math.max(0, Math.min(a.bis, bis) - Math.max(a.von, ab) + 1);
  return stand.daysAsked > TIMES_BEFORE_KEPT * (bis - ab + 1) ? stand : undefined;
}

/** Adds the contribution of rows to their day, for every filter they match. */
class SumCollector implements RowSink {
  private readonly sumStore: SumStore;
  private readonly snapshot: Snapshot;
  private readonly servicePlaces: Int32Array;
  private readonly appointmentPlaces: Int32Array;
  private readonly ownStamps: Int32Array;
  private readonly a: { tag: Int32Array; behandler: Int32Array; zimmer: Int32Array };
  private numeratorSide: Seite = [];
  private denominatorSide: Seite | undefined;
  /** Every dimension, else only those used by tables. */
  private readonly isComplete: boolean;
  constructor({ sumStore, unter }: State, snapshot: Snapshot) {
    this.sumStore = sumStore;
    this.isComplete = unter === undefined;
    this.snapshot = snapshot;
    this.servicePlaces = servicePlacesOf(snapshot);
    this.appointmentPlaces = appointmentPlacesOf(snapshot);
    const { behandler, arbeitszeit } = snapshot.rawRows.tables,
      c = arbeitszeit.spalten;
    this.ownStamps = behandler.spalten['stempel'] as Int32Array;
    this.a = {
      tag: c['datum'] as Int32Array,
      behandler: c['behandler'] as Int32Array,
      zimmer: c['zimmer'] as Int32Array,
    };
  }
  /** Walks a range of days for one of the stored sums. */
  collect({ measure, z, n }: CacheEntry, alle: Selection): void {
    this.numeratorSide = z;
    this.denominatorSide = measure.hasNoDenominator === true ? undefined : n;
    if (measure.besuch) this.visits(measure.besuch(this.snapshot), alle);
    else measure.weg(alle, this);
  }
  z(entity: PvsEntity, at: number, wert: number): void {
    if (wert !== 0) this.take(this.numeratorSide, entity, at, wert);
  }
  n(entity: PvsEntity, at: number, wert: number): void {
    if (wert !== 0 && this.denominatorSide) this.take(this.denominatorSide, entity, at, wert);
  }
  private take(seite: Seite, entity: PvsEntity, at: number, wert: number): void {
    const [practitionerBase, t0, z0, s0, v0, areaBase] = this.sumStore.blockStarts as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    if (entity === 'leistung') {
      const { L } = this.snapshot,
        i = this.servicePlaces[at]!,
        d = L.tag[i]! - this.sumStore.ab;
      this.zu(seite, 0, d, wert);
      if (L.behandler[i]! >= 0) this.zu(seite, practitionerBase + 1 + L.behandler[i]!, d, wert);
      if (L.terminart[i]! >= 0) this.zu(seite, t0 + 1 + L.terminart[i]!, d, wert);
      if (!this.isComplete) return;
      if (L.zimmer[i]! >= 0) this.zu(seite, z0 + 1 + L.zimmer[i]!, d, wert);
      if (L.stempel[i]! >= 0) this.zu(seite, s0 + 1 + L.stempel[i]!, d, wert);
      if (L.versicherung[i]! >= 0) this.zu(seite, v0 + 1 + L.versicherung[i]!, d, wert);
      if (L.bereich[i]! >= 0) this.zu(seite, areaBase + 1 + L.bereich[i]!, d, wert);
    } else if (entity === 'termin') {
      const { T } = this.snapshot,
        i = this.appointmentPlaces[at]!,
        d = T.tag[i]! - this.sumStore.ab,
        b = T.behandler[i]!,
        stempel = b < 0 ? -1 : this.ownStamps[b]!;
      this.zu(seite, 0, d, wert);
      if (b >= 0) this.zu(seite, practitionerBase + 1 + b, d, wert);
      if (T.terminart[i]! >= 0) this.zu(seite, t0 + 1 + T.terminart[i]!, d, wert);
      if (!this.isComplete) return;
      // Appointments have no area.
      this.zu(seite, areaBase, d, wert);
      if (T.zimmer[i]! >= 0) this.zu(seite, z0 + 1 + T.zimmer[i]!, d, wert);
      if (stempel >= 0) this.zu(seite, s0 + 1 + stempel, d, wert);
      if (T.versicherung[i]! >= 0) this.zu(seite, v0 + 1 + T.versicherung[i]!, d, wert);
    } else {
      const { tag, behandler, zimmer } = this.a,
        d = tag[at]! - this.sumStore.ab;
      this.zu(seite, 0, d, wert);
      // Working hours are filtered by practitioner and room only.
      for (const start of [t0, s0, v0, areaBase]) this.zu(seite, start, d, wert);
      if (behandler[at]! >= 0) this.zu(seite, practitionerBase + 1 + behandler[at]!, d, wert);
      if (zimmer[at]! >= 0) this.zu(seite, z0 + 1 + zimmer[at]!, d, wert);
    }
  }
  private zu(seite: Seite, slot: number, d: number, wert: number): void {
    let spalte = seite[slot];
    if (spalte === undefined) {
      const { spalten, ab, bis } = this.sumStore;
      spalten.push(
        (spalte = seite[slot] = { nr: spalten.length, werte: new Float64Array(bis - ab + 1) }),
      );
    }
    spalte.werte[d]! += wert;
  }
  /**
   * Visits of a range of days: a visit belongs to each practitioner, room … of its services and
   * kept appointments, and counts once for each.
   */
  private visits(verdict: (besuch: number) => -1 | 0 | 1, alle: Selection): void {
    const { von, bis } = alle,
      { isComplete } = this,
      { L, T, B, rawRows } = this.snapshot,
      { blockStarts, ab } = this.sumStore,
      bitsPerRow = blockStarts[INSURED]!,
      { rowState, spalten } = rawRows.tables.patient,
      insuranceOf = spalten['versicherung']!;
    let l = lowerBound(L.tag, von),
      t = lowerBound(T.tag, von),
      chosenMarks = new Uint8Array(64 * bitsPerRow);
    for (let tag = von; tag <= bis; tag += 1) {
      const places = new Map<number, number>(),
        ort = (b: number): number => {
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
      const remember = (at: number, art: number, place: number): void => {
        if (place >= 0) chosenMarks[at + blockStarts[art]! + 1 + place] = 1;
      };
      for (; l < L.n && L.tag[l] === tag; l += 1) {
        const b = L.besuch[l]!;
        if (b < 0 || (!isComplete && !matchesService(alle, l))) continue;
        const at = ort(b);
        remember(at, 0, L.behandler[l]!);
        remember(at, 1, L.terminart[l]!);
        remember(at, 2, L.zimmer[l]!);
        remember(at, STAMP, L.stempel[l]!);
      }
      for (; t < T.n && T.tag[t] === tag; t += 1) {
        const b = T.besuch[t]!,
          who = T.behandler[t]!;
        if (b < 0 || (!isComplete && !matchesAppointment(alle, t))) continue;
        const at = ort(b);
        remember(at, 0, who);
        remember(at, 1, T.terminart[t]!);
        remember(at, 2, T.zimmer[t]!);
        remember(at, STAMP, who < 0 ? -1 : this.ownStamps[who]!);
      }
      for (const [b, at] of places) {
        const counts = verdict(b),
          p = B.pat[b]!,
          v = rowState[p] === LIVE ? insuranceOf[p]! : -1;
        if (counts >= 0)
          for (const seite of counts === 1
            ? [this.numeratorSide, this.denominatorSide!]
            : [this.denominatorSide!]) {
            this.zu(seite, 0, tag - ab, 1);
            for (let k = 1; k < bitsPerRow; k += 1)
              if (chosenMarks[at + k] === 1) this.zu(seite, k, tag - ab, 1);
            if (v >= 0) this.zu(seite, bitsPerRow + 1 + v, tag - ab, 1);
          }
      }
      chosenMarks.fill(0, 0, places.size * bitsPerRow);
    }
  }
}

/** All rows of some days, by day of treatment. */
function selectEverything(snapshot: Snapshot, von: number, bis: number): Selection {
  return buildSelection(snapshot, {
    von: dayText(von),
    bis: dayText(bis),
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
function* collectAll(stand: State, snapshot: Snapshot, measure: Measure): Generator<void> {
  const { sumStore } = stand,
    kept: CacheEntry = { measure, z: [], n: [] },
    collector = new SumCollector(stand, snapshot),
    { ab, bis } = sumStore,
    days = Math.max(7, Math.ceil(((bis - ab) * CHUNK_SIZE) / (snapshot.L.n + snapshot.T.n + 1)));
  for (let von = ab; von <= bis; von += days) {
    collector.collect(kept, selectEverything(snapshot, von, Math.min(bis, von + days - 1)));
    yield;
  }
  if (!sumStore.measures.has(measure.wort)) sumStore.measures.set(measure.wort, kept);
}
/** Builds the sums of a walk under a filter. */
function collectUnderFilter(
  stand: State,
  unter: Selection['chosenMarks'],
  snapshot: Snapshot,
  measure: Measure,
): void {
  const { sumStore } = stand,
    kept: CacheEntry = { measure, z: [], n: [] },
    alle: Selection = {
      ...selectEverything(snapshot, sumStore.ab, sumStore.bis),
      isNarrowed: true,
      chosenMarks: unter,
    };
  prelistRows(alle);
  new SumCollector(stand, snapshot).collect(kept, alle);
  sumStore.measures.set(measure.wort, kept);
}
/** Builds the missing sums of an image in small chunks. */
export function* buildDaySums(snapshot: Snapshot, measures: Iterable<Measure>): Generator<void> {
  const stand = stateOf(snapshot);
  for (const measure of measures)
    if (!stand.sumStore.measures.has(measure.wort)) yield* collectAll(stand, snapshot, measure);
}
/**
 * Transfers the sums of the previous image to the next one.
 * @param tage all days on which any row differs
 * @returns whether it was possible; otherwise they are rebuilt
 */
export function updateDaySums(
  previous: Snapshot,
  snapshot: Snapshot,
  tage: ReadonlySet<number>,
): boolean {
  const last = states.get(previous),
    { earliest, lastDay } = dayBoundsOf(snapshot),
    blockSizes = blockSizesOf(snapshot);
  if (!last || last.nach || previous.heute !== snapshot.heute) return false;
  const { sumStore } = last,
    { ab, bis, spalten } = sumStore;
  if (
    blockSizes.some((many, at) => many !== sumStore.blockSizes[at]) ||
    Math.max(earliest, snapshot.heute - DAYS_BACK) < ab ||
    Math.min(lastDay, snapshot.heute + DAYS_AHEAD) > bis
  )
    return false;
  const own = [...tage].filter((tag) => tag >= ab && tag <= bis).sort((x, y) => x - y),
    stand: State = { daysAsked: 0, sumStore };
  last.alt = new Map(
    own.map((tag) => [
      tag,
      Float64Array.from(spalten, ({ werte }) => {
        const before = werte[tag - ab]!;
        werte[tag - ab] = 0;
        return before;
      }),
    ]),
  );
  last.nach = stand;
  states.set(snapshot, stand);
  const collector = new SumCollector(stand, snapshot);
  for (let k = 0; k < own.length;) {
    let to = k + 1;
    while (to < own.length && own[to] === own[to - 1]! + 1) to += 1;
    const alle = selectEverything(snapshot, own[k]!, own[to - 1]!);
    for (const kept of sumStore.measures.values()) collector.collect(kept, alle);
    k = to;
  }
  return true;
}

/**
 * The only dimension that restricts a filter besides its days, -1 where there is none; `unter`: the
 * underlying filter where there are more dimensions.
 */
function narrowingOf({ chosenMarks, only }: Selection): {
  art: number;
  marks: Uint8Array | undefined;
  unter: Selection['chosenMarks'] | undefined;
} {
  const ways = KIND_NAMES.filter((art) => chosenMarks[art] !== undefined);
  // Keyword filters are judged row by row, the kind of appointment included.
  if (!chosenMarks.stichwort && ways.length <= 1)
    return ways.length === 0
      ? { art: -1, marks: undefined, unter: undefined }
      : { art: KIND_NAMES.indexOf(ways[0]!), marks: chosenMarks[ways[0]!], unter: undefined };
  const von = chosenMarks.stichwort
    ? chosenMarks.behandler
      ? 'behandler'
      : undefined
    : (only?.von ?? (chosenMarks.behandler ? 'behandler' : undefined));
  return von
    ? {
        art: KIND_NAMES.indexOf(von),
        marks: chosenMarks[von],
        unter: { ...chosenMarks, team: undefined, [von]: undefined },
      }
    : { art: -1, marks: undefined, unter: { ...chosenMarks, team: undefined } };
}
function tally(marks: Uint8Array): number {
  let many = 0;
  for (let at = 0; at < marks.length; at += 1) many += marks[at]!;
  return many;
}
/** Value of a day for an older image. */
function earlierSum(stand: State, { nr, werte }: Column, tag: number): number {
  for (let s = stand; s.nach; s = s.nach) {
    const before = s.alt!.get(tag);
    if (before) return before[nr] ?? 0;
  }
  return werte[tag - stand.sumStore.ab]!;
}
function summe(
  stand: State,
  spalte: Column | undefined,
  from: number,
  to: number,
  wochentag: number | undefined,
): number {
  if (!spalte) return 0;
  const { werte } = spalte,
    { ab } = stand.sumStore;
  let sum = 0;
  if (!stand.nach && wochentag === undefined) {
    for (let d = from - ab; d <= to - ab; d += 1) sum += werte[d]!;
    return sum;
  }
  for (let tag = from; tag <= to; tag += 1)
    if (wochentag === undefined || weekdayOf(tag) === wochentag)
      sum += earlierSum(stand, spalte, tag);
  return sum;
}
/** Whether a filter has any restriction besides its days. */
const isNarrowlySelected = ({ chosenMarks }: Selection): boolean =>
  chosenMarks.stichwort !== undefined || KIND_NAMES.some((art) => chosenMarks[art] !== undefined);
/**
 * Returns the numerator sums of a walk in an unrestricted span, for each value of one dimension by
 * its index plus one: entry 0 is for rows without a value. Undefined where they are not stored.
 */
export function sumsPerPlace(
  a: Selection,
  measure: Measure,
  art: (typeof KIND_NAMES)[number],
): Float64Array | undefined {
  if (a.filter.basis !== 'leistung' || a.wochentag !== undefined || isNarrowlySelected(a))
    return undefined;
  const all = daySums(a, measure),
    kept = stateOf(a.snapshot).sumStore.measures.get(measure.wort),
    which = KIND_NAMES.indexOf(art),
    { blockStarts, blockSizes } = stateOf(a.snapshot).sumStore,
    found = new Float64Array(blockSizes[which]! + 1);
  if (!all || !kept) return undefined;
  const stand = stateOf(a.snapshot),
    { earliest, lastDay } = dayBoundsOf(a.snapshot),
    from = Math.max(a.von, earliest),
    to = Math.min(a.bis, lastDay);
  found[0] = all.z;
  if (to >= from)
    for (let at = 0; at < blockSizes[which]!; at += 1) {
      const sum = summe(stand, kept.z[blockStarts[which]! + 1 + at], from, to, undefined);
      found[at + 1] = sum;
      found[0] -= sum;
    }
  return found;
}
/**
 * Returns numerator and denominator of a walk in the span of the filter; undefined where they are
 * not stored for such a filter.
 */
export function daySums(a: Selection, measure: Measure): { z: number; n: number } | undefined {
  // Which appointments of one kind match by keywords differs for each kind: their rows are few.
  if (a.filter.basis !== 'leistung' || (a.chosenMarks.stichwort && a.only?.von === 'terminart'))
    return undefined;
  const { art, marks, unter } = narrowingOf(a);
  // A visit may belong to several of the chosen values, but counts once.
  if (measure.besuch && marks && (art === AREA_BLOCK || (art !== INSURED && tally(marks) > 1)))
    return undefined;
  const stand = unter ? sumsUnder(a, unter) : stateOf(a.snapshot);
  if (!stand) return undefined;
  const { sumStore } = stand,
    { ab, bis, blockStarts } = sumStore,
    { earliest, lastDay } = dayBoundsOf(a.snapshot),
    from = Math.max(a.von, earliest),
    to = Math.min(a.bis, lastDay),
    sum = { z: 0, n: 0 };
  if (to < from) return sum;
  if (from < ab || to > bis) return undefined;
  // It was not built in advance: builds it here, as a whole.
  if (unter && !sumStore.measures.has(measure.wort))
    collectUnderFilter(stand, unter, a.snapshot, measure);
  if (!sumStore.measures.has(measure.wort)) {
    if (stand.nach) return undefined;
    for (const _ of collectAll(stand, a.snapshot, measure));
  }
  const kept = sumStore.measures.get(measure.wort)!,
    add = (slot: number): void => {
      sum.z += summe(stand, kept.z[slot], from, to, a.wochentag);
      sum.n += summe(stand, kept.n[slot], from, to, a.wochentag);
    };
  if (!marks) {
    add(0);
    return sum;
  }
  if (!measure.besuch) add(blockStarts[art]!);
  for (let at = 0; at < marks.length; at += 1) if (marks[at] === 1) add(blockStarts[art]! + 1 + at);
  return sum;
}
