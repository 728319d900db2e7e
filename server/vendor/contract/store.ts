// Queries of contracts over all practices for administrators, and of their acts; the only writer of
// acts.

import { desc, eq, gt, inArray, or } from 'drizzle-orm';
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
  /** Invoices that may be owed. */
  invoices: InvoiceRow[];
  /** Practices with a change that waits. */
  waiting: ReadonlySet<string>;
  debits: DebitNoticeRow[];
}
/** Reads all contracts, or one practice's. */
export async function readContracts(
  { read, t }: Store,
  now: number,
  tenant?: string,
): Promise<AllContracts> {
  const of = (column: typeof t.contract.cid) =>
      tenant === undefined ? undefined : eq(column, tenant),
    i = t.paymentInvoice,
    contracts = await read.select().from(t.contract).where(of(t.contract.cid)),
    invoices = await read
      .select()
      .from(i)
      .where(
        or(inArray(i.status, ['open', 'uncollectible']), gt(i.disputedCents, i.recoveredCents)),
      ),
    waiting = await read
      .select({ cid: t.heldChange.cid })
      .from(t.heldChange)
      .where(eq(t.heldChange.state, 'waiting')),
    debits = await read.select().from(t.debitNotice).where(gt(t.debitNotice.dueAt, now));
  return { contracts, invoices, waiting: new Set(waiting.map(({ cid }) => cid)), debits };
}
