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
import { bekannt, treffer } from './hits.ts';

/**
 * Settings of the practice: targets by key figure and practitioner (`` is the practice) as valid on
 * the last day of the span.
 */
export type Targets = ReadonlyMap<string, number>;

interface Only {
  readonly von: 'behandler' | 'terminart';
  readonly at: number;
  /** One row of a table: the other rows are requested as well. */
  readonly isTableRow?: true;
}
type Marks = Uint8Array | undefined;
export interface Selection {
  readonly snapshot: Snapshot;
  readonly filter: PracticeReportFilter;
  readonly von: number;
  readonly bis: number;
  /** Reference day of a state: the last day of the span, today at the latest. */
  readonly cutoffDate: number;
  /**
   * Whether rows of patients are filtered by more than the patient: by practitioner, place or
   * service.
   */
  readonly isNarrowed: boolean;
  readonly ziele: Targets;
  /**
   * The only practitioner or kind of appointment (index in the table) that can be chosen, so that
   * only its rows are walked. The marks are still checked.
   */
  readonly only?: Only | undefined;
  /**
   * Current billing proposals, where a key figure counts them: index of the record, day,
   * practitioner (index), cents and whether these are certain.
   */
  readonly vorschlaege?: readonly {
    readonly pat: number;
    readonly tag: number;
    readonly behandler: number;
    readonly cents: number;
    readonly isEstimated: boolean;
    readonly isRealised: boolean;
  }[];
  /** Only rows of this weekday (Monday 0), if one is chosen. */
  readonly wochentag?: number | undefined;
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
     */ stichwort: Marks;
  };
}

const bookingViews = new WeakMap<Snapshot, Map<string, BookingView>>();
/** Services by invoice or by payment; created on first use of an image. */
export function bookingViewOf(snapshot: Snapshot, basis: 'rechnung' | 'zahlung'): BookingView {
  const known = bookingViews.get(snapshot) ?? new Map<string, BookingView>();
  bookingViews.set(snapshot, known);
  let bookingView = known.get(basis);
  if (!bookingView)
    known.set(basis, (bookingView = buildBookingView(snapshot.rawRows, snapshot.R, basis)));
  return bookingView;
}

function marksOf(snapshot: Snapshot, entity: PvsEntity, ids: readonly string[]): Marks {
  if (ids.length === 0) return undefined;
  const { anzahl, nach } = snapshot.rawRows.tables[entity],
    marks = new Uint8Array(anzahl);
  for (const id of ids) {
    const at = nach.get(id);
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
const typeKeywordIndex = (art: number, wort: number): number => (art + 1) * WORDS + wort + 1;

/** The only marked index, if exactly one is marked. */
function onlyMarked(von: Only['von'], marks: Marks): Only | undefined {
  const at = marks ? marks.indexOf(1) : -1;
  return at >= 0 && marks!.indexOf(1, at + 1) < 0 ? { von, at } : undefined;
}
export function buildSelection(
  snapshot: Snapshot,
  filter: PracticeReportFilter,
  ziele: Targets = new Map(),
): Selection {
  let behandler = marksOf(snapshot, 'behandler', filter.behandler);
  const team = marksOf(snapshot, 'teams', filter.teams);
  if (team) {
    const own = snapshot.rawRows.tables.behandler.spalten['team']!,
      both = new Uint8Array(snapshot.rawRows.tables.behandler.anzahl);
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
  let arten = terminart,
    stichwort: Marks;
  if (termingruppe && standard) {
    // A group is one of the practice's own, or a standard group by its name.
    const t = snapshot.rawRows.tables.terminarten,
      own = t.spalten['gruppe']!,
      said = snapshot.groupByType,
      both = new Uint8Array(t.anzahl);
    for (let at = 0; at < both.length; at += 1)
      if (
        ((own[at]! >= 0 && termingruppe[own[at]!] === 1) ||
          (said[at]! >= 0 && standard[said[at]!] === 1)) &&
        (!terminart || terminart[at] === 1)
      )
        both[at] = 1;
    arten = both;
    if (snapshot.hasKeywords) {
      // For a kind without a group, or without a kind, the keywords decide: then the kind alone is
      // not sufficient.
      stichwort = new Uint8Array((t.anzahl + 1) * WORDS);
      for (let at = -1; at < t.anzahl; at += 1) {
        const isAsked = at < 0 ? !terminart : !terminart || terminart[at] === 1,
          isIn = at >= 0 && both[at] === 1;
        for (let wort = -1; wort < STANDARD_GROUPS.length; wort += 1)
          if (isIn || (isAsked && wort >= 0 && (at < 0 || said[at]! < 0) && standard[wort] === 1))
            stichwort[typeKeywordIndex(at, wort)] = 1;
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
    terminart: arten,
    stichwort,
  };
  const von = dayNumberOf(filter.von),
    bis = dayNumberOf(filter.bis),
    only =
      onlyMarked('behandler', behandler) ?? onlyMarked('terminart', stichwort ? terminart : arten);
  return {
    snapshot,
    only,
    filter,
    von,
    bis,
    ziele,
    cutoffDate: Math.min(bis, snapshot.heute),
    isNarrowed: [
      behandler,
      chosenMarks.zimmer,
      chosenMarks.stempel,
      chosenMarks.bereich,
      arten,
    ].some(Boolean),
    chosenMarks,
  };
}
/** Returns the same filter for another span. */
export const withPeriod = (a: Selection, von: number, bis: number): Selection => ({
  ...a,
  von,
  bis,
  cutoffDate: Math.min(bis, a.snapshot.heute),
});
/**
 * Returns the same filter for one practitioner only (index in the table); matches none where the
 * filter excludes them.
 */
export function narrowToPractitioner(a: Selection, at: number): Selection {
  if (a.only?.von === 'behandler' && a.only.at === at) return a;
  const marks = new Uint8Array(a.snapshot.rawRows.tables.behandler.anzahl);
  if (!a.chosenMarks.behandler || a.chosenMarks.behandler[at] === 1) marks[at] = 1;
  return {
    ...a,
    isNarrowed: true,
    only: { von: 'behandler', at, isTableRow: true },
    chosenMarks: { ...a.chosenMarks, behandler: marks },
  };
}
/**
 * Returns the same filter for the appointments of one kind only (index in the table) and the
 * services that belong to them.
 */
export function narrowToAppointmentType(a: Selection, at: number): Selection {
  const marks = new Uint8Array(a.snapshot.rawRows.tables.terminarten.anzahl),
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
    only: { von: 'terminart', at, isTableRow: true },
    chosenMarks: { ...a.chosenMarks, terminart: marks, stichwort },
  };
}
/** Returns the same filter for one weekday only (Monday 0). */
export const narrowToWeekday = (a: Selection, wochentag: number): Selection => ({
  ...a,
  isNarrowed: true,
  wochentag,
});
/** Whether a span has begun and is not over. */
export const isOngoing = ({ von, bis, snapshot: { heute } }: Selection): boolean =>
  von <= heute && heute < bis;
/**
 * Returns the filter for the comparison span; null without a comparison. An unfinished span is
 * compared up to the same day, since a part compared with a whole would look like a decline.
 * @param isComplete use the whole comparison span in any case
 */
export function comparisonOf(a: Selection, isComplete = false): Selection | null {
  const { vergleich } = a.filter,
    { heute } = a.snapshot;
  if (vergleich === 'KEIN') return null;
  const { von, bis } = comparisonSpan(a.von, a.bis, vergleich);
  if (isComplete || !isOngoing(a)) return withPeriod(a, von, bis);
  const last = vergleich === 'VORJAHR' ? plusMonths(heute, -12) : von + (heute - a.von);
  return withPeriod(a, von, Math.min(bis, last));
}

/** Whether rows are filtered by day and patient only: then visits are chosen as a whole. */
export const isByPersonOnly = (a: Selection): boolean => {
  const m = a.chosenMarks;
  return !(m.behandler || m.zimmer || m.stempel || m.bereich || m.terminart);
};
/** Checks whether every row of the span is chosen. */
export const selectsEveryRow = (a: Selection): boolean =>
  !a.isNarrowed && !a.chosenMarks.versicherung;
export const matchesWeekday = (a: Selection, tag: number): boolean =>
  a.wochentag === undefined || weekdayOf(tag) === a.wochentag;
const isMarked = (marks: Marks, at: number): boolean =>
  marks === undefined || (at >= 0 && marks[at] === 1);
/** Checks whether a kind of appointment, with the group of its keywords, is chosen. */
const matchesType = (
  { terminart, stichwort }: Selection['chosenMarks'],
  art: number,
  wort: number,
): boolean => (stichwort ? stichwort[typeKeywordIndex(art, wort)] === 1 : isMarked(terminart, art));
export const matchesPractitioner = (a: Selection, at: number): boolean =>
  isMarked(a.chosenMarks.behandler, at);
const matchesRoom = (a: Selection, at: number): boolean => isMarked(a.chosenMarks.zimmer, at);
export const matchesTeam = (a: Selection, at: number): boolean => isMarked(a.chosenMarks.team, at);

/** Checks whether a service is chosen, regardless of its day. */
export function matchesService(a: Selection, i: number): boolean {
  const { L } = a.snapshot,
    m = a.chosenMarks;
  return (
    matchesWeekday(a, L.tag[i]!) &&
    isMarked(m.behandler, L.behandler[i]!) &&
    isMarked(m.zimmer, L.zimmer[i]!) &&
    isMarked(m.stempel, L.stempel[i]!) &&
    isMarked(m.versicherung, L.versicherung[i]!) &&
    isMarked(m.bereich, L.bereich[i]!) &&
    matchesType(m, L.terminart[i]!, L.stichwort[i]!)
  );
}
/** Checks whether an appointment is chosen, regardless of its day; appointments have no area. */
export function matchesAppointment(a: Selection, i: number): boolean {
  const { T, rawRows } = a.snapshot,
    m = a.chosenMarks,
    b = T.behandler[i]!;
  return (
    matchesWeekday(a, T.tag[i]!) &&
    isMarked(m.behandler, b) &&
    isMarked(m.zimmer, T.zimmer[i]!) &&
    isMarked(m.versicherung, T.versicherung[i]!) &&
    matchesType(m, T.terminart[i]!, T.stichwort[i]!) &&
    (m.stempel === undefined ||
      (b >= 0 && isMarked(m.stempel, rawRows.tables.behandler.spalten['stempel']![b]!)))
  );
}
/** Checks whether a row of working hours is chosen, regardless of its day. */
export const matchesHours = (a: Selection, i: number): boolean => {
  const { behandler, zimmer, tag } = a.snapshot.A;
  return (
    matchesWeekday(a, tag[i]!) &&
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
      a.snapshot.rawRows.tables.patient.spalten['versicherung']![at]!,
    ));
/** Checks whether a plan or a perio case is chosen, by its author and its patient. */
export function matchesPlan(a: Selection, entity: 'hkp' | 'parfall', at: number): boolean {
  const c = a.snapshot.rawRows.tables[entity].spalten,
    pat = c['patid']![at]!;
  return (
    isMarked(a.chosenMarks.behandler, c['behandler']![at]!) &&
    matchesPatient(a, pat < 0 ? -1 : a.snapshot.mergedInto[pat]!)
  );
}
const UNASKED = 0,
  NONE = 1,
  SOME = 2;
const rechnungen = new WeakMap<Snapshot, Map<string, Uint8Array>>(),
  invoiceMarksBySelection = new WeakMap<Selection, Uint8Array>();
/** Number of filters whose invoices are cached. */
const MAX_REMEMBERED = 16;
/** Cache of invoices under a filter: whether one of their services is chosen. */
function invoiceMarks(a: Selection): Uint8Array {
  let own = rechnungen.get(a.snapshot);
  if (!own) rechnungen.set(a.snapshot, (own = new Map()));
  const wort = selectionKey(a, 'L'),
    known = own.get(wort);
  if (known) return known;
  const marks = new Uint8Array(a.snapshot.R.leistungen.from.length),
    listed = bekannt(a.snapshot, wort, 0, a.snapshot.L.n),
    { rechnung } = a.snapshot.L;
  if (listed) {
    marks.fill(NONE);
    for (let k = 0; k < listed.length; k += 1) {
      const at = rechnung[listed[k]!]!;
      if (at >= 0) marks[at] = SOME;
    }
  }
  if (own.size >= MAX_REMEMBERED) own.delete(own.keys().next().value!);
  own.set(wort, marks);
  return marks;
}
/** Checks whether one of the services of an invoice is chosen; computed once. */
function hasSelectedServices(a: Selection, of: number): boolean {
  let known = invoiceMarksBySelection.get(a);
  if (!known) invoiceMarksBySelection.set(a, (known = invoiceMarks(a)));
  if (known[of] === UNASKED) {
    const { from, rows } = a.snapshot.R.leistungen;
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
  const { R, rawRows } = a.snapshot,
    m = a.chosenMarks;
  if (m.behandler || m.zimmer || m.bereich || m.terminart || (m.versicherung && R.pat[at]! < 0))
    return hasSelectedServices(a, R.ziel[at]! >= 0 ? R.ziel[at]! : at);
  return (
    (m.stempel === undefined ||
      isMarked(m.stempel, rawRows.tables.rechnung.spalten['stempel']![at]!)) &&
    matchesPatient(a, R.pat[at]!)
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
  const { R, L } = a.snapshot,
    of = R.ziel[at]! >= 0 ? R.ziel[at]! : at,
    { from, rows } = R.leistungen;
  let sum = 0,
    count = 0;
  for (let g = from[of]!; g < from[of + 1]!; g += 1)
    if (matchesService(a, rows[g]!)) {
      sum += L.betrag[rows[g]!]!;
      count += 1;
    }
  return R.serviceSum[of] === 0
    ? count / Math.max(1, from[of + 1]! - from[of]!)
    : sum / R.serviceSum[of]!;
}

const rowGroups = new WeakMap<Int32Array, RowGroups>();
/**
 * Rows grouped by the value of a column, each group by day like all rows; created on first use of
 * an image.
 */
function nach(column: Int32Array, groups: number): RowGroups {
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
    L: [...APPOINTMENT_MARK_NAMES, 'bereich'],
    T: APPOINTMENT_MARK_NAMES,
  } as const satisfies Record<string, readonly (keyof Selection['chosenMarks'])[]>;
/**
 * Returns the cache key of a filter for rows of a table: all its criteria, and the only possible
 * practitioner or kind.
 */
function selectionKey(a: Selection, t: 'L' | 'T'): string {
  let word = `${t}${a.only ? `${a.only.von}${a.only.at}` : ''} ${a.wochentag ?? ''}`;
  for (const art of MARK_NAMES[t]) {
    const marks = a.chosenMarks[art];
    if (marks) word += ` ${art}${String.fromCharCode(...marks)}`;
  }
  return word;
}
/**
 * Whether a filter restricts rows of a table by their days and at most one practitioner or kind of
 * appointment only.
 */
const asksNothingElse = ({ only, wochentag, chosenMarks: m }: Selection, t: 'L' | 'T'): boolean =>
  wochentag === undefined &&
  MARK_NAMES[t].every(
    (art) => m[art] === undefined || (art === only?.von && m.stichwort === undefined),
  );
/** Number of practitioners or kinds of appointments. */
const countOfKind = ({ rawRows: { tables } }: Snapshot, von: Only['von']): number =>
  tables[von === 'behandler' ? 'behandler' : 'terminarten'].anzahl;
const groupsByList = new WeakMap<Int32Array, Map<string, RowGroups>>();
/** Groups of a list; created on first use and dropped with the list. */
function memoisedGroups(list: Int32Array, wort: string, build: () => RowGroups): RowGroups {
  let own = groupsByList.get(list);
  if (!own) groupsByList.set(list, (own = new Map()));
  let made = own.get(wort);
  if (!made) own.set(wort, (made = build()));
  return made;
}
/** Listed rows of a table by practitioner, kind of appointment or weekday. */
const groupListedRows = (
  snapshot: Snapshot,
  t: 'L' | 'T',
  list: Int32Array,
  von: Only['von'] | 'wochentag',
): RowGroups =>
  memoisedGroups(list, von, () => {
    const { from, rows } =
      von === 'wochentag'
        ? groupRows(gather(snapshot[t].tag, list).map(weekdayOf), WEEKDAYS.length)
        : groupRows(gather(snapshot[t][von], list), countOfKind(snapshot, von));
    return { from, rows: gather(list, rows) };
  });
const gruppe = ({ from, rows }: RowGroups, at: number): Int32Array =>
  rows.subarray(from[at], from[at + 1]);
interface RowRange {
  /** Indexes in `rows`, or in the table without `rows`. */
  ab: number;
  bis: number;
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
  if (a.wochentag !== undefined && !a.only) return { ...a, wochentag: undefined };
  return a.wochentag === undefined && a.only?.isTableRow === true && !a.chosenMarks.stichwort
    ? { ...a, only: undefined, chosenMarks: { ...a.chosenMarks, [a.only.von]: undefined } }
    : undefined;
}
/**
 * Returns candidate rows for the days of the span: all, those of the only possible practitioner or
 * kind, or those listed for the filter.
 */
function candidateRows(a: Selection, t: 'L' | 'T'): RowRange {
  const { snapshot, only } = a,
    table = snapshot[t],
    { tag } = table,
    aus = only && gruppe(nach(table[only.von], countOfKind(snapshot, only.von)), only.at);
  const rangeIn = (rows: Int32Array | undefined, isComplete: boolean): RowRange => {
    const ab = lowerBound(tag, a.von),
      bis = Math.max(ab, lowerBound(tag, a.bis + 1));
    return rows
      ? { ab: lowerBound(rows, ab), bis: lowerBound(rows, bis), rows, isComplete }
      : { ab, bis, rows, isComplete };
  };
  if (only && !a.chosenMarks.stichwort && a.chosenMarks[only.von]![only.at] !== 1)
    return { ab: 0, bis: 0, rows: aus, isComplete: true };
  const all = rangeIn(aus, false);
  // If no other criterion applies to the rows of one kind or practitioner, all of them are chosen.
  if (asksNothingElse(a, t)) return { ...all, isComplete: true };
  const wort = selectionKey(a, t),
    known = bekannt(snapshot, wort, all.ab, all.bis);
  if (known) return rangeIn(known, true);
  if (all.bis - all.ab < FEW_ROWS) return all;
  // Rows of a table under one filter come from the filter's list, which is walked once for all of
  // them.
  const whole = withoutRow(a),
    listed = whole && candidateRows(whole, t);
  if (listed?.isComplete && listed.rows)
    return rangeIn(
      gruppe(
        groupListedRows(
          snapshot,
          t,
          listed.rows,
          a.wochentag === undefined ? only!.von : 'wochentag',
        ),
        a.wochentag ?? only!.at,
      ),
      true,
    );
  return rangeIn(
    treffer(
      snapshot,
      wort,
      aus,
      all.ab,
      all.bis,
      t === 'L' ? (i) => matchesService(a, i) : (i) => matchesAppointment(a, i),
    ),
    true,
  );
}
/** Lists the rows of the whole span, so that a later walk of its parts finds them cached. */
export const prelistRows = (a: Selection): void => {
  if (!selectsEveryRow(a)) {
    candidateRows(a, 'L');
    candidateRows(a, 'T');
  }
};
/** Checks whether the span contains a service of the only possible practitioner or kind. */
export const hasServices = (a: Selection): boolean => {
  const { ab, bis } = candidateRows(a, 'L');
  return ab < bis;
};
/** Iterates over the chosen services by day of treatment. */
export function forEachService(a: Selection, visit: (i: number) => void): void {
  const { ab, bis, rows, isComplete } = candidateRows(a, 'L');
  for (let k = ab; k < bis; k += 1) {
    const i = rows ? rows[k]! : k;
    if (isComplete || matchesService(a, i)) visit(i);
  }
}
/** Iterates over the chosen services from the newest one back until the callback stops it. */
export function forEachNewestService(a: Selection, visit: (i: number) => boolean): void {
  const { ab, bis, rows, isComplete } = candidateRows(a, 'L');
  for (let k = bis - 1; k >= ab; k -= 1) {
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
  const alle = selectsEveryRow(a);
  if (rowSet.ist && rowSet.isMemoised?.() === false) {
    const { tag } = a.snapshot.L,
      ab = lowerBound(tag, a.von),
      ende = lowerBound(tag, a.bis + 1);
    if (ende - ab < FEW_SERVICES) {
      for (let i = ab; i < ende; i += 1)
        if (rowSet.ist(i) && (alle || matchesService(a, i))) visit(i);
      return;
    }
  }
  const { rows, tag } = rowSet,
    ab = lowerBound(tag, a.von),
    bis = lowerBound(tag, a.bis + 1);
  if (a.only && asksNothingElse(a, 'L')) {
    if (a.chosenMarks[a.only.von]![a.only.at] !== 1) return;
    const own = gruppe(groupListedRows(a.snapshot, 'L', rows, a.only.von), a.only.at),
      end = lowerBound(own, lowerBound(a.snapshot.L.tag, a.bis + 1));
    for (let g = lowerBound(own, lowerBound(a.snapshot.L.tag, a.von)); g < end; g += 1)
      visit(own[g]!);
    return;
  }
  // Where the indexes are most of the services, the filter's own list is shorter.
  if (
    !alle &&
    rowSet.ist &&
    (bis - ab) * MANY >
      lowerBound(a.snapshot.L.tag, a.bis + 1) - lowerBound(a.snapshot.L.tag, a.von)
  ) {
    const { ist } = rowSet;
    forEachService(a, (i) => {
      if (ist(i)) visit(i);
    });
    return;
  }
  for (let k = ab; k < bis; k += 1) {
    const i = rows[k]!;
    if (alle || matchesService(a, i)) visit(i);
  }
}
/**
 * Returns the indexes of the chosen services by invoice or payment on the days of the span: from
 * `rows`, or from all without `rows`.
 */
function bookingRows(
  a: Selection,
  basis: 'rechnung' | 'zahlung',
): { ab: number; bis: number; rows: Int32Array | undefined } {
  const { tag, zeile } = bookingViewOf(a.snapshot, basis),
    ab = lowerBound(tag, a.von),
    bis = Math.max(ab, lowerBound(tag, a.bis + 1));
  if (selectsEveryRow(a)) return { ab, bis, rows: undefined };
  const rangeIn = (rows: Int32Array): { ab: number; bis: number; rows: Int32Array } => ({
    ab: lowerBound(rows, ab),
    bis: lowerBound(rows, bis),
    rows,
  });
  const { only, snapshot } = a,
    whole =
      only && asksNothingElse(a, 'L')
        ? {
            ...a,
            isNarrowed: false,
            only: undefined,
            chosenMarks: { ...a.chosenMarks, [only.von]: undefined },
          }
        : a.wochentag === undefined
          ? withoutRow(a)
          : undefined;
  // For one practitioner or kind among several, all groups are separated at once.
  if (only && whole)
    return a.chosenMarks[only.von]![only.at] === 1
      ? rangeIn(
          gruppe(
            bookingsGroupedBy(snapshot, zeile, bookingRows(whole, basis).rows, only.von),
            only.at,
          ),
        )
      : { ab: 0, bis: 0, rows: undefined };
  const wort = `${basis} ${selectionKey(a, 'L')}`;
  return rangeIn(
    bekannt(snapshot, wort, ab, bis) ??
      treffer(snapshot, wort, undefined, ab, bis, (k) => matchesService(a, zeile[k]!)),
  );
}
/** Indexes of services by invoice or payment, grouped by practitioner or kind of appointment. */
const bookingsGroupedBy = (
  snapshot: Snapshot,
  zeile: Int32Array,
  list: Int32Array | undefined,
  von: Only['von'],
): RowGroups =>
  memoisedGroups(list ?? zeile, `Linse ${von}`, () => {
    const { from, rows } = groupRows(
      gather(snapshot.L[von], list ? gather(zeile, list) : zeile),
      countOfKind(snapshot, von),
    );
    return { from, rows: list ? gather(list, rows) : rows };
  });
/** Iterates over the chosen services by the filter's basis, with share and counting day. */
export function forEachBooking(
  a: Selection,
  visit: (i: number, anteil: number, tag: number) => void,
): void {
  const { basis } = a.filter;
  if (basis === 'leistung') {
    const { tag } = a.snapshot.L;
    forEachService(a, (i) => {
      visit(i, 1, tag[i]!);
    });
    return;
  }
  const { tag, zeile, anteil } = bookingViewOf(a.snapshot, basis),
    { ab, bis, rows } = bookingRows(a, basis);
  for (let g = ab; g < bis; g += 1) {
    const k = rows ? rows[g]! : g;
    visit(zeile[k]!, anteil[k]!, tag[k]!);
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
    const { ab, bis, rows, isComplete } = candidateRows(a, 'L');
    if (isComplete) {
      visit(rows, undefined, ab, bis);
      return;
    }
    const chosen = new Int32Array(bis - ab);
    let many = 0;
    for (let k = ab; k < bis; k += 1) {
      const i = rows ? rows[k]! : k;
      if (matchesService(a, i)) chosen[many++] = i;
    }
    visit(chosen, undefined, 0, many);
    return;
  }
  const { zeile, anteil } = bookingViewOf(a.snapshot, a.filter.basis),
    { ab, bis, rows } = bookingRows(a, a.filter.basis);
  if (!rows) {
    visit(zeile, anteil, ab, bis);
    return;
  }
  const places = rows.subarray(ab, bis);
  visit(gather(zeile, places), gather(anteil, places), 0, places.length);
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
  const { ab, bis, rows, isComplete } = candidateRows(a, 'T');
  for (let k = ab; k < bis; k += 1) {
    const i = rows ? rows[k]! : k;
    if (isComplete || matchesAppointment(a, i)) visit(i);
  }
}
/** Iterates over the chosen rows of working hours. */
export function forEachHours(a: Selection, visit: (i: number) => void): void {
  const { tag, behandler } = a.snapshot.A,
    rows =
      a.only?.von === 'behandler'
        ? gruppe(nach(behandler, countOfKind(a.snapshot, 'behandler')), a.only.at)
        : undefined;
  const ab = lowerBound(tag, a.von),
    bis = lowerBound(tag, a.bis + 1),
    from = rows ? lowerBound(rows, ab) : ab,
    to = rows ? lowerBound(rows, bis) : bis;
  for (let k = from; k < to; k += 1) {
    const i = rows ? rows[k]! : k;
    if (matchesHours(a, i)) visit(i);
  }
}
const visits = new WeakMap<Snapshot, { marks: Uint8Array; nach: Map<string, Int32Array> }>();
/** Number of visit lists cached per image. */
const MAX_VISIT_LISTS = 16;
/**
 * Lists the visits of the span with a chosen service or a chosen kept appointment, each once, in
 * row order.
 */
function listSelectedVisits(a: Selection): Int32Array {
  let own = visits.get(a.snapshot);
  if (!own)
    visits.set(a.snapshot, (own = { marks: new Uint8Array(a.snapshot.B.n), nach: new Map() }));
  const { marks, nach: known } = own,
    wort = `${a.von} ${a.bis} ${selectionKey(a, 'L')}`,
    before = known.get(wort);
  if (before) return before;
  const { L, T } = a.snapshot;
  const found = growingList();
  const one = (besuch: number): void => {
    if (besuch < 0 || marks[besuch] === 1) return;
    marks[besuch] = 1;
    found.take(besuch);
  };
  forEachService(a, (i) => {
    one(L.besuch[i]!);
  });
  forEachAppointment(a, (i) => {
    one(T.besuch[i]!);
  });
  // The marks are returned cleared.
  const made = found.liste();
  for (const besuch of made) marks[besuch] = 0;
  if (known.size >= MAX_VISIT_LISTS) known.delete(known.keys().next().value!);
  known.set(wort, made);
  return made;
}
/**
 * Iterates once over each visit of the span that has a chosen service or a chosen kept appointment.
 */
export function forEachVisit(a: Selection, visit: (besuch: number) => void): void {
  const { B } = a.snapshot;
  if (isByPersonOnly(a)) {
    const { tag, pat } = B,
      alle = selectsEveryRow(a),
      { von, bis } = a;
    for (let b = 0; b < B.n; b += 1)
      if (
        tag[b]! >= von &&
        tag[b]! <= bis &&
        (alle || (matchesWeekday(a, tag[b]!) && matchesPatient(a, pat[b]!)))
      )
        visit(b);
    return;
  }
  for (const besuch of listSelectedVisits(a)) visit(besuch);
}
