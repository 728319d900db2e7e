// Queries of batches, codes and redemptions; the only writer of them. All rows are the vendor's.

import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Schema } from '../../platform/db/schema.ts';
import type { NewRow, Row } from '../../platform/db/scope.ts';
import type { Store } from '../../platform/db/store.ts';
import { readerOf, type Look, type Work } from '../../platform/work.ts';

export type BatchRow = Row<Schema['voucherBatch']>;
export type RedemptionRow = Row<Schema['voucherRedemption']>;
/** Rows of one insert: a statement holds a limited number of values. */
const AT_ONCE = 500;

/** Stores a batch; false when its id is taken. */
export const insertBatch = async (w: Work, row: NewRow<Schema['voucherBatch']>): Promise<boolean> =>
  (await w.tx.insert(w.t.voucherBatch, row, { ifAbsent: true })).length > 0;
export const findBatch = (s: Look | Work, id: string): Promise<BatchRow | undefined> =>
  readerOf(s).one(s.t.voucherBatch, { id });
export const listBatches = (s: Look | Work): Promise<BatchRow[]> =>
  readerOf(s).find(s.t.voucherBatch, undefined, {
    orderBy: [desc(s.t.voucherBatch.at), desc(s.t.voucherBatch.id)],
  });
/** Approves a batch once. */
export const approveBatch = async (w: Work, id: string, userId: string): Promise<boolean> =>
  (
    await w.tx.update(
      w.t.voucherBatch,
      { approvedBy: userId },
      and(eq(w.t.voucherBatch.id, id), isNull(w.t.voucherBatch.approvedBy))!,
    )
  ).length > 0;
/** Marks the codes of a batch as made, once. */
export const markMade = async (w: Work, id: string): Promise<boolean> =>
  (
    await w.tx.update(
      w.t.voucherBatch,
      { madeAt: w.now },
      and(eq(w.t.voucherBatch.id, id), isNull(w.t.voucherBatch.madeAt))!,
    )
  ).length > 0;
export const setBlocked = (w: Work, id: string, isBlocked: boolean): Promise<BatchRow[]> =>
  w.tx.update(w.t.voucherBatch, { blockedAt: isBlocked ? w.now : null }, { id });

export async function insertCodes(
  w: Work,
  batchId: string,
  codes: readonly { codeHash: string; last4: string }[],
): Promise<void> {
  for (let at = 0; at < codes.length; at += AT_ONCE)
    await w.tx.insert(
      w.t.voucher,
      codes.slice(at, at + AT_ONCE).map((one) => ({ ...one, batchId, used: 0 })),
    );
}
export const findCode = (
  s: Look | Work,
  codeHash: string,
): Promise<Row<Schema['voucher']> | undefined> => readerOf(s).one(s.t.voucher, { codeHash });
/** Uses a code once more, unless it reached its limit: one conditional update. */
export const useCode = async (w: Work, codeHash: string, most: number): Promise<boolean> =>
  (
    await w.tx.update(
      w.t.voucher,
      { used: sql`${w.t.voucher.used} + 1` as never },
      and(eq(w.t.voucher.codeHash, codeHash), lt(w.t.voucher.used, most))!,
    )
  ).length > 0;
/** Stores a redemption; false when the practice has one of this batch. */
export const insertRedemption = async (
  w: Work,
  row: NewRow<Schema['voucherRedemption']>,
): Promise<boolean> =>
  (await w.tx.insert(w.t.voucherRedemption, row, { ifAbsent: true })).length > 0;

export const redemptionsOf = (s: Look | Work, tenant: string): Promise<RedemptionRow[]> =>
  readerOf(s).find(s.t.voucherRedemption, eq(s.t.voucherRedemption.tenant, tenant), {
    orderBy: desc(s.t.voucherRedemption.at),
  });
export const redemptionsOfBatch = (s: Look | Work, batchId: string): Promise<RedemptionRow[]> =>
  readerOf(s).find(s.t.voucherRedemption, eq(s.t.voucherRedemption.batchId, batchId), {
    orderBy: desc(s.t.voucherRedemption.at),
  });
export const countRedemptions = (s: Look | Work, batchId: string): Promise<number> =>
  readerOf(s).count(s.t.voucherRedemption, eq(s.t.voucherRedemption.batchId, batchId));
export const markApplied = (w: Work, id: string): Promise<unknown> =>
  w.tx.update(w.t.voucherRedemption, { appliedAt: w.now }, { id });
/** Lists practices whose redemptions are not at the provider yet. */
export const waitingTenants = async ({ read, t }: Store): Promise<string[]> =>
  (
    await read
      .selectDistinct({ tenant: t.voucherRedemption.tenant })
      .from(t.voucherRedemption)
      .where(isNull(t.voucherRedemption.appliedAt))
  ).map(({ tenant }) => tenant);
