// Queries of contracts, invoices and payment changes; the only writer of them.

import { and, desc, eq, gt, isNotNull, isNull, lt, lte, or } from 'drizzle-orm';
import { paymentState, type Payer, type PaymentState } from '../../../shared/vendor/payment.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { NewRow, Row } from '../../platform/db/scope.ts';
import type { Store } from '../../platform/db/store.ts';
import { readerOf, type Look, type Work } from '../../platform/work.ts';

export type ContractRow = Row<Schema['contract']>;
export type InvoiceRow = Row<Schema['paymentInvoice']>;
export type ChangeRow = Row<Schema['paymentChange']>;
/** Most invoices of a list: more than eight years of months. */
const MOST_INVOICES = 120;

export const findContract = (s: Look | Work): Promise<ContractRow | undefined> =>
  readerOf(s).one(s.t.contract);
/** Returns the state of a contract. @param now ms */
export const stateOfContract = (
  row:
    | Pick<ContractRow, 'startedAt' | 'endedAt' | 'pausedUntil' | 'openSince' | 'step'>
    | undefined,
  now: number,
): PaymentState =>
  paymentState({
    hasContract: row?.startedAt !== undefined && row.startedAt !== null,
    hasEnded: row?.endedAt !== undefined && row.endedAt !== null,
    isPaused: (row?.pausedUntil ?? 0) > now,
    openSince: row?.openSince ?? null,
    step: row?.step ?? 0,
  });
/** Returns the state of the practice's payment. */
export const stateOfPayment = async (s: Look | Work): Promise<PaymentState> =>
  stateOfContract(await findContract(s), s.now);
export const listInvoices = (s: Look | Work): Promise<InvoiceRow[]> =>
  readerOf(s).find(s.t.paymentInvoice, undefined, {
    orderBy: desc(s.t.paymentInvoice.at),
    limit: MOST_INVOICES,
  });
/** Lists the changes whose hosted page may still come back. */
export const openChanges = (s: Look | Work, since: number): Promise<ChangeRow[]> =>
  readerOf(s).find(
    s.t.paymentChange,
    and(isNull(s.t.paymentChange.doneAt), gt(s.t.paymentChange.at, since)),
    { orderBy: desc(s.t.paymentChange.at) },
  );

/** Checks whether an account was entered on a page that an act of the vendor opened. */
export const isPageUsed = async (s: Look | Work, actId: string): Promise<boolean> =>
  (
    await readerOf(s).find(
      s.t.paymentChange,
      and(eq(s.t.paymentChange.actId, actId), isNotNull(s.t.paymentChange.doneAt)),
      { limit: 1 },
    )
  ).length > 0;

/** Stores the provider's customer once; returns the stored row. */
export async function ensureContract(
  w: Work,
  customerId: string,
  payer: Payer,
): Promise<ContractRow> {
  await w.tx.insert(
    w.t.contract,
    // The details stay as they were: a later change of the practice's settings is no way around
    // the words that a change of them needs.
    { customerId, payer, isEnding: false, step: 0, stepAt: w.now, fetchedAt: 0 },
    { ifAbsent: true },
  );
  return (await findContract(w))!;
}
/** Clocks of several servers may differ by less than this. */
const APART_MS = 60_000;
/**
 * Writes the mirror unless a later fetch was first. A fetch that lies ahead was dated by a clock
 * that was wrong: it would keep out all true ones.
 * @returns whether it was written
 */
export async function writeContract(
  w: Work,
  set: Partial<NewRow<Schema['contract']>> & { fetchedAt: number },
): Promise<boolean> {
  const { fetchedAt } = w.t.contract,
    isOlder = or(lte(fetchedAt, set.fetchedAt), gt(fetchedAt, w.now + APART_MS))!;
  return (await w.tx.update(w.t.contract, set, isOlder)).length > 0;
}
/** Changes our own facts, whatever the mirror says. */
export const updateContract = (
  w: Work,
  set: Partial<NewRow<Schema['contract']>>,
): Promise<ContractRow[]> => w.tx.update(w.t.contract, set, eq(w.t.contract.cid, w.cid));
/** Takes a dunning step once. @param at from which the next one keeps its distance, ms */
export const takeStep = async (w: Work, from: number, to: number, at: number): Promise<boolean> =>
  (await w.tx.update(w.t.contract, { step: to, stepAt: at }, eq(w.t.contract.step, from))).length >
  0;

type SpanRow = Row<Schema['contractSpan']>;
/** Lists the spans of a contract, the newest first. */
export const listSpans = (s: Look | Work): Promise<SpanRow[]> =>
  readerOf(s).find(s.t.contractSpan, undefined, { orderBy: desc(s.t.contractSpan.fromAt) });
export const insertSpan = (w: Work, row: NewRow<Schema['contractSpan']>): Promise<unknown> =>
  w.tx.insert(w.t.contractSpan, row);
export const closeSpan = (w: Work, id: string, untilAt: number): Promise<unknown> =>
  w.tx.update(
    w.t.contractSpan,
    { untilAt },
    and(eq(w.t.contractSpan.id, id), isNull(w.t.contractSpan.untilAt))!,
  );

export type DebitNoticeRow = Row<Schema['debitNotice']>;
/** Stores an announcement once; false for a repeated one. */
export const insertDebitNotice = async (
  w: Work,
  row: NewRow<Schema['debitNotice']>,
): Promise<boolean> => (await w.tx.insert(w.t.debitNotice, row, { ifAbsent: true })).length > 0;
export const setDebitKeys = (w: Work, id: string, keys: string[]): Promise<unknown> =>
  w.tx.update(w.t.debitNotice, { keys }, { id });
/** Lists announcements of debits due since, the newest first. */
export const listDebitNotices = (s: Look | Work, since: number): Promise<DebitNoticeRow[]> =>
  readerOf(s).find(s.t.debitNotice, gt(s.t.debitNotice.dueAt, since), {
    orderBy: desc(s.t.debitNotice.at),
    limit: MOST_INVOICES,
  });

export async function writeInvoice(w: Work, row: NewRow<Schema['paymentInvoice']>): Promise<void> {
  const { id, ...set } = row;
  if ((await w.tx.update(w.t.paymentInvoice, set, { id })).length === 0)
    await w.tx.insert(w.t.paymentInvoice, row, { ifAbsent: true });
}
export const insertChange = (w: Work, row: NewRow<Schema['paymentChange']>): Promise<unknown> =>
  w.tx.insert(w.t.paymentChange, row);
export const setSession = (w: Work, id: string, sessionId: string): Promise<unknown> =>
  w.tx.update(w.t.paymentChange, { sessionId }, { id });
/** Marks a change as done; false when another run was first. */
export const finishChange = async (w: Work, id: string): Promise<boolean> =>
  (
    await w.tx.update(
      w.t.paymentChange,
      { doneAt: w.now },
      and(eq(w.t.paymentChange.id, id), isNull(w.t.paymentChange.doneAt))!,
    )
  ).length > 0;

/** Stores an event once; false for a repeated one. */
export const insertEvent = async (w: Work, event: { id: string; type: string }): Promise<boolean> =>
  (await w.tx.insert(w.t.stripeEvent, { ...event, at: w.now }, { ifAbsent: true })).length > 0;
export const removeEvents = (w: Work, before: number): Promise<number> =>
  w.tx.remove(w.t.stripeEvent, or(lt(w.t.stripeEvent.at, before))!);

/** Returns the practice of the provider's customer; metadata of the provider is never asked. */
export const practiceOf = async (
  { read, t }: Store,
  customerId: string,
): Promise<string | undefined> =>
  (
    await read
      .select({ cid: t.contract.cid })
      .from(t.contract)
      .where(eq(t.contract.customerId, customerId))
      .limit(1)
  )[0]?.cid;
/** Lists the practices that have a customer at the provider. */
export const payingCids = async ({ read, t }: Store): Promise<string[]> =>
  (await read.select({ cid: t.contract.cid }).from(t.contract)).map(({ cid }) => cid);
