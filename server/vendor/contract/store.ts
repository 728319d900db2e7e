// Queries of contracts over all practices for administrators, and of their acts; the only writer of
// acts.

import { and, desc, eq, gt, inArray, isNull, or, type AnyColumn, type SQL } from 'drizzle-orm';
import type { ActKind } from '../../../shared/vendor/contract/admin.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { NewRow, Row } from '../../platform/db/scope.ts';
import type { Store } from '../../platform/db/store.ts';
import { readerOf, type Look, type Work } from '../../platform/work.ts';
import type { ContractRow, DebitNoticeRow, InvoiceRow } from '../payment/store.ts';

export type ActRow = Row<Schema['contractAct']>;
const MOST_SHOWN = 50;

/** Stores an act once; false for a repeated one. */
export const insertAct = async (w: Work, row: NewRow<Schema['contractAct']>): Promise<boolean> =>
  (await w.tx.insert(w.t.contractAct, row, { ifAbsent: true })).length > 0;
export const findAct = (s: Look | Work, id: string): Promise<ActRow | undefined> =>
  readerOf(s).one(s.t.contractAct, { id });
export const finishAct = (w: Work, id: string): Promise<unknown> =>
  w.tx.update(w.t.contractAct, { doneAt: w.now }, { id });
/** Marks an act as one that cannot be done; undefined when it is done, or failed before. */
export const failAct = async (w: Work, id: string): Promise<ActRow | undefined> =>
  (
    await w.tx.update(
      w.t.contractAct,
      { failedAt: w.now },
      and(
        eq(w.t.contractAct.id, id),
        isNull(w.t.contractAct.doneAt),
        isNull(w.t.contractAct.failedAt),
      )!,
    )
  )[0];
/** Finds the act of any practice by the hash of a mail's secret. */
export async function actByHash({ read, t }: Store, hash: string): Promise<ActRow | undefined> {
  const a = t.contractAct;
  return (await read.select().from(a).where(eq(a.linkHash, hash)).limit(1))[0];
}
/** Lists acts, the newest first. */
export const listActs = (s: Look | Work, kinds?: readonly ActKind[]): Promise<ActRow[]> =>
  readerOf(s).find(
    s.t.contractAct,
    kinds === undefined ? undefined : inArray(s.t.contractAct.kind, [...kinds]),
    { orderBy: [desc(s.t.contractAct.at), desc(s.t.contractAct.id)], limit: MOST_SHOWN },
  );

/** What the list of contracts is made of, over all practices. */
export interface AllContracts {
  contracts: ContractRow[];
  /** Invoices that may be owed, by practice. */
  invoices: ByPractice<InvoiceRow>;
  /** Practices with a change that waits. */
  waiting: ReadonlySet<string>;
  debits: ByPractice<DebitNoticeRow>;
}
type ByPractice<T> = ReadonlyMap<string, readonly T[]>;
const byPractice = <T extends { cid: string }>(rows: readonly T[]): ByPractice<T> => {
  const found = new Map<string, T[]>();
  for (const row of rows) {
    const own = found.get(row.cid);
    if (own) own.push(row);
    else found.set(row.cid, [row]);
  }
  return found;
};
/** Reads all contracts, or one practice's. */
export async function readContracts(
  { read, t }: Store,
  now: number,
  tenant?: string,
): Promise<AllContracts> {
  const { contract: c, paymentInvoice: i, heldChange: h, debitNotice: d } = t,
    isOwn = (column: { cid: AnyColumn }): SQL | undefined =>
      tenant === undefined ? undefined : eq(column.cid, tenant),
    mayBeOwed = or(
      inArray(i.status, ['open', 'uncollectible']),
      gt(i.disputedCents, i.recoveredCents),
    ),
    contracts = await read.select().from(c).where(isOwn(c)),
    invoices = await read
      .select()
      .from(i)
      .where(and(isOwn(i), mayBeOwed)),
    waiting = await read
      .select({ cid: h.cid })
      .from(h)
      .where(and(isOwn(h), eq(h.state, 'waiting'))),
    debits = await read
      .select()
      .from(d)
      .where(and(isOwn(d), gt(d.dueAt, now)));
  return {
    contracts,
    invoices: byPractice(invoices),
    waiting: new Set(waiting.map(({ cid }) => cid)),
    debits: byPractice(debits),
  };
}
