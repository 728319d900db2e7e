/**
 * Candidate rows of a filter: all of its days, those of one practitioner or kind, or those listed
 * for it.
 */
import type { Snapshot } from '../snapshot.ts';
import { WEEKDAYS, weekdayOf } from '../calendar.ts';
import { type RowGroups, gather, groupRows, lowerBound } from '../tables/sort-rows.ts';
import { collectHits, knownHits } from '../hits.ts';
import { matchesAppointment, matchesService, selectsEveryRow } from './matches.ts';
import type { Only, Selection } from '../selection.ts';

const rowGroups = new WeakMap<Int32Array, RowGroups>();

/**
 * Groups rows by the value of a column, each group by day like all rows; created on first use of an
 * image.
 */
export function groupsOfColumn(column: Int32Array, groups: number): RowGroups {
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
export function selectionKey(a: Selection, t: 'services' | 'appointments'): string {
  let word = `${t}${a.only ? `${a.only.by}${a.only.at}` : ''} ${a.weekday ?? ''}`;
  for (const kind of MARK_NAMES[t]) {
    const marks = a.chosenMarks[kind];
    if (marks) word += ` ${kind}${String.fromCharCode(...marks)}`;
  }
  return word;
}

/**
 * Checks whether a filter restricts rows of a table by their days and at most one practitioner or
 * kind of appointment only.
 */
export const asksNothingElse = (
  { only, weekday, chosenMarks: m }: Selection,
  t: 'services' | 'appointments',
): boolean =>
  weekday === undefined &&
  MARK_NAMES[t].every(
    (kind) => m[kind] === undefined || (kind === only?.by && m.stichwort === undefined),
  );

/** Counts practitioners or kinds of appointments. */
export const countOfKind = ({ rawRows: { tables } }: Snapshot, from: Only['by']): number =>
  tables[from === 'behandler' ? 'behandler' : 'terminarten'].count;

const groupsByList = new WeakMap<Int32Array, Map<string, RowGroups>>();

/** Groups of a list; created on first use and dropped with the list. */
export function memoisedGroups(list: Int32Array, key: string, build: () => RowGroups): RowGroups {
  let own = groupsByList.get(list);
  if (!own) groupsByList.set(list, (own = new Map()));
  let made = own.get(key);
  if (!made) own.set(key, (made = build()));
  return made;
}

/** Groups listed rows of a table by practitioner, kind of appointment or weekday. */
export const groupListedRows = (
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

export const groupAt = ({ from, rows }: RowGroups, at: number): Int32Array =>
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
export function withoutRow(a: Selection): Selection | undefined {
  if (a.weekday !== undefined && !a.only) return { ...a, weekday: undefined };
  return a.weekday === undefined && a.only?.isTableRow === true && !a.chosenMarks.stichwort
    ? { ...a, only: undefined, chosenMarks: { ...a.chosenMarks, [a.only.by]: undefined } }
    : undefined;
}

/**
 * Returns candidate rows for the days of the span: all, those of the only possible practitioner or
 * kind, or those listed for the filter.
 */
export function candidateRows(a: Selection, t: 'services' | 'appointments'): RowRange {
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
