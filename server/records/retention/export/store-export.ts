// Reads the data of one person for export: rows of every table about them, without secrets and
// technical columns.

import { and, eq, getTableColumns, inArray, isNull } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Schema } from '../../../platform/db/schema.ts';
import type { Row, TenantTable } from '../../../platform/db/scope.ts';
import { legible } from '../../../platform/db/cells/cells.ts';
import type { Look } from '../../../platform/work.ts';

/**
 * By table: its name in the file, and the omitted columns. Content that the ZIP has as a document
 * or as FHIR is not repeated.
 */
const TABLES: Readonly<
  Partial<Record<keyof Schema, { name: string; without?: readonly string[] }>>
> = {
  patient: { name: 'stammdaten', without: ['search'] },
  termin: { name: 'termine' },
  masterChange: { name: 'geaenderteStammdaten' },
  arrival: { name: 'anwesenheit' },
  withdrawal: { name: 'widerrufe', without: ['fileId'] },
  task: {
    name: 'papiere',
    without: [
      'data',
      'boxes',
      'renderer',
      'read',
      'presentedPdfSha256',
      'dataSha256',
      'presentedBytes',
      'taskRev',
      'mappeId',
      'position',
      'attention',
    ],
  },
  share: {
    name: 'freigaben',
    without: ['hash', 'sealed', 'codeHash', 'resetHash', 'resetUntil', 'triesLeft'],
  },
  homeLink: { name: 'fragebogenLinks', without: ['hash'] },
  onlineTermin: { name: 'onlineTermine' },
  document: { name: 'dokumente' },
  printedPaper: { name: 'honorarvereinbarungen', without: ['kind', 'by', 'fileId'] },
  restriction: { name: 'gesperrt' },
};
type Columns = Record<string, PgColumn>;
const columnsOf = (table: TenantTable): Columns => getTableColumns(table);
/** Raw bytes are meaningless to a reader. */
const isReadable = (value: unknown): boolean =>
  !(value instanceof Uint8Array) && value !== null && value !== '';

/** Reads all rows of a person. @param look a database access that includes closed records */
export async function rowsOf(
  look: Look,
  patids: readonly string[],
): Promise<Record<string, Record<string, unknown>[]>> {
  const found: Record<string, Record<string, unknown>[]> = {};
  const take = async (
    key: keyof Schema,
    name: string,
    column: string,
    without: readonly string[],
  ): Promise<void> => {
    const table = look.t[key] as unknown as TenantTable,
      rows = (await look.db.find(table, inArray(columnsOf(table)[column]!, [...patids]))) as Record<
        string,
        unknown
      >[];
    if (rows.length > 0)
      found[name] = rows.map((row) =>
        Object.fromEntries(
          Object.entries(legible(row)).filter(
            ([field, value]) => field !== 'cid' && !without.includes(field) && isReadable(value),
          ),
        ),
      );
  };
  for (const [key, { name, without = [] }] of Object.entries(TABLES) as [
    keyof Schema,
    { name: string; without?: readonly string[] },
  ][])
    await take(key, name, 'patid', without);
  // Every row delivered by the practice's own software with the number.
  for (const key of Object.keys(look.t) as (keyof Schema)[]) {
    if (key.startsWith('pvs') && 'patid' in columnsOf(look.t[key] as unknown as TenantTable))
      await take(key, `praxissoftware.${key.slice(3).toLowerCase()}`, 'patid', [
        'hash',
        'batch',
        'version',
      ]);
  }
  await take('pvsPatient', 'praxissoftware.patient', 'id', ['hash', 'batch', 'version']);
  return found;
}

type Rows<K extends keyof Schema> = Promise<Row<Schema[K]>[]>;
/** Files assigned to the person; a misfiled upload belongs to another person. */
export const documentsOf = ({ db, t }: Look, patids: readonly string[]): Rows<'document'> =>
  db.find(t.document, and(inArray(t.document.patid, [...patids]), isNull(t.document.voidedAt)));
export const answersOfAll = ({ db, t }: Look, patids: readonly string[]): Rows<'answers'> =>
  db.find(t.answers, inArray(t.answers.patid, [...patids]));
export const personOf = (
  { db, t }: Look,
  patid: string,
): Promise<Row<Schema['patient']> | undefined> => db.one(t.patient, { patid });
export const filedTasks = ({ db, t }: Look, patids: readonly string[]): Rows<'task'> =>
  db.find(t.task, and(inArray(t.task.patid, [...patids]), eq(t.task.state, 'filed')));
/** Lists valid envelopes only. */
export const countingEnvelopes = ({ db, t }: Look, taskIds: readonly string[]): Rows<'envelope'> =>
  taskIds.length === 0
    ? Promise.resolve([])
    : db.find(
        t.envelope,
        and(inArray(t.envelope.taskId, [...taskIds]), isNull(t.envelope.voidedAt)),
      );
