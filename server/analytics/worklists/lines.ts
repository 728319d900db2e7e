// Common parts of all work lists: labels, steps and notes of lines, filters, and their cells.

import type { DueReason, WorklistStep } from '../../../shared/analytics/reports/worklist.ts';
import { deadlineOf, nearestFirst } from '../../../shared/analytics/reports/worklist.ts';
import type {
  WorklistKind,
  WorklistSort,
} from '../../../shared/analytics/reports/worklist.schema.ts';
import type { Column, CellValue } from '../../../shared/analytics/reports/report.ts';
import { addMonths } from '../../../shared/base/day-math.ts';
import { isMeantBy, listName } from '../../../shared/desk/patient.ts';
import type { Look } from '../../platform/work.ts';
import type { PersonRow } from './store-plans.ts';
import { labelled, labelsOf, noteCounts, stepsOf, type StepRow } from './store.ts';

export const stepOf = (row: StepRow | undefined): WorklistStep | null =>
  row ? { text: row.step, bis: row.dueAt, wer: row.who, istErledigt: row.state === 'done' } : null;
export const personName = (person: PersonRow | undefined): string =>
  person ? listName({ firstName: person.vorname ?? '', lastName: person.nachname ?? '' }) : '';
/** Checks whether the search text matches a name or a number. */
function isMeant(person: PersonRow | undefined, patid: string, typed: string | undefined): boolean {
  return isMeantBy(typed, patid, { firstName: person?.vorname, lastName: person?.nachname });
}

/** User entries on a line. */
export interface Attachments {
  readonly schritt: WorklistStep | null;
  readonly labels: readonly string[];
  readonly notizen: number;
}
/** Reads labels and notes of lines. @returns the user entries of the line with an id */
export async function loadAttachments(
  look: Look,
  kind: WorklistKind,
): Promise<(id: string) => Attachments> {
  const labels = (await labelsOf(look)).filter((one) => one.kind === kind),
    on = await labelled(
      look,
      labels.map((one) => one.id),
    ),
    steps = await stepsOf(look, kind),
    notes = await noteCounts(look, kind);
  return (id) => ({
    schritt: stepOf(steps.get(id)),
    labels: on.get(id) ?? [],
    notizen: notes.get(id) ?? 0,
  });
}

export interface Row extends Attachments {
  readonly patid: string;
  readonly person: PersonRow | undefined;
  readonly faellig: DueReason<string> | null;
  readonly frist?: string | null;
  /** All reasons for action, where there may be more than the most urgent. */
  readonly gruende?: readonly string[];
  readonly wert: number;
}
/** Checks whether a line needs action for one of some reasons. */
export const hasReason = (
  { faellig: due, gruende: reasons }: Row,
  asked: readonly string[],
): boolean => (reasons ?? (due === null ? [] : [due.grund])).some((one) => asked.includes(one));
/** Checks whether a line needs action: it is due, or has an open step. */
export const wantsAttention = ({ faellig: due, schritt }: Row): boolean =>
  due !== null || (schritt !== null && !schritt.istErledigt);
/** Months after which a line rests if no user has touched it. */
const REST_MONTHS = 12;
/** Checks whether a line is due for long, without a step, a note or a label of a user. */
const isResting = ({ faellig: due, schritt, labels, notizen }: Row, today: string): boolean =>
  due !== null &&
  due.tag < addMonths(today, -REST_MONTHS) &&
  schritt === null &&
  labels.length === 0 &&
  notizen === 0;
/** Counts the lines of the list as it opens, and those that rest. */
export function countDue(all: readonly Row[], today: string): { due: number; resting: number } {
  const due = all.filter(wantsAttention),
    resting = due.filter((line) => isResting(line, today)).length;
  return { due: due.length - resting, resting };
}
interface AskedAttachment {
  readonly alle: 'ja' | 'nein';
  readonly grund: readonly string[];
  readonly label?: string | undefined;
  readonly wer?: string | undefined;
  readonly q?: string | undefined;
  readonly sort?: WorklistSort | undefined;
  readonly n: number;
  readonly ab: number;
}
/** Returns the order of a list: by a column, empty cells last, or the nearest deadline first. */
function orderOf(sort: WorklistSort | undefined, today: string): (a: Row, b: Row) => number {
  const byDeadline = nearestFirst(today);
  if (sort === undefined) return byDeadline;
  const isDown = sort.startsWith('-'),
    key = CELL[(isDown ? sort.slice(1) : sort) as keyof typeof CELL];
  return (a, b) => {
    const [x, y] = [key(a), key(b)];
    if (x === null || y === null) return x === y ? byDeadline(a, b) : x === null ? 1 : -1;
    const order =
      typeof x === 'number' ? x - Number(y) : x.localeCompare(String(y), 'de', { numeric: true });
    return order === 0 ? byDeadline(a, b) : isDown ? -order : order;
  };
}
const CELL = {
  name: (line: Row) => personName(line.person) || null,
  tag: (line: Row) => line.faellig?.tag ?? null,
  wert: (line: Row) => line.wert,
  bis: (line: Row) => (line.schritt === null || line.schritt.istErledigt ? null : line.schritt.bis),
} as const satisfies Record<string, (line: Row) => string | number | null>;

/**
 * Returns the filtered lines, the nearest deadline first or by a column, up to the maximum. Lines
 * that rest are left out of the list as it opens; a reason, a label, a person or a name finds them.
 * @param matches additional filter of a list
 */
export function searchable<Z extends Row>(
  all: readonly Z[],
  query: AskedAttachment,
  today: string,
  matches: (line: Z) => boolean,
): { found: Z[]; shown: Z[] } {
  const isNarrowed =
    query.grund.length > 0 ||
    [query.label, query.wer, query.q].some((one) => one !== undefined && one !== '');
  const found = all
    .filter(
      (line) =>
        (query.alle === 'ja' ||
          (wantsAttention(line) && (isNarrowed || !isResting(line, today)))) &&
        (query.grund.length === 0 || hasReason(line, query.grund)) &&
        (query.label === undefined || line.labels.includes(query.label)) &&
        (query.wer === undefined || line.schritt?.wer === query.wer) &&
        isMeant(line.person, line.patid, query.q) &&
        matches(line),
    )
    .toSorted(orderOf(query.sort, today));
  return { found, shown: found.slice(query.ab, query.ab + query.n) };
}

/** Last columns of every list. */
export const CLOSING_COLUMNS: readonly Column[] = [
  { key: 'schritt', titel: 'Nächster Schritt', typ: 'text' },
  { key: 'bis', titel: 'Bis', typ: 'tag' },
  { key: 'wer', titel: 'Wer', typ: 'text' },
  { key: 'labels', titel: 'Labels', typ: 'text' },
  { key: 'notizen', titel: 'Notizen', typ: 'zahl' },
];
/** Returns the cells common to all lines. */
export const cellsOf = (
  { patid, person, faellig, frist = null, schritt, labels, notizen }: Row,
  today: string,
): Record<string, CellValue> => ({
  patid,
  name: personName(person),
  geburtsdatum: person?.geburtsdatum ?? null,
  frist: deadlineOf({ faellig, frist }, today),
  telefon: person?.mobil ?? person?.telefon ?? null,
  schritt: schritt?.text ?? null,
  bis: schritt?.bis ?? null,
  wer: schritt?.wer ?? null,
  istErledigt: schritt?.istErledigt ?? false,
  labels: labels.join('|'),
  notizen,
});
