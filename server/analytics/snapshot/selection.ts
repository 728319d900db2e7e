// Evaluated filter of a report: the days, and practitioners, rooms, … as marks by index, so that a
// row is judged by a few lookups.

import {
  SERVICE_AREAS,
  VERSICHERUNG,
  type PvsEntity,
} from '../../../shared/analytics/deliveries/pvs.ts';
import { STANDARD_GROUPS } from '../../../shared/analytics/deliveries/standard-groups.ts';
import type { PracticeReportFilter } from '../../../shared/analytics/reports/report.ts';
import type { Snapshot } from './snapshot.ts';
import { plusMonths, dayNumberOf, comparisonSpan, WEEKDAYS, weekdayOf } from './calendar.ts';
import { buildBookingView, type BookingView } from './invoices.ts';
import type { RowSet } from '../metrics/row-index.ts';
import { lowerBound, gather, groupRows, growingList, type RowGroups } from './tables/sort-rows.ts';
import { knownHits, collectHits } from './hits.ts';

/**
 * Settings of the practice: targets by key figure and practitioner (`` is the practice) as valid on
 * the last day of the span.
 */
export type Targets = ReadonlyMap<string, number>;

interface Only {
  readonly by: 'behandler' | 'terminart';
  readonly at: number;
  /** One row of a table: the other rows are requested as well. */
  readonly isTableRow?: true;
}
type Marks = Uint8Array | undefined;
export interface Selection {
  readonly snapshot: Snapshot;
  readonly filter: PracticeReportFilter;
  readonly from: number;
  readonly to: number;
  /** Reference day of a state: the last day of the span, today at the latest. */
  readonly cutoffDate: number;
  /**
   * Whether rows of patients are filtered by more than the patient: by practitioner, place or
   * service.
   */
  readonly isNarrowed: boolean;
  readonly targets: Targets;
  /**
   * The only practitioner or kind of appointment (index in the table) that can be chosen, so that
   * only its rows are walked. The marks are still checked.
   */
  readonly only?: Only | undefined;
  /**
   * Current billing proposals, where a key figure counts them: index of the record, day,
   * practitioner (index), cents and whether these are certain.
   */
  readonly proposals?: readonly {
    readonly pat: number;
    readonly day: number;
    readonly behandler: number;
    readonly cents: number;
    readonly isEstimated: boolean;
    readonly isRealised: boolean;
  }[];
  /** Only rows of this weekday (Monday 0), if one is chosen. */
  readonly weekday?: number | undefined;
  readonly chosenMarks: {
    behandler: Marks;
    zimmer: Marks;
    stempel: Marks;
    versicherung: Marks;
    bereich: Marks;
    terminart: Marks;
    team: Marks;
    /**
     * Set where the chosen group may also be determined by keywords: marks by kind and keywords
     * together; `terminart` then gives the kinds that can be chosen at all.
     */
    stichwort: Marks;
  };
}

const bookingViews = new WeakMap<Snapshot, Map<string, BookingView>>();
/** Services by invoice or by payment; created on first use of an image. */
export function bookingViewOf(snapshot: Snapshot, basis: 'rechnung' | 'zahlung'): BookingView {
  const known = bookingViews.get(snapshot) ?? new Map<string, BookingView>();
  bookingViews.set(snapshot, known);
  let bookingView = known.get(basis);
  if (!bookingView)
    known.set(basis, (bookingView = buildBookingView(snapshot.rawRows, snapshot.invoices, basis)));
  return bookingView;
}

function marksOf(snapshot: Snapshot, entity: PvsEntity, ids: readonly string[]): Marks {
  if (ids.length === 0) return undefined;
  const { count, slotById: groupsOf } = snapshot.rawRows.tables[entity],
    marks = new Uint8Array(count);
  for (const id of ids) {
    const at = groupsOf.get(id);
    if (at !== undefined) marks[at] = 1;
  }
  return marks;
}
function wordMarks<W extends string>(words: readonly W[], chosen: readonly W[]): Marks {
  return chosen.length === 0
    ? undefined
    : Uint8Array.from(words, (word) => (chosen.includes(word) ? 1 : 0));
}

/** Groups that keywords may assign, including none. */
const WORDS = STANDARD_GROUPS.length + 1;
/**
 * Index of a kind of appointment (-1 without one) combined with the group of its keywords (-1
 * without one) among the marks.
 */
const typeKeywordIndex = (kind: number, key: number): number => (kind + 1) * WORDS + key + 1;

/** The only marked index, if exactly one is marked. */
function onlyMarked(from: Only['by'], marks: Marks): Only | undefined {
  const at = marks ? marks.indexOf(1) : -1;
  return at >= 0 && marks!.indexOf(1, at + 1) < 0 ? { by: from, at } : undefined;
}
export function buildSelection(
  snapshot: Snapshot,
  filter: PracticeReportFilter,
  targets: Targets = new Map(),
): Selection {
  let behandler = marksOf(snapshot, 'behandler', filter.behandler);
  const team = marksOf(snapshot, 'teams', filter.teams);
  if (team) {
    const own = snapshot.rawRows.tables.behandler.columns['team']!,
      both = new Uint8Array(snapshot.rawRows.tables.behandler.count);
    for (let at = 0; at < both.length; at += 1)
      if (own[at]! >= 0 && team[own[at]!] === 1 && (!behandler || behandler[at] === 1))
        both[at] = 1;
    behandler = both;
  }
  const terminart = marksOf(snapshot, 'terminarten', filter.terminart),
    termingruppe = marksOf(snapshot, 'termingruppen', filter.termingruppe),
    standard = wordMarks(
      STANDARD_GROUPS,
      filter.termingruppe as (typeof STANDARD_GROUPS)[number][],
    );
  let kinds = terminart,
    stichwort: Marks;
  if (termingruppe && standard) {
    // A group is one of the practice's own, or a standard group by its name.
    const t = snapshot.rawRows.tables.terminarten,
      own = t.columns['gruppe']!,
      said = snapshot.groupByType,
      both = new Uint8Array(t.count);
    for (let at = 0; at < both.length; at += 1)
      if (
        ((own[at]! >= 0 && termingruppe[own[at]!] === 1) ||
          (said[at]! >= 0 && standard[said[at]!] === 1)) &&
        (!terminart || terminart[at] === 1)
      )
        both[at] = 1;
    kinds = both;
    if (snapshot.hasKeywords) {
      // For a kind without a group, or without a kind, the keywords decide: then the kind alone is
      // not sufficient.
      stichwort = new Uint8Array((t.count + 1) * WORDS);
      for (let at = -1; at < t.count; at += 1) {
        const isAsked = at < 0 ? !terminart : !terminart || terminart[at] === 1,
          isIn = at >= 0 && both[at] === 1;
        for (let key = -1; key < STANDARD_GROUPS.length; key += 1)
          if (isIn || (isAsked && key >= 0 && (at < 0 || said[at]! < 0) && standard[key] === 1))
            stichwort[typeKeywordIndex(at, key)] = 1;
      }
    }
  }
  const chosenMarks = {
    behandler,
    team,
    zimmer: marksOf(snapshot, 'zimmer', filter.zimmer),
    stempel: marksOf(snapshot, 'stempel', filter.stempel),
    versicherung: wordMarks(VERSICHERUNG, filter.versicherung),
    bereich: wordMarks(SERVICE_AREAS, filter.bereich),
    terminart: kinds,
    stichwort,
  };
  const from = dayNumberOf(filter.von),
    to = dayNumberOf(filter.bis),
    only =
      onlyMarked('behandler', behandler) ?? onlyMarked('terminart', stichwort ? terminart : kinds);
  return {
    snapshot,
    only,
    filter,
    from,
    to,
    targets,
    cutoffDate: Math.min(to, snapshot.today),
    isNarrowed: [
      behandler,
      chosenMarks.zimmer,
      chosenMarks.stempel,
      chosenMarks.bereich,
      kinds,
    ].some(Boolean),
    chosenMarks,
  };
}
/** Returns the same filter for another span. */
export const withPeriod = (a: Selection, from: number, to: number): Selection => ({
  ...a,
  from,
  to,
  cutoffDate: Math.min(to, a.snapshot.today),
});
/**
 * Returns the same filter for one practitioner only (index in the table); matches none where the
 * filter excludes them.
 */
export function narrowToPractitioner(a: Selection, at: number): Selection {
  if (a.only?.by === 'behandler' && a.only.at === at) return a;
  const marks = new Uint8Array(a.snapshot.rawRows.tables.behandler.count);
  if (!a.chosenMarks.behandler || a.chosenMarks.behandler[at] === 1) marks[at] = 1;
  return {
    ...a,
    isNarrowed: true,
    only: { by: 'behandler', at, isTableRow: true },
    chosenMarks: { ...a.chosenMarks, behandler: marks },
  };
}
/**
 * Returns the same filter for the appointments of one kind only (index in the table) and the
 * services that belong to them.
 */
export function narrowToAppointmentType(a: Selection, at: number): Selection {
  const marks = new Uint8Array(a.snapshot.rawRows.tables.terminarten.count),
    all = a.chosenMarks.stichwort;
  let stichwort: Marks;
  if (
    !all
      ? !a.chosenMarks.terminart || a.chosenMarks.terminart[at] === 1
      : all[typeKeywordIndex(at, -1)] === 1
  )
    marks[at] = 1;
  // A kind without a group: some of its appointments are chosen by their keywords.
  else if (all) {
    const own = all.subarray(typeKeywordIndex(at, -1), typeKeywordIndex(at + 1, -1));
    if (own.includes(1)) {
      stichwort = new Uint8Array(all.length);
      stichwort.set(own, typeKeywordIndex(at, -1));
    }
  }
  return {
    ...a,
    isNarrowed: true,
    only: { by: 'terminart', at, isTableRow: true },
    chosenMarks: { ...a.chosenMarks, terminart: marks, stichwort },
  };
}
/** Returns the same filter for one weekday only (Monday 0). */
export const narrowToWeekday = (a: Selection, weekday: number): Selection => ({
  ...a,
  isNarrowed: true,
  weekday,
});
/** Whether a span has begun and is not over. */
export const isOngoing = ({ from, to, snapshot: { today } }: Selection): boolean =>
  from <= today && today < to;
/**
 * Returns the filter for the comparison span; null without a comparison. An unfinished span is
 * compared up to the same day, since a part compared with a whole would look like a decline.
 * @param isComplete use the whole comparison span in any case
 */
export function comparisonOf(a: Selection, isComplete = false): Selection | null {
  const { vergleich: comparison } = a.filter,
    { today } = a.snapshot;
  if (comparison === 'KEIN') return null;
  const { from, to } = comparisonSpan(a.from, a.to, comparison);
  if (isComplete || !isOngoing(a)) return withPeriod(a, from, to);
  const last = comparison === 'VORJAHR' ? plusMonths(today, -12) : from + (today - a.from);
  return withPeriod(a, from, Math.min(to, last));
}

/** Whether rows are filtered by day and patient only: then visits are chosen as a whole. */
export const isByPersonOnly = (a: Selection): boolean => {
  const m = a.chosenMarks;
  return !(m.behandler || m.zimmer || m.stempel || m.bereich || m.terminart);
};
/** Checks whether every row of the span is chosen. */
export const selectsEveryRow = (a: Selection): boolean =>
  !a.isNarrowed && !a.chosenMarks.versicherung;
export const matchesWeekday = (a: Selection, day: number): boolean =>
  a.weekday === undefined || weekdayOf(day) === a.weekday;
const isMarked = (marks: Marks, at: number): boolean =>
  marks === undefined || (at >= 0 && marks[at] === 1);
/** Checks whether a kind of appointment, with the group of its keywords, is chosen. */
const matchesType = (
  { terminart, stichwort }: Selection['chosenMarks'],
  kind: number,
  key: number,
): boolean =>
  stichwort ? stichwort[typeKeywordIndex(kind, key)] === 1 : isMarked(terminart, kind);
export const matchesPractitioner = (a: Selection, at: number): boolean =>
  isMarked(a.chosenMarks.behandler, at);
const matchesRoom = (a: Selection, at: number): boolean => isMarked(a.chosenMarks.zimmer, at);
export const matchesTeam = (a: Selection, at: number): boolean => isMarked(a.chosenMarks.team, at);

/** Checks whether a service is chosen, regardless of its day. */
export function matchesService(a: Selection, i: number): boolean {
  const { services } = a.snapshot,
    m = a.chosenMarks;
  return (
    matchesWeekday(a, services.day[i]!) &&
    isMarked(m.behandler, services.behandler[i]!) &&
    isMarked(m.zimmer, services.zimmer[i]!) &&
    isMarked(m.stempel, services.stempel[i]!) &&
    isMarked(m.versicherung, services.versicherung[i]!) &&
    isMarked(m.bereich, services.bereich[i]!) &&
    matchesType(m, services.terminart[i]!, services.stichwort[i]!)
  );
}
/** Checks whether an appointment is chosen, regardless of its day; appointments have no area. */
export function matchesAppointment(a: Selection, i: number): boolean {
  const { appointments, rawRows } = a.snapshot,
    m = a.chosenMarks,
    b = appointments.behandler[i]!;
  return (
    matchesWeekday(a, appointments.day[i]!) &&
    isMarked(m.behandler, b) &&
    isMarked(m.zimmer, appointments.zimmer[i]!) &&
    isMarked(m.versicherung, appointments.versicherung[i]!) &&
    matchesType(m, appointments.terminart[i]!, appointments.stichwort[i]!) &&
    (m.stempel === undefined ||
      (b >= 0 && isMarked(m.stempel, rawRows.tables.behandler.columns['stempel']![b]!)))
  );
}
/** Checks whether a row of working hours is chosen, regardless of its day. */
export const matchesHours = (a: Selection, i: number): boolean => {
  const { behandler, zimmer, day } = a.snapshot.workingHours;
  return (
    matchesWeekday(a, day[i]!) &&
    matchesPractitioner(a, behandler[i]!) &&
    matchesRoom(a, zimmer[i]!)
  );
};
/** Checks whether a record is chosen by its insurance. */
export const matchesPatient = (a: Selection, at: number): boolean =>
  a.chosenMarks.versicherung === undefined ||
  (at >= 0 &&
    a.snapshot.rawRows.tables.patient.rowState[at] === 1 &&
    isMarked(
      a.chosenMarks.versicherung,
      a.snapshot.rawRows.tables.patient.columns['versicherung']![at]!,
    ));
/** Checks whether a plan or a perio case is chosen, by its author and its patient. */
export function matchesPlan(a: Selection, entity: 'hkp' | 'parfall', at: number): boolean {
  const c = a.snapshot.rawRows.tables[entity].columns,
    pat = c['patid']![at]!;
  return (
    isMarked(a.chosenMarks.behandler, c['behandler']![at]!) &&
    matchesPatient(a, pat < 0 ? -1 : a.snapshot.mergedInto[pat]!)
  );
}
const UNASKED = 0,
  NONE = 1,
  SOME = 2;
const invoiceMarksByKey = new WeakMap<Snapshot, Map<string, Uint8Array>>(),
  invoiceMarksBySelection = new WeakMap<Selection, Uint8Array>();
/** Number of filters whose invoices are cached. */
const MAX_REMEMBERED = 16;
/** Cache of invoices under a filter: whether one of their services is chosen. */
function invoiceMarks(a: Selection): Uint8Array {
  let own = invoiceMarksByKey.get(a.snapshot);
  if (!own) invoiceMarksByKey.set(a.snapshot, (own = new Map()));
  const key = selectionKey(a, 'services'),
    known = own.get(key);
  if (known) return known;
  const marks = new Uint8Array(a.snapshot.invoices.services.from.length),
    listed = knownHits(a.snapshot, key, 0, a.snapshot.services.n),
    { rechnung: invoice } = a.snapshot.services;
  if (listed) {
    marks.fill(NONE);
    for (let k = 0; k < listed.length; k += 1) {
      const at = invoice[listed[k]!]!;
      if (at >= 0) marks[at] = SOME;
    }
  }
  if (own.size >= MAX_REMEMBERED) own.delete(own.keys().next().value!);
  own.set(key, marks);
  return marks;
}
/** Checks whether one of the services of an invoice is chosen; computed once. */
function hasSelectedServices(a: Selection, of: number): boolean {
  let known = invoiceMarksBySelection.get(a);
  if (!known) invoiceMarksBySelection.set(a, (known = invoiceMarks(a)));
  if (known[of] === UNASKED) {
    const { from, rows } = a.snapshot.invoices.services;
    known[of] = NONE;
    for (let g = from[of]!; g < from[of + 1]!; g += 1)
      if (matchesService(a, rows[g]!)) {
        known[of] = SOME;
        break;
      }
  }
  return known[of] === SOME;
}
/**
 * Checks whether an invoice is chosen: by its stamp and patient, and by its services where the
 * filter restricts practitioners or services.
 */
export function matchesInvoice(a: Selection, at: number): boolean {
  const { invoices, rawRows } = a.snapshot,
    m = a.chosenMarks;
  if (
    m.behandler ||
    m.zimmer ||
    m.bereich ||
    m.terminart ||
    (m.versicherung && invoices.pat[at]! < 0)
  )
    return hasSelectedServices(a, invoices.target[at]! >= 0 ? invoices.target[at]! : at);
  return (
    (m.stempel === undefined ||
      isMarked(m.stempel, rawRows.tables.rechnung.columns['stempel']![at]!)) &&
    matchesPatient(a, invoices.pat[at]!)
  );
}
/** Whether invoices are filtered by practitioner or service. */
export const isByServices = ({ chosenMarks: m }: Selection): boolean =>
  [m.behandler, m.zimmer, m.bereich, m.terminart].some(Boolean);
/**
 * Share of a chosen invoice's amount that is chosen, 0 to 1: the part of the chosen services where
 * several practitioners worked on it. Computed from their sums; where those are zero, from their
 * number.
 */
export function invoiceShare(a: Selection, at: number): number {
  if (!isByServices(a)) return 1;
  const { invoices, services } = a.snapshot,
    of = invoices.target[at]! >= 0 ? invoices.target[at]! : at,
    { from, rows } = invoices.services;
  let sum = 0,
    count = 0;
  for (let g = from[of]!; g < from[of + 1]!; g += 1)
    if (matchesService(a, rows[g]!)) {
      sum += services.betrag[rows[g]!]!;
      count += 1;
    }
  return invoices.serviceSum[of] === 0
    ? count / Math.max(1, from[of + 1]! - from[of]!)
    : sum / invoices.serviceSum[of]!;
}

const rowGroups = new WeakMap<Int32Array, RowGroups>();
/**
 * Rows grouped by the value of a column, each group by day like all rows; created on first use of
 * an image.
 */
function groupsOfColumn(column: Int32Array, groups: number): RowGroups {
  let known = rowGroups.get(column);
  if (!known) rowGroups.set(column, (known = groupRows(column, groups)));
  return known;
}
/** Criteria for rows of a table other than their day; appointments have no area. */
const APPOINTMENT_MARK_NAMES = [
    'behandler',
    'terminart',
    'zimmer',
    'stempel',
    'versicherung',
    'stichwort',
  ] as const,
  MARK_NAMES = {
    services: [...APPOINTMENT_MARK_NAMES, 'bereich'],
    appointments: APPOINTMENT_MARK_NAMES,
  } as const satisfies Record<string, readonly (keyof Selection['chosenMarks'])[]>;
/**
 * Returns the cache key of a filter for rows of a table: all its criteria, and the only possible
 * practitioner or kind.
 */
function selectionKey(a: Selection, t: 'services' | 'appointments'): string {
  let word = `${t}${a.only ? `${a.only.by}${a.only.at}` : ''} ${a.weekday ?? ''}`;
  for (const kind of MARK_NAMES[t]) {
    const marks = a.chosenMarks[kind];
    if (marks) word += ` ${kind}${String.fromCharCode(...marks)}`;
  }
  return word;
}
/**
 * Whether a filter restricts rows of a table by their days and at most one practitioner or kind of
 * appointment only.
 */
const asksNothingElse = (
  { only, weekday, chosenMarks: m }: Selection,
  t: 'services' | 'appointments',
): boolean =>
  weekday === undefined &&
  MARK_NAMES[t].every(
    (kind) => m[kind] === undefined || (kind === only?.by && m.stichwort === undefined),
  );
/** Number of practitioners or kinds of appointments. */
const countOfKind = ({ rawRows: { tables } }: Snapshot, from: Only['by']): number =>
  tables[from === 'behandler' ? 'behandler' : 'terminarten'].count;
const groupsByList = new WeakMap<Int32Array, Map<string, RowGroups>>();
/** Groups of a list; created on first use and dropped with the list. */
function memoisedGroups(list: Int32Array, key: string, build: () => RowGroups): RowGroups {
  let own = groupsByList.get(list);
  if (!own) groupsByList.set(list, (own = new Map()));
  let made = own.get(key);
  if (!made) own.set(key, (made = build()));
  return made;
}
/** Listed rows of a table by practitioner, kind of appointment or weekday. */
const groupListedRows = (
  snapshot: Snapshot,
  t: 'services' | 'appointments',
  list: Int32Array,
  since: Only['by'] | 'wochentag',
): RowGroups =>
  memoisedGroups(list, since, () => {
    const { from, rows } =
      since === 'wochentag'
        ? groupRows(gather(snapshot[t].day, list).map(weekdayOf), WEEKDAYS.length)
        : groupRows(gather(snapshot[t][since], list), countOfKind(snapshot, since));
    return { from, rows: gather(list, rows) };
  });
const groupAt = ({ from, rows }: RowGroups, at: number): Int32Array =>
  rows.subarray(from[at], from[at + 1]);
interface RowRange {
  /** Indexes in `rows`, or in the table without `rows`. */
  from: number;
  to: number;
  rows: Int32Array | undefined;
  /** Each of them is chosen. */
  isComplete: boolean;
}
/** Below this number, rows are checked one by one instead of being listed for the filter. */
const FEW_ROWS = 64;
/**
 * Returns the same filter without the restriction added by its table row: the practitioner, kind or
 * weekday. Undefined where it is no table row, or is judged by its own keywords.
 */
function withoutRow(a: Selection): Selection | undefined {
  if (a.weekday !== undefined && !a.only) return { ...a, weekday: undefined };
  return a.weekday === undefined && a.only?.isTableRow === true && !a.chosenMarks.stichwort
    ? { ...a, only: undefined, chosenMarks: { ...a.chosenMarks, [a.only.by]: undefined } }
    : undefined;
}
/**
 * Returns candidate rows for the days of the span: all, those of the only possible practitioner or
 * kind, or those listed for the filter.
 */
function candidateRows(a: Selection, t: 'services' | 'appointments'): RowRange {
  const { snapshot, only } = a,
    table = snapshot[t],
    { day } = table,
    source =
      only && groupAt(groupsOfColumn(table[only.by], countOfKind(snapshot, only.by)), only.at);
  const rangeIn = (rows: Int32Array | undefined, isComplete: boolean): RowRange => {
    const from = lowerBound(day, a.from),
      to = Math.max(from, lowerBound(day, a.to + 1));
    return rows
      ? { from: lowerBound(rows, from), to: lowerBound(rows, to), rows, isComplete }
      : { from, to, rows, isComplete };
  };
  if (only && !a.chosenMarks.stichwort && a.chosenMarks[only.by]![only.at] !== 1)
    return { from: 0, to: 0, rows: source, isComplete: true };
  const all = rangeIn(source, false);
  // If no other criterion applies to the rows of one kind or practitioner, all of them are chosen.
  if (asksNothingElse(a, t)) return { ...all, isComplete: true };
  const key = selectionKey(a, t),
    known = knownHits(snapshot, key, all.from, all.to);
  if (known) return rangeIn(known, true);
  if (all.to - all.from < FEW_ROWS) return all;
  // Rows of a table under one filter come from the filter's list, which is walked once for all of
  // them.
  const whole = withoutRow(a),
    listed = whole && candidateRows(whole, t);
  if (listed?.isComplete && listed.rows)
    return rangeIn(
      groupAt(
        groupListedRows(snapshot, t, listed.rows, a.weekday === undefined ? only!.by : 'wochentag'),
        a.weekday ?? only!.at,
      ),
      true,
    );
  return rangeIn(
    collectHits(
      snapshot,
      key,
      source,
      all.from,
      all.to,
      t === 'services' ? (i) => matchesService(a, i) : (i) => matchesAppointment(a, i),
    ),
    true,
  );
}
/** Lists the rows of the whole span, so that a later walk of its parts finds them cached. */
export const prelistRows = (a: Selection): void => {
  if (!selectsEveryRow(a)) {
    candidateRows(a, 'services');
    candidateRows(a, 'appointments');
  }
};
/** Checks whether the span contains a service of the only possible practitioner or kind. */
export const hasServices = (a: Selection): boolean => {
  const { from, to } = candidateRows(a, 'services');
  return from < to;
};
/** Iterates over the chosen services by day of treatment. */
export function forEachService(a: Selection, visit: (i: number) => void): void {
  const { from, to, rows, isComplete } = candidateRows(a, 'services');
  for (let k = from; k < to; k += 1) {
    const i = rows ? rows[k]! : k;
    if (isComplete || matchesService(a, i)) visit(i);
  }
}
/** Iterates over the chosen services from the newest one back until the callback stops it. */
export function forEachNewestService(a: Selection, visit: (i: number) => boolean): void {
  const { from, to, rows, isComplete } = candidateRows(a, 'services');
  for (let k = to - 1; k >= from; k -= 1) {
    const i = rows ? rows[k]! : k;
    if ((isComplete || matchesService(a, i)) && visit(i)) return;
  }
}
/**
 * Below this number, services are checked one by one instead of listing their kind for all days.
 */
const FEW_SERVICES = 4000;
/** Indexes that are more than one in this many services of the span count as many. */
const MANY = 4;
/** Iterates over the chosen services among given indexes. */
export function forEachServiceIn(a: Selection, rowSet: RowSet, visit: (i: number) => void): void {
  const all = selectsEveryRow(a);
  if (rowSet.includes && rowSet.isMemoised?.() === false) {
    const { day } = a.snapshot.services,
      from = lowerBound(day, a.from),
      end = lowerBound(day, a.to + 1);
    if (end - from < FEW_SERVICES) {
      for (let i = from; i < end; i += 1)
        if (rowSet.includes(i) && (all || matchesService(a, i))) visit(i);
      return;
    }
  }
  const { rows, days: day } = rowSet,
    from = lowerBound(day, a.from),
    to = lowerBound(day, a.to + 1);
  if (a.only && asksNothingElse(a, 'services')) {
    if (a.chosenMarks[a.only.by]![a.only.at] !== 1) return;
    const own = groupAt(groupListedRows(a.snapshot, 'services', rows, a.only.by), a.only.at),
      end = lowerBound(own, lowerBound(a.snapshot.services.day, a.to + 1));
    for (let g = lowerBound(own, lowerBound(a.snapshot.services.day, a.from)); g < end; g += 1)
      visit(own[g]!);
    return;
  }
  // Where the indexes are most of the services, the filter's own list is shorter.
  if (
    !all &&
    rowSet.includes &&
    (to - from) * MANY >
      lowerBound(a.snapshot.services.day, a.to + 1) - lowerBound(a.snapshot.services.day, a.from)
  ) {
    const { includes: ist } = rowSet;
    forEachService(a, (i) => {
      if (ist(i)) visit(i);
    });
    return;
  }
  for (let k = from; k < to; k += 1) {
    const i = rows[k]!;
    if (all || matchesService(a, i)) visit(i);
  }
}
/**
 * Returns the indexes of the chosen services by invoice or payment on the days of the span: from
 * `rows`, or from all without `rows`.
 */
function bookingRows(
  a: Selection,
  basis: 'rechnung' | 'zahlung',
): { from: number; to: number; rows: Int32Array | undefined } {
  const { day, service } = bookingViewOf(a.snapshot, basis),
    from = lowerBound(day, a.from),
    to = Math.max(from, lowerBound(day, a.to + 1));
  if (selectsEveryRow(a)) return { from, to, rows: undefined };
  const rangeIn = (rows: Int32Array): { from: number; to: number; rows: Int32Array } => ({
    from: lowerBound(rows, from),
    to: lowerBound(rows, to),
    rows,
  });
  const { only, snapshot } = a,
    whole =
      only && asksNothingElse(a, 'services')
        ? {
            ...a,
            isNarrowed: false,
            only: undefined,
            chosenMarks: { ...a.chosenMarks, [only.by]: undefined },
          }
        : a.weekday === undefined
          ? withoutRow(a)
          : undefined;
  // For one practitioner or kind among several, all groups are separated at once.
  if (only && whole)
    return a.chosenMarks[only.by]![only.at] === 1
      ? rangeIn(
          groupAt(
            bookingsGroupedBy(snapshot, service, bookingRows(whole, basis).rows, only.by),
            only.at,
          ),
        )
      : { from: 0, to: 0, rows: undefined };
  const key = `${basis} ${selectionKey(a, 'services')}`;
  return rangeIn(
    knownHits(snapshot, key, from, to) ??
      collectHits(snapshot, key, undefined, from, to, (k) => matchesService(a, service[k]!)),
  );
}
/** Indexes of services by invoice or payment, grouped by practitioner or kind of appointment. */
const bookingsGroupedBy = (
  snapshot: Snapshot,
  service: Int32Array,
  list: Int32Array | undefined,
  since: Only['by'],
): RowGroups =>
  memoisedGroups(list ?? service, `Linse ${since}`, () => {
    const { from, rows } = groupRows(
      gather(snapshot.services[since], list ? gather(service, list) : service),
      countOfKind(snapshot, since),
    );
    return { from, rows: list ? gather(list, rows) : rows };
  });
/** Iterates over the chosen services by the filter's basis, with share and counting day. */
export function forEachBooking(
  a: Selection,
  visit: (i: number, share: number, day: number) => void,
): void {
  const { basis } = a.filter;
  if (basis === 'leistung') {
    const { day } = a.snapshot.services;
    forEachService(a, (i) => {
      visit(i, 1, day[i]!);
    });
    return;
  }
  const { day, service, share } = bookingViewOf(a.snapshot, basis),
    { from, to, rows } = bookingRows(a, basis);
  for (let g = from; g < to; g += 1) {
    const k = rows ? rows[g]! : g;
    visit(service[k]!, share[k]!, day[k]!);
  }
}
/**
 * Iterates over ranges of chosen services by the filter's basis: `from` up to before `to` in `rows`
 * (in the image without `rows`) and in their shares (1 without shares).
 */
export function forEachStretch(
  a: Selection,
  visit: (
    rows: Int32Array | undefined,
    shares: Float64Array | undefined,
    from: number,
    to: number,
  ) => void,
): void {
  if (a.filter.basis === 'leistung') {
    const { from, to, rows, isComplete } = candidateRows(a, 'services');
    if (isComplete) {
      visit(rows, undefined, from, to);
      return;
    }
    const chosen = new Int32Array(to - from);
    let many = 0;
    for (let k = from; k < to; k += 1) {
      const i = rows ? rows[k]! : k;
      if (matchesService(a, i)) chosen[many++] = i;
    }
    visit(chosen, undefined, 0, many);
    return;
  }
  const { service, share } = bookingViewOf(a.snapshot, a.filter.basis),
    { from, to, rows } = bookingRows(a, a.filter.basis);
  if (!rows) {
    visit(service, share, from, to);
    return;
  }
  const places = rows.subarray(from, to);
  visit(gather(service, places), gather(share, places), 0, places.length);
}
/** Lists the chosen services by day of treatment. */
export function selectedServices(a: Selection): Int32Array {
  let found: Int32Array = new Int32Array(0);
  forEachStretch(
    { ...a, filter: { ...a.filter, basis: 'leistung' } },
    (rows, _shares, from, to) => {
      if (rows) found = rows.subarray(from, to);
      else {
        found = new Int32Array(to - from);
        for (let k = from; k < to; k += 1) found[k - from] = k;
      }
    },
  );
  return found;
}
/** Iterates over the chosen appointments of the days of the span. */
export function forEachAppointment(a: Selection, visit: (i: number) => void): void {
  const { from, to, rows, isComplete } = candidateRows(a, 'appointments');
  for (let k = from; k < to; k += 1) {
    const i = rows ? rows[k]! : k;
    if (isComplete || matchesAppointment(a, i)) visit(i);
  }
}
/** Iterates over the chosen rows of working hours. */
export function forEachHours(a: Selection, visit: (i: number) => void): void {
  const { day, behandler } = a.snapshot.workingHours,
    rows =
      a.only?.by === 'behandler'
        ? groupAt(groupsOfColumn(behandler, countOfKind(a.snapshot, 'behandler')), a.only.at)
        : undefined;
  const since = lowerBound(day, a.from),
    until = lowerBound(day, a.to + 1),
    from = rows ? lowerBound(rows, since) : since,
    to = rows ? lowerBound(rows, until) : until;
  for (let k = from; k < to; k += 1) {
    const i = rows ? rows[k]! : k;
    if (matchesHours(a, i)) visit(i);
  }
}
const visits = new WeakMap<Snapshot, { marks: Uint8Array; lists: Map<string, Int32Array> }>();
/** Number of visit lists cached per image. */
const MAX_VISIT_LISTS = 16;
/**
 * Lists the visits of the span with a chosen service or a chosen kept appointment, each once, in
 * row order.
 */
function listSelectedVisits(a: Selection): Int32Array {
  let own = visits.get(a.snapshot);
  if (!own)
    visits.set(
      a.snapshot,
      (own = { marks: new Uint8Array(a.snapshot.visits.n), lists: new Map() }),
    );
  const { marks, lists: known } = own,
    key = `${a.from} ${a.to} ${selectionKey(a, 'services')}`,
    before = known.get(key);
  if (before) return before;
  const { services, appointments } = a.snapshot;
  const found = growingList();
  const one = (visit: number): void => {
    if (visit < 0 || marks[visit] === 1) return;
    marks[visit] = 1;
    found.take(visit);
  };
  forEachService(a, (i) => {
    one(services.visit[i]!);
  });
  forEachAppointment(a, (i) => {
    one(appointments.visit[i]!);
  });
  // The marks are returned cleared.
  const made = found.list();
  for (const visit of made) marks[visit] = 0;
  if (known.size >= MAX_VISIT_LISTS) known.delete(known.keys().next().value!);
  known.set(key, made);
  return made;
}
/**
 * Iterates once over each visit of the span that has a chosen service or a chosen kept appointment.
 */
export function forEachVisit(a: Selection, visit: (visitAt: number) => void): void {
  const { visits: allVisits } = a.snapshot;
  if (isByPersonOnly(a)) {
    const { day, pat } = allVisits,
      all = selectsEveryRow(a),
      { from, to } = a;
    for (let b = 0; b < allVisits.n; b += 1)
      if (
        day[b]! >= from &&
        day[b]! <= to &&
        (all || (matchesWeekday(a, day[b]!) && matchesPatient(a, pat[b]!)))
      )
        visit(b);
    return;
  }
  for (const visitAt of listSelectedVisits(a)) visit(visitAt);
}
