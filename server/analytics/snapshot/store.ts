// Inputs of the image: deliveries, their rows in primary key order, and the practice's report
// settings.

import { asc, desc, eq, gt } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { PvsEntity, PvsValue } from '../../../shared/analytics/deliveries/pvs.ts';
import type { NewCost } from '../../../shared/analytics/reports/cost.schema.ts';
import type { KeywordPattern } from '../../../shared/analytics/deliveries/keywords.ts';
import { readersOf, type CellKeyring } from '../../platform/db/cells/sealed-store.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { type FindOptions, type ScopedReader, type TenantTable } from '../../platform/db/scope.ts';
import { rowsQuery } from '../../platform/db/query/rows-query.ts';
import type { Reader, Store } from '../../platform/db/store.ts';
import type { RawRow } from './tables/raw-tables.ts';
import { keywordsFrom } from '../reports/routes/practice-goals-store.ts';
import { fieldsOf } from './tables/column-table.ts';

/** A cost as reports read it. */
export type StoredCost = NewCost & { readonly id: string };
interface Delivery {
  batch: number;
  isVisible: boolean;
  closedAt: number;
  source: string;
}
export interface Presets {
  /** Standard group of appointment types (id), as set by the practice. */
  rowGroups: ReadonlyMap<string, string>;
  /** Patterns that map keywords of appointments, in order. */
  keywords?: readonly KeywordPattern[];
  /**
   * Targets of the practice, and of practitioners under `kennzahl behandler`, with the day from
   * which they apply; the newest first.
   */
  targets: readonly {
    kennzahl: string;
    behandler: string;
    validFrom: string;
    value: number | null;
  }[];
  /** Costs of the practice, by cost centre, name and id. */
  costs?: readonly StoredCost[];
  /** Positions per hundred cases from letters of the KZV, the newest letter first. */
  letters?: readonly { jahr: number; quartal: number; nr: string; je100: number }[];
  hvm: readonly {
    region: string;
    jahr: number;
    quartal: number;
    config: Record<string, unknown>;
  }[];
}
export interface DataSource {
  /** Practices with at least one delivery. */
  practices(): Promise<string[]>;
  deliveries(cid: string): Promise<Delivery[]>;
  /** Reads all rows of some deliveries, in chunks. */
  rows(
    cid: string,
    entity: PvsEntity,
    deliveries: ReadonlySet<number>,
    isAll: boolean,
  ): AsyncGenerator<RawRow[]>;
  presets(cid: string): Promise<Presets>;
}

const PAGE_ROWS = 20_000;
/** Maximum number of deliveries read by their index; more are read with a full scan. */
export const FEW = 20;

type PvsTable = TenantTable & Record<'id' | 'version' | 'hash' | 'batch' | 'deleted', PgColumn>;
const tableOf = (t: Schema, entity: PvsEntity): PvsTable =>
  t[`pvs${entity[0]!.toUpperCase()}${entity.slice(1)}` as keyof Schema] as unknown as PvsTable;

type Row = Record<string, unknown> & {
  id: string;
  version: number;
  hash: number;
  batch: number;
  deleted: boolean;
};
function rowFrom(entity: PvsEntity, names: readonly string[], row: Row): RawRow {
  const values: Record<string, PvsValue> = {};
  for (const name of names) values[name] = row[name] as PvsValue;
  return {
    entity,
    id: row.id,
    version: row.version,
    hash: row.hash,
    isDeleted: row.deleted,
    values,
  };
}

/** Primary key order. */
const compareByKey = (a: Row, b: Row): number =>
  a.id === b.id ? a.version - b.version || a.hash - b.hash : a.id < b.id ? -1 : 1;

// What every question reads: compiled once, since building such a statement costs more than it does.
const DELIVERIES = rowsQuery(
    (t) => t.pvsBatch,
    ['batch', 'state', 'closedAt', 'source'],
    ({ batch }) => ({ orderBy: [asc(batch)] }),
  ),
  PATTERNS = rowsQuery(
    (t) => t.pattermapi,
    undefined,
    ({ isProposed, position, word }) => ({
      where: eq(isProposed, false),
      orderBy: [asc(position), asc(word)],
    }),
  ),
  TARGETS = rowsQuery(
    (t) => t.ziel,
    undefined,
    ({ validFrom }) => ({ orderBy: [desc(validFrom)] }),
  ),
  FEE_LIMITS = rowsQuery((t) => t.hvmConfig),
  LETTERS = rowsQuery(
    (t) => t.kzvBrief,
    ['jahr', 'quartal', 'nr', 'je100'],
    ({ jahr, quartal }) => ({ orderBy: [desc(jahr), desc(quartal)] }),
  ),
  COSTS = rowsQuery(
    (t) => t.practiceCost,
    ['id', 'centre', 'target', 'name', 'cents', 'per', 'validFrom', 'validTo'],
    ({ centre, name, id }) => ({ orderBy: [asc(centre), asc(name), asc(id)] }),
  );

/** Reads the practice's report settings. */
export async function readPresets(db: ScopedReader, t: Schema): Promise<Presets> {
  // Queried together: a remote database adds latency to each query.
  const [said, targets, hvm, letters, costs] = await Promise.all([
    db.run(PATTERNS, t, {}),
    db.run(TARGETS, t, {}),
    db.run(FEE_LIMITS, t, {}),
    db.run(LETTERS, t, {}),
    db.run(COSTS, t, {}),
  ]);
  return {
    rowGroups: new Map(
      said.filter((one) => one.kind === 'terminart').map((one) => [one.word, one.gruppe]),
    ),
    keywords: keywordsFrom(said),
    targets,
    hvm,
    letters,
    costs,
  };
}
/** Lists practices with a valid delivery, at most `most`. */
export const listDelivered = async (
  { read, t: { pvsBatch } }: Pick<Store, 'read' | 't'>,
  most: number,
): Promise<string[]> =>
  (
    await read
      .selectDistinct({ cid: pvsBatch.cid })
      .from(pvsBatch)
      .where(eq(pvsBatch.state, 'closed'))
      .limit(most)
  ).map(({ cid }) => cid);

/** @param cells keys of all practices; the delivered rows are encrypted on PostgreSQL */
export function sourceFrom(read: Reader, t: Schema, cells?: CellKeyring): DataSource {
  const readerOf = readersOf(read, cells);
  return {
    async practices() {
      return (await read.selectDistinct({ cid: t.pvsBatch.cid }).from(t.pvsBatch)).map(
        (row) => row.cid,
      );
    },
    async deliveries(cid) {
      const rows = await readerOf(cid).run(DELIVERIES, t, {});
      return rows.map((row) => ({
        batch: row.batch,
        isVisible: row.state === 'closed',
        closedAt: row.closedAt ?? 0,
        source: row.source,
      }));
    },
    async *rows(cid, entity, deliveries, isAll) {
      const db = readerOf(cid),
        table = tableOf(t, entity),
        names = fieldsOf(entity).map((f) => f.name),
        columns = ['id', 'version', 'hash', 'batch', 'deleted', ...names];
      const pick = (where: Parameters<typeof db.find>[1], options?: FindOptions): Promise<Row[]> =>
        db.pick(table, columns as never[], where, options) as unknown as Promise<Row[]>;
      // With an ORDER BY on the primary key a database would scan it completely instead of using
      // the delivery's index.
      if (!isAll) {
        for (const batch of deliveries)
          yield (await pick(eq(table.batch, batch)))
            .sort(compareByKey)
            .map((row) => rowFrom(entity, names, row));
        return;
      }
      const orderBy = [asc(table.id), asc(table.version), asc(table.hash), asc(table.batch)];
      for (let after: string | undefined; ;) {
        const rows = await pick(after === undefined ? undefined : gt(table.id, after), {
          orderBy,
          limit: PAGE_ROWS,
        });
        const isLast = rows.length < PAGE_ROWS,
          lastId = rows.at(-1)?.id;
        // Rows of the last id may continue on the next page: it is read there as a whole.
        let whole = isLast ? rows : rows.filter((row) => row.id !== lastId);
        if (whole.length === 0 && lastId !== undefined)
          whole = await pick(eq(table.id, lastId), { orderBy });
        yield whole
          .filter((row) => deliveries.has(row.batch))
          .map((row) => rowFrom(entity, names, row));
        if (isLast) return;
        after = whole.at(-1)!.id;
      }
    },
    presets: (cid) => readPresets(readerOf(cid), t),
  };
}
