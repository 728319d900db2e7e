// Queries of holds, released runs and their items, and of the newest date of each person; the one
// writer of these tables.

import { and, asc, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { NOTHING } from '../../platform/db/query/keyed.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { NewRow, Row, ScopedQuery, TenantTable } from '../../platform/db/scope.ts';
import type { Reader } from '../../platform/db/store.ts';
import type { ErasureCounts, ItemState, SkipReason } from '../../../shared/records/retention.ts';
import { readerOf, type Look, type Work } from '../../platform/work.ts';

type Source = Look | Work;
export type HoldRow = Row<Schema['legalHold']>;
export type RunRow = Row<Schema['erasureRun']>;
export type ItemRow = Row<Schema['erasureItem']>;
export type PatientRow = Row<Schema['patient']>;

export const openHolds = (s: Source, patids?: readonly string[]): Promise<HoldRow[]> =>
  readerOf(s).find(
    s.t.legalHold,
    and(isNull(s.t.legalHold.liftedAt), patids && inArray(s.t.legalHold.patid, [...patids])),
    { orderBy: desc(s.t.legalHold.setAt) },
  );
export const findHold = (s: Source, id: string): Promise<HoldRow | undefined> =>
  readerOf(s).one(s.t.legalHold, { id });
export const insertHold = async (w: Work, row: NewRow<Schema['legalHold']>): Promise<boolean> =>
  (await w.tx.insert(w.t.legalHold, row, { ifAbsent: true })).length > 0;
export const liftHoldRow = async (
  w: Work,
  id: string,
  by: { liftedBy: string; liftedByName: string },
): Promise<boolean> =>
  (await w.tx.update(w.t.legalHold, { liftedAt: w.now, ...by }, { id, liftedAt: NOTHING })).length >
  0;

export type RestrictionRow = Row<Schema['restriction']>;
export const openRestrictions = (
  s: Source,
  patids?: readonly string[],
): Promise<RestrictionRow[]> =>
  readerOf(s).find(
    s.t.restriction,
    and(isNull(s.t.restriction.liftedAt), patids && inArray(s.t.restriction.patid, [...patids])),
    { orderBy: desc(s.t.restriction.setAt) },
  );
/** Lists restrictions, including lifted ones. */
export const restrictionsOf = (s: Source, patids: readonly string[]): Promise<RestrictionRow[]> =>
  readerOf(s).find(s.t.restriction, inArray(s.t.restriction.patid, [...patids]), {
    orderBy: desc(s.t.restriction.setAt),
  });
export const findRestriction = (s: Source, id: string): Promise<RestrictionRow | undefined> =>
  readerOf(s).one(s.t.restriction, { id });
export const insertRestrictions = async (
  w: Work,
  rows: NewRow<Schema['restriction']>[],
): Promise<boolean> =>
  (await w.tx.insert(w.t.restriction, rows, { ifAbsent: true })).length === rows.length;
export const liftRestrictions = async (
  w: Work,
  patids: readonly string[],
  by: { liftedBy: string; liftedByName: string },
): Promise<number> =>
  (
    await w.tx.update(
      w.t.restriction,
      { liftedAt: w.now, ...by },
      and(inArray(w.t.restriction.patid, [...patids]), isNull(w.t.restriction.liftedAt))!,
    )
  ).length;
/** Marks data without a retention duty as erased after the record was already closed. */
export const markErased = async (w: Work, patids: readonly string[]): Promise<void> => {
  await w.tx.update(
    w.t.restriction,
    { erasedAt: w.now },
    and(inArray(w.t.restriction.patid, [...patids]), isNull(w.t.restriction.liftedAt))!,
  );
};
/** Inserts openings of a closed record. @returns false when the same was opened before */
export const insertOpenings = async (
  w: Work,
  rows: NewRow<Schema['restrictionOpening']>[],
): Promise<boolean> =>
  (await w.tx.insert(w.t.restrictionOpening, rows, { ifAbsent: true })).length > 0;
export const openingsOf = (
  s: Source,
  patid: string,
  limit: number,
): Promise<Row<Schema['restrictionOpening']>[]> =>
  readerOf(s).find(s.t.restrictionOpening, eq(s.t.restrictionOpening.patid, patid), {
    orderBy: desc(s.t.restrictionOpening.at),
    limit,
  });

export type ExportRow = Row<Schema['personExport']>;
export const findExport = (s: Source, id: string): Promise<ExportRow | undefined> =>
  readerOf(s).one(s.t.personExport, { id });
export const exportsOf = (
  s: Source,
  patids: readonly string[],
  limit: number,
): Promise<ExportRow[]> =>
  readerOf(s).find(s.t.personExport, inArray(s.t.personExport.patid, [...patids]), {
    orderBy: desc(s.t.personExport.askedAt),
    limit,
  });
export const insertExport = async (
  w: Work,
  row: NewRow<Schema['personExport']>,
): Promise<boolean> => (await w.tx.insert(w.t.personExport, row, { ifAbsent: true })).length > 0;
export const changeExport = async (
  w: Work,
  id: string,
  from: readonly ExportRow['state'][],
  set: Partial<NewRow<Schema['personExport']>>,
): Promise<boolean> =>
  (
    await w.tx.update(
      w.t.personExport,
      set,
      and(eq(w.t.personExport.id, id), inArray(w.t.personExport.state, [...from]))!,
    )
  ).length > 0;
/** Lists expired exports. */
export const overdueExports = (s: Source): Promise<ExportRow[]> =>
  readerOf(s).find(
    s.t.personExport,
    and(eq(s.t.personExport.state, 'ready'), lt(s.t.personExport.expiresAt, s.now)),
  );

export const findRun = (s: Source, id: string): Promise<RunRow | undefined> =>
  readerOf(s).one(s.t.erasureRun, { id });
export const listRuns = (s: Source, limit: number): Promise<RunRow[]> =>
  readerOf(s).find(s.t.erasureRun, undefined, {
    orderBy: [desc(s.t.erasureRun.releasedAt), desc(s.t.erasureRun.id)],
    limit,
  });
export const insertRun = async (w: Work, row: NewRow<Schema['erasureRun']>): Promise<boolean> =>
  (await w.tx.insert(w.t.erasureRun, row, { ifAbsent: true })).length > 0;
/** Moves a run to another state; false when its state has changed meanwhile. */
export const moveRun = async (
  w: Work,
  id: string,
  from: RunRow['state'],
  set: Partial<NewRow<Schema['erasureRun']>>,
): Promise<boolean> => (await w.tx.update(w.t.erasureRun, set, { id, state: from })).length > 0;

export const insertErasureItems = (
  w: Work,
  rows: NewRow<Schema['erasureItem']>[],
): Promise<ItemRow[]> => w.tx.insert(w.t.erasureItem, rows);
export const itemsOfRuns = (s: Source, runIds: readonly string[]): Promise<ItemRow[]> =>
  runIds.length === 0
    ? Promise.resolve([])
    : readerOf(s).find(s.t.erasureItem, inArray(s.t.erasureItem.runId, [...runIds]), {
        orderBy: asc(s.t.erasureItem.id),
      });
/** Lists the items of runs in progress: people whose deletion is released already. */
export const itemsUnderWay = (s: Source, patids?: readonly string[]): Promise<ItemRow[]> =>
  readerOf(s).find(
    s.t.erasureItem,
    and(
      inArray(s.t.erasureItem.state, ['waiting', 'erasing']),
      patids && inArray(s.t.erasureItem.patid, [...patids]),
    ),
  );
export const moveItem = async (
  w: Work,
  id: string,
  from: ItemState,
  set: {
    state: ItemState;
    why?: SkipReason | null;
    patid?: null;
    blobs?: string[];
    counts?: ErasureCounts;
    at?: number;
  },
): Promise<boolean> => (await w.tx.update(w.t.erasureItem, set, { id, state: from })).length > 0;
/** Drops items that did not begin: they stay undone, and lose the reference to their person. */
export const dropWaiting = async (w: Work, runId: string): Promise<void> => {
  await w.tx.remove(w.t.erasureItem, { runId, state: 'waiting' });
};

export const allPatients = (
  s: Source,
): Promise<
  Pick<
    PatientRow,
    'patid' | 'mergedInto' | 'firstName' | 'lastName' | 'geburtsdatum' | 'createdAt' | 'herkunft'
  >[]
> =>
  readerOf(s).pick(s.t.patient, [
    'patid',
    'mergedInto',
    'firstName',
    'lastName',
    'geburtsdatum',
    'createdAt',
    'herkunft',
  ]);
/** Lists uploaded X-rays, of all people or of these numbers. */
export const xraysOf = (
  s: Source,
  patids?: readonly string[],
): Promise<Pick<Row<Schema['document']>, 'fileId' | 'patid' | 'at'>[]> =>
  readerOf(s).pick(
    s.t.document,
    ['fileId', 'patid', 'at'],
    and(eq(s.t.document.uploadKind, 'xray'), patids && inArray(s.t.document.patid, [...patids])),
  );

/** The newest instant (ms) or day of each number in one table. */
const newestIn = (
  of: (t: Schema) => [table: TenantTable & { patid: PgColumn }, column: PgColumn],
): ScopedQuery<Reader, { patid: string | null; last: number | string | null }[]> => ({
  build(db, t, own) {
    const [table, column] = of(t);
    return db
      .select({
        patid: sql<string | null>`${table.patid}`,
        last: sql<number | string | null>`max(${column})`,
      })
      .from(table)
      .where(own(table))
      .groupBy(table.patid);
  },
});
/** Delivered tables with a patient, and the column of the day on which something was done. */
const DELIVERED = [
  ['pvsLeistung', 'datum'],
  ['pvsRechnung', 'datum'],
  ['pvsTagesnotiz', 'datum'],
  ['pvsZahnbefund', 'datum'],
  ['pvsPsi', 'datum'],
  ['pvsMkv', 'datum'],
  ['pvsHkp', 'erstelltAm'],
  ['pvsHkp', 'eingegliedertAm'],
  ['pvsParfall', 'erstelltAm'],
  ['pvsParfall', 'abgeschlossenAm'],
  ['pvsProthese', 'eingegliedertAm'],
] as const satisfies readonly (readonly [keyof Schema, string])[];
/** Names which of the queries below reads stored documents. */
const FILES = 0;
const NEWEST = [
  newestIn((t) => [t.document, t.document.at]),
  newestIn((t) => [t.task, t.task.createdAt]),
  newestIn((t) => [t.task, t.task.submittedAt]),
  newestIn((t) => [t.task, t.task.filedAt]),
  newestIn((t) => [t.answers, t.answers.receivedAt]),
  newestIn((t) => [t.withdrawal, t.withdrawal.at]),
  newestIn((t) => [t.arrival, t.arrival.at]),
  newestIn((t) => [t.termin, t.termin.day]),
  newestIn((t) => [t.share, t.share.createdAt]),
  newestIn((t) => [t.printedPaper, t.printedPaper.at]),
  // Days that the practice software delivered: they need no activity here.
  ...DELIVERED.map(([entity, column]) =>
    newestIn((t) => {
      const table = t[entity] as unknown as TenantTable & Record<string, PgColumn>;
      return [table as typeof table & { patid: PgColumn }, table[column]!];
    }),
  ),
];
/**
 * Reads every date of a past or planned activity of a person: a number with an instant, or with a
 * day.
 */
export async function newestContacts(
  look: Look,
): Promise<{ patid: string; last: number | string; isFile: boolean }[]> {
  const all = await Promise.all(
    NEWEST.map(async (query, at) =>
      (await look.db.run(query, look.t, {})).map((row) => ({ ...row, isFile: at === FILES })),
    ),
  );
  return all.flat().flatMap(({ patid, last, isFile }) =>
    // An invoice to the KZV has no patient.
    last === null || patid === null
      ? []
      : [
          {
            patid,
            isFile,
            last: typeof last === 'string' && /^\d+$/.test(last) ? Number(last) : last,
          },
        ],
  );
}
/** Counts the documents of each number. */
const DOCUMENTS: ScopedQuery<Reader, { patid: string; n: number | string }[]> = {
  build: (db, { document }, own) =>
    db
      .select({ patid: document.patid, n: sql<number | string>`count(*)` })
      .from(document)
      .where(own(document))
      .groupBy(document.patid),
};
export const documentCounts = async (look: Look): Promise<Map<string, number>> =>
  new Map((await look.db.run(DOCUMENTS, look.t, {})).map((row) => [row.patid, Number(row.n)]));
/**
 * Lists the tasks of these numbers that have not ended, and printed agreements that are not back.
 */
export const openTasks = async (
  s: Source,
  patids: readonly string[],
  ends: readonly Row<Schema['task']>['state'][],
  since: number,
): Promise<number> =>
  (await readerOf(s).count(
    s.t.task,
    and(
      inArray(s.t.task.patid, [...patids]),
      sql`${s.t.task.state} not in ${[...ends]}`,
      sql`${s.t.task.createdAt} > ${since}`,
    ),
  )) +
  (await readerOf(s).count(
    s.t.printedPaper,
    and(
      inArray(s.t.printedPaper.patid, [...patids]),
      isNull(s.t.printedPaper.backAt),
      isNull(s.t.printedPaper.fileId),
      isNull(s.t.printedPaper.voidedAt),
      sql`${s.t.printedPaper.at} > ${since}`,
    ),
  ));
