// Names the damaged entries of a practice: what each is, whose, and from when.

import { and, asc, desc, eq, getTableColumns, getTableName, inArray, or } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import {
  DAMAGED_KINDS,
  type Damaged,
  type DamagedKind,
} from '../../../shared/operations/damage.schema.ts';
import { keyFromWord, shapeOf, wordOfRow } from '../../platform/db/cells/sealed-columns.ts';
import type { TenantTable } from '../../platform/db/scope.ts';
import type { Look } from '../../platform/work.ts';

const MOST = 100;

/** Plain columns by which people recognise a row. */
interface Facts {
  at?: string;
  person?: 'patid' | 'patids' | 'taskId';
  title?: 'title';
}
const FACTS: Readonly<Record<DamagedKind, Facts>> = {
  access_grant: { at: 'askedAt' },
  answers: { at: 'answeredAt', person: 'patid', title: 'title' },
  breach: { at: 'awareAt' },
  compliance_point: { at: 'at' },
  document: { at: 'at', person: 'patid', title: 'title' },
  envelope: { at: 'signedAt', person: 'taskId' },
  export_item: { at: 'queuedAt', person: 'patid' },
  import_item: { at: 'at', person: 'patid' },
  home_link: { at: 'createdAt', person: 'patid' },
  legal_hold: { at: 'setAt', person: 'patid' },
  mappe: { at: 'createdAt', person: 'patids' },
  master_change: { at: 'proposedAt', person: 'patid' },
  online_termin: { at: 'changedAt', person: 'patid' },
  patient: { at: 'createdAt', person: 'patid' },
  plan_note: { at: 'at' },
  plan_step: { at: 'at' },
  pvs: {},
  pvs_carried: { at: 'at' },
  pvs_refused: { at: 'at' },
  printed_paper: { at: 'at', person: 'patid', title: 'title' },
  report_note: { at: 'at' },
  restriction: { at: 'setAt', person: 'patid' },
  restriction_opening: { at: 'at', person: 'patid' },
  scan_page: { at: 'at', person: 'patid' },
  share: { at: 'createdAt', person: 'patid' },
  share_item: { title: 'title' },
  stray_mail: { at: 'at' },
  task: { at: 'createdAt', person: 'patid', title: 'title' },
  termin: { person: 'patid' },
  ticket: { at: 'openedAt' },
  ticket_entry: { at: 'at' },
  unmatched: { at: 'receivedAt', person: 'patid', title: 'title' },
  vorschlag: { at: 'at', person: 'patid' },
  vorschlag_verlauf: { at: 'at', person: 'patid' },
};
const isKind = (word: string): word is DamagedKind =>
  (DAMAGED_KINDS as readonly string[]).includes(word);
/** Returns the kind of a table's rows; undefined for a table without encrypted values. */
export const kindOf = (table: string): DamagedKind | undefined =>
  [table, table.split('_')[0]!].find(isKind);

export interface DamageDeps {
  /** Returns names of patients by number. */
  names(look: Look, patids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

type Found = Omit<Damaged['items'][number], 'name' | 'foundAt'>;
async function patidsOfTasks(
  { db, t }: Look,
  taskIds: readonly string[],
): Promise<Map<string, string>> {
  if (taskIds.length === 0) return new Map();
  const rows = await db.pick(t.task, ['taskId', 'patid'], inArray(t.task.taskId, [...taskIds]));
  return new Map(rows.map((row) => [row.taskId, row.patid]));
}

/** Reads what is known about the rows of one table. */
async function factsOf(
  look: Look,
  kind: DamagedKind,
  name: string,
  ids: readonly string[],
): Promise<Found[]> {
  const table = Object.values(look.t).find(
      (one) => getTableName(one as PgTable) === name,
    ) as TenantTable,
    shape = shapeOf(table)!,
    columns = getTableColumns(table as PgTable) as Record<string, PgColumn>,
    { at, person, title } = FACTS[kind];
  const wanted = [
    ...shape.keys,
    ...(at ? [at] : []),
    ...(person ? [person] : []),
    ...(title ? [title] : []),
  ];
  const rows = (await look.db.pick(
    table,
    wanted,
    shape.keys.length === 1
      ? inArray(columns[shape.keys[0]!]!, [...ids])
      : or(
          ...ids.map((id) =>
            and(...keyFromWord(shape, id).map((value, n) => eq(columns[shape.keys[n]!]!, value))),
          ),
        ),
  )) as Record<string, unknown>[];
  const tasks =
    person === 'taskId'
      ? await patidsOfTasks(
          look,
          rows.map((row) => row.taskId as string),
        )
      : new Map<string, string>();
  const patidOf = (row: Record<string, unknown>): string | null => {
    if (person === 'taskId') return tasks.get(row.taskId as string) ?? null;
    if (person === 'patids') return (row.patids as string[])[0] ?? null;
    return (row.patid as string | null | undefined) ?? null;
  };
  return rows.map((row) => ({
    id: wordOfRow(shape, row),
    kind,
    patid: patidOf(row),
    title: title ? (row[title] as string) : null,
    at: at ? (row[at] as number) : null,
  }));
}

/** Lists the damaged entries of a practice, those found last first. */
export async function listDamaged(look: Look, { names }: DamageDeps): Promise<Damaged> {
  const { damagedCell } = look.t;
  const cells = await look.db.find(damagedCell, undefined, {
      orderBy: [desc(damagedCell.foundAt), asc(damagedCell.row)],
    }),
    rows = [...new Map(cells.map((one) => [`${one.tableName} ${one.row}`, one])).values()],
    shown = rows.slice(0, MOST);
  const known = new Map<string, Found>();
  for (const name of new Set(shown.map((one) => one.tableName))) {
    const kind = kindOf(name),
      ids = shown.filter((one) => one.tableName === name).map((one) => one.row);
    if (kind)
      for (const one of await factsOf(look, kind, name, ids)) known.set(`${name} ${one.id}`, one);
  }
  const people = await names(look, [
    ...new Set([...known.values()].flatMap((one) => one.patid ?? [])),
  ]);
  return {
    items: shown.flatMap(({ tableName, row, foundAt }) => {
      const one = known.get(`${tableName} ${row}`);
      return one
        ? [{ ...one, name: (one.patid !== null && people.get(one.patid)) || null, foundAt }]
        : [];
    }),
    more: rows.length - shown.length,
  };
}
