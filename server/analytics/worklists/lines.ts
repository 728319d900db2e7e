// What every work list has in common: labels, steps and notes of its lines, which of them are asked for, and the cells that say so.

import type { Faellig, Schritt } from '../../../shared/analytics/reports/worklist.ts';
import { compareListed } from '../../../shared/analytics/reports/worklist.ts';
import type { Liste } from '../../../shared/analytics/reports/worklist.schema.ts';
import type { Spalte, Zelle } from '../../../shared/analytics/reports/report.ts';
import { listName, searchText, spellings } from '../../../shared/desk/patient.ts';
import type { Look } from '../../platform/work.ts';
import type { PersonRow } from './store-plans.ts';
import { labelled, labelsOf, noteCounts, stepsOf, type StepRow } from './store.ts';

export const stepOf = (row: StepRow | undefined): Schritt | null =>
  row ? { text: row.step, bis: row.dueAt, wer: row.who, istErledigt: row.state === 'done' } : null;
export const personName = (person: PersonRow | undefined): string =>
  person ? listName({ firstName: person.vorname ?? '', lastName: person.nachname ?? '' }) : '';
/** Whether a name or a number is meant by what was typed. */
export function isMeant(
  person: PersonRow | undefined,
  patid: string,
  typed: string | undefined,
): boolean {
  if (typed === undefined || typed === '') return true;
  if (patid.startsWith(typed)) return true;
  if (!person) return false;
  const words = searchText({ firstName: person.vorname ?? '', lastName: person.nachname ?? '' });
  return spellings(typed).every((spelling) => spelling.some((one) => words.includes(` ${one}`)));
}

/** What people put at a line. */
export interface Beigefuegt {
  readonly schritt: Schritt | null;
  readonly labels: readonly string[];
  readonly notizen: number;
}
/** @returns what was put at the line of an id */
export async function beigefuegt(look: Look, kind: Liste): Promise<(id: string) => Beigefuegt> {
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

export interface Zeile extends Beigefuegt {
  readonly patid: string;
  readonly person: PersonRow | undefined;
  readonly faellig: Faellig<string> | null;
  /** Everything it wants somebody for, where that may be more than the most urgent. */ readonly gruende?: readonly string[];
  readonly wert: number;
}
/** Whether a line wants somebody for one of some reasons. */
export const hatGrund = ({ faellig, gruende }: Zeile, asked: readonly string[]): boolean =>
  (gruende ?? (faellig === null ? [] : [faellig.grund])).some((one) => asked.includes(one));
/** Whether a line wants somebody: it fell due, or a step of it is open. */
export const willJemanden = ({ faellig, schritt }: Zeile): boolean =>
  faellig !== null || (schritt !== null && !schritt.istErledigt);
interface Gefragt {
  readonly alle: 'ja' | 'nein';
  readonly grund: readonly string[];
  readonly label?: string | undefined;
  readonly wer?: string | undefined;
  readonly q?: string | undefined;
  readonly n: number;
  readonly ab: number;
}
/** The lines that were asked for, overdue first, and as many of them as may be shown. @param passt what a list asks beside that */
export function gesucht<Z extends Zeile>(
  all: readonly Z[],
  query: Gefragt,
  passt: (line: Z) => boolean,
): { found: Z[]; shown: Z[] } {
  const found = all
    .filter(
      (line) =>
        (query.alle === 'ja' || willJemanden(line)) &&
        (query.grund.length === 0 || hatGrund(line, query.grund)) &&
        (query.label === undefined || line.labels.includes(query.label)) &&
        (query.wer === undefined || line.schritt?.wer === query.wer) &&
        isMeant(line.person, line.patid, query.q) &&
        passt(line),
    )
    .toSorted(compareListed);
  return { found, shown: found.slice(query.ab, query.ab + query.n) };
}

/** Columns that stand last in every list. */
export const SCHLUSS: readonly Spalte[] = [
  { key: 'schritt', titel: 'Nächster Schritt', typ: 'text' },
  { key: 'bis', titel: 'Bis', typ: 'tag' },
  { key: 'wer', titel: 'Wer', typ: 'text' },
  { key: 'labels', titel: 'Labels', typ: 'text' },
  { key: 'notizen', titel: 'Notizen', typ: 'zahl' },
];
/** Cells that every line has. */
export const zellen = ({
  patid,
  person,
  schritt,
  labels,
  notizen,
}: Zeile): Record<string, Zelle> => ({
  patid,
  name: personName(person),
  geburtsdatum: person?.geburtsdatum ?? null,
  schritt: schritt?.text ?? null,
  bis: schritt?.bis ?? null,
  wer: schritt?.wer ?? null,
  istErledigt: schritt?.istErledigt ?? false,
  labels: labels.join('|'),
  notizen,
});
