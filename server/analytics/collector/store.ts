// Store of deliveries, their parts and content hashes; rows of the practice software are only ever
// added.

import { and, asc, desc, eq, gt, gte, inArray, is, lt, or, sql, type SQL } from 'drizzle-orm';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { PVS_FIELDS, type PvsEntity } from '../../../shared/analytics/deliveries/pvs.ts';
import type { NewRow, Row, ScopedQuery } from '../../platform/db/scope.ts';
import { shapeOf } from '../../platform/db/cells/sealed-columns.ts';
import { pvsTable, trueRows } from '../../platform/db/pvs-rows.ts';
import type { PvsTable } from '../../platform/db/schema/pvs.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Writer } from '../../platform/db/store.ts';
import { readerOf, type Look, type Work } from '../../platform/work.ts';

export type BatchRow = Row<Schema['pvsBatch']>;
export type PartRow = Row<Schema['pvsPart']>;
type From = Look | Work;

/** Columns of a row after the practice, in table order. */
const COLUMNS = ['id', 'version', 'hash', 'batch', 'deleted'] as const;
type Insert = ScopedQuery<Writer, unknown>;
const inserts = new Map<PvsEntity, Insert>(),
  pieces = new Map<PvsEntity, Insert>();
function once(known: Map<PvsEntity, Insert>, entity: PvsEntity, make: () => Insert): Insert {
  let query = known.get(entity);
  if (!query) known.set(entity, (query = make()));
  return query;
}
/**
 * Inserts one row; values are positional, without names, because each row has them in this order.
 */
export const insertRow = (entity: PvsEntity): Insert =>
  once(inserts, entity, () => ({
    build: (db, t) =>
      db
        .insert(pvsTable(t, entity))
        .values(
          Object.fromEntries([
            ['cid', sql.placeholder('cid')],
            ...[...COLUMNS, ...PVS_FIELDS[entity].map((field) => field.name)].map((name) => [
              name,
              sql.placeholder(name),
            ]),
          ]) as never,
        ),
  }));

const PG_TYPES: Readonly<Record<string, string>> = {
  instant: '::bigint',
  cents: '::bigint',
  int: '::int',
  factor: '::int',
  clock: '::int',
  bool: '::int::boolean',
};
/** Inserts many rows from one JSON text in one statement; existing ones are left out. */
const insertPiece = (entity: PvsEntity): Insert =>
  once(pieces, entity, () => ({
    build(db, t) {
      const table = pvsTable(t, entity),
        fields = PVS_FIELDS[entity],
        isLite = is(table, SQLiteTable);
      const casts = [
        '',
        '::bigint',
        '::bigint',
        '::int',
        '::int::boolean',
        ...fields.map((field) => PG_TYPES[field.type] ?? ''),
      ];
      const cells = casts.map((cast, at) =>
        sql.raw(isLite ? `value ->> ${at}` : `(e ->> ${at})${cast}`),
      );
      const from = isLite
        ? sql`json_each(${sql.placeholder('rows')}) where true`
        : sql`jsonb_array_elements(${sql.placeholder('rows')}::jsonb) e`;
      return db
        .insert(table)
        .select(
          sql`select ${sql.placeholder('cid')}${sql.raw(isLite ? '' : '::text')}, ${sql.join(cells, sql`, `)} from ${from}`,
        )
        .onConflictDoNothing();
    },
  }));

/**
 * Inserts many rows from one JSON text, see `spellRow`; existing ones are left out. Where the
 * database keeps texts of persons encrypted, they are encrypted here.
 */
export async function insertSpelled(w: Work, entity: PvsEntity, text: string): Promise<void> {
  const table = pvsTable(w.t, entity);
  let rows = text;
  if (shapeOf(table)?.columns.some((one) => one.isSealed)) {
    const names = [...COLUMNS, ...PVS_FIELDS[entity].map((field) => field.name)],
      given = (JSON.parse(text) as unknown[][]).map((cells) =>
        Object.fromEntries(names.map((name, at) => [name, cells[at] ?? null])),
      );
    rows = JSON.stringify(
      (await w.tx.cover(table, given)).map((row) => names.map((name) => row[name])),
    );
  }
  await w.tx.run(insertPiece(entity), w.t, { rows });
}

/** Only while the delivery is open: an update of no row shows that it is not. */
export const holdOpen: Insert = {
  build: (db, t, own) =>
    db
      .update(t.pvsBatch)
      .set({ state: 'open' })
      .where(
        own(
          t.pvsBatch,
          and(eq(t.pvsBatch.batch, sql.placeholder('batch')), eq(t.pvsBatch.state, 'open')),
        ),
      ),
};
export const beginPart: Insert = {
  build: (db, t) =>
    db
      .insert(t.pvsPart)
      .values({
        cid: sql.placeholder('cid'),
        batch: sql.placeholder('batch'),
        part: sql.placeholder('part'),
        entity: sql.placeholder('entity'),
        sha256: sql.placeholder('sha256'),
        rows: sql.placeholder('rows'),
        isDone: false,
        at: sql.placeholder('at'),
      } as never)
      .onConflictDoNothing(),
};
export const endPart: Insert = {
  build: (db, t, own) =>
    db
      .update(t.pvsPart)
      .set({ isDone: true })
      .where(
        own(
          t.pvsPart,
          and(
            eq(t.pvsPart.batch, sql.placeholder('batch')),
            eq(t.pvsPart.part, sql.placeholder('part')),
            eq(t.pvsPart.sha256, sql.placeholder('sha256')),
          ),
        ),
      ),
};

export const findBatch = (s: From, batch: number): Promise<BatchRow | undefined> =>
  readerOf(s).one(s.t.pvsBatch, { batch });
export const findRun = (s: From, run: string): Promise<BatchRow | undefined> =>
  readerOf(s).one(s.t.pvsBatch, { run });
/** Lists deliveries, newest first; below a number where one is given. */
export const listBatches = (s: From, limit: number, below?: number): Promise<BatchRow[]> =>
  readerOf(s).find(s.t.pvsBatch, below === undefined ? undefined : lt(s.t.pvsBatch.batch, below), {
    orderBy: desc(s.t.pvsBatch.batch),
    limit,
  });
export const lastBatch = async (w: Work): Promise<number> =>
  (
    await w.tx.pick(w.t.pvsBatch, ['batch'], undefined, {
      orderBy: desc(w.t.pvsBatch.batch),
      limit: 1,
    })
  )[0]?.batch ?? 0;
export const insertBatch = async (w: Work, row: NewRow<Schema['pvsBatch']>): Promise<boolean> =>
  (await w.tx.insert(w.t.pvsBatch, row, { ifAbsent: true })).length > 0;
/** Returns whether it was in one of these states. */
export const changeBatch = async (
  w: Work,
  batch: number,
  from: readonly BatchRow['state'][],
  set: Partial<NewRow<Schema['pvsBatch']>>,
): Promise<boolean> =>
  (
    await w.tx.update(
      w.t.pvsBatch,
      set,
      and(eq(w.t.pvsBatch.batch, batch), inArray(w.t.pvsBatch.state, [...from]))!,
    )
  ).length > 0;
export const listParts = (s: From, batch: number): Promise<PartRow[]> =>
  readerOf(s).find(s.t.pvsPart, eq(s.t.pvsPart.batch, batch), { orderBy: asc(s.t.pvsPart.part) });
export const findPart = (s: From, batch: number, part: number): Promise<PartRow | undefined> =>
  readerOf(s).one(s.t.pvsPart, { batch, part });
export const insertPart = async (w: Work, row: NewRow<Schema['pvsPart']>): Promise<boolean> =>
  (await w.tx.insert(w.t.pvsPart, row, { ifAbsent: true })).length > 0;

export const insertRefused = async (
  w: Work,
  rows: NewRow<Schema['pvsRefused']>[],
): Promise<void> => {
  await w.tx.insert(w.t.pvsRefused, rows, { ifAbsent: true });
};
/** Returns the refused lines of a delivery, in the order of their files. */
export const refusedOf = (s: From, batch: number): Promise<Row<Schema['pvsRefused']>[]> =>
  readerOf(s).find(s.t.pvsRefused, eq(s.t.pvsRefused.batch, batch), {
    orderBy: asc(s.t.pvsRefused.n),
  });
export const removeRefusedBefore = (w: Work, at: number): Promise<number> =>
  w.tx.remove(w.t.pvsRefused, lt(w.t.pvsRefused.at, at));

/** A stored row with its fields by name. */
export type KeptRow = Row<PvsTable> & Readonly<Record<string, string | number | boolean | null>>;
/** Finds the rows of an entity under a condition. */
export const findRows = (
  s: From,
  entity: PvsEntity,
  where: (table: PvsTable & Record<string, never>) => SQL | undefined,
  limit?: number,
): Promise<KeptRow[]> => {
  const table = pvsTable(s.t, entity);
  return readerOf(s).find(table, where(table as never), {
    orderBy: [asc(table.id), asc(table.version), asc(table.hash)],
    ...(limit !== undefined && { limit }),
  }) as Promise<KeptRow[]>;
};
/**
 * Reads every row of an entity, including rows that do not count; for short lists. Ordered by id,
 * version and hash, like the others.
 */
export const allRows = (s: From, entity: PvsEntity): Promise<KeptRow[]> =>
  findRows(s, entity, () => undefined);
export const rowsById = (s: From, entity: PvsEntity, ids: readonly string[]): Promise<KeptRow[]> =>
  findRows(s, entity, (table) => inArray(table.id, [...ids]));
/** Ids of one query: below the parameter limit of either database. */
const IDS = 500;
/** Returns which of the ids stand for a valid row of the deliveries so far. */
export async function deliveredIds(
  look: Look,
  entity: PvsEntity,
  ids: readonly string[],
): Promise<Set<string>> {
  const found = new Set<string>();
  for (let at = 0; at < ids.length; at += IDS) {
    const some = inArray(pvsTable(look.t, entity).id, ids.slice(at, at + IDS));
    for (const row of await trueRows(look, entity, some)) found.add(row.id);
  }
  return found;
}
/** Reads the rows of one delivery after an id. */
export const rowsOfBatch = (
  s: From,
  entity: PvsEntity,
  batch: number,
  after: string,
  limit: number,
): Promise<KeptRow[]> =>
  findRows(s, entity, (table) => and(eq(table.batch, batch), gt(table.id, after)), limit);
/**
 * Reads the appointments that begin in a span (ms) after an id, of one delivery where it is given.
 */
export const appointmentsBetween = (
  s: From,
  span: { from: number; until: number; batch?: number },
  after: string,
  limit: number,
): Promise<KeptRow[]> =>
  findRows(
    s,
    'termin',
    (table) => {
      const { start } = table as unknown as Record<'start', PvsTable['version']>;
      const isIn = and(gte(start, span.from), lt(start, span.until));
      // A deletion has no date: within a delivery it always counts.
      return span.batch === undefined
        ? and(isIn, gt(table.id, after))
        : and(eq(table.batch, span.batch), or(isIn, eq(table.deleted, true)), gt(table.id, after));
    },
    limit,
  );

export type MappingRow = Row<Schema['pvsMapping']>;
export const listMappingRows = (s: From): Promise<MappingRow[]> =>
  readerOf(s).find(s.t.pvsMapping, undefined, { orderBy: asc(s.t.pvsMapping.name) });
export const countMappings = (w: Work): Promise<number> => w.tx.count(w.t.pvsMapping);
/** Replaces the one with the same id. */
export async function putMapping(w: Work, row: NewRow<Schema['pvsMapping']>): Promise<void> {
  if ((await w.tx.update(w.t.pvsMapping, row, { id: row.id })).length === 0)
    await w.tx.insert(w.t.pvsMapping, row);
}
export const hasMapping = async (w: Work, id: string): Promise<boolean> =>
  (await w.tx.one(w.t.pvsMapping, { id })) !== undefined;
export const removeMapping = async (w: Work, id: string): Promise<boolean> =>
  (await w.tx.remove(w.t.pvsMapping, { id })) > 0;
