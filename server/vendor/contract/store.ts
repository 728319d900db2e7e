// Queries of contracts over all practices for administrators, and of their acts; the only writer of
// acts.

import {
  and,
  asc,
  desc,
  eq,
  exists,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  notExists,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { ActKind, ContractView } from '../../../shared/vendor/contract/admin.ts';
import { AHEAD_MS, NOTICE_MS } from '../../../shared/vendor/contract/debit.ts';
import type { Receivable } from '../../../shared/vendor/payment.ts';
import {
  cidPlaces,
  cidValues,
  placesFor,
  shapedQuery,
} from '../../platform/db/query/shaped-query.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { NewRow, Row } from '../../platform/db/scope.ts';
import type { Reader, Store } from '../../platform/db/store.ts';
import { readerOf, type Look, type Work } from '../../platform/work.ts';
import type { ContractRow, DebitNoticeRow } from '../payment/store.ts';
import { PAGE_ROWS, type NamePlace } from '../vendor-rows.ts';

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

/** What a line needs of an invoice, and of an announcement. */
type OwedInvoice = Receivable & { cid: string };
type LineDebit = Pick<DebitNoticeRow, 'cid' | 'dueAt' | 'at' | 'isOrdered' | 'keys'>;
/** What is read of some contracts besides their rows. */
export interface ContractFacts {
  /** Invoices that may be owed, by practice. */
  invoices: ByPractice<OwedInvoice>;
  /** Practices with a change that waits. */
  waiting: ReadonlySet<string>;
  debits: ByPractice<LineDebit>;
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
const owedInvoices = shapedQuery((db, { paymentInvoice: i }, places: number) =>
    db
      .select({
        cid: i.cid,
        status: i.status,
        isAttempted: i.isAttempted,
        isProcessing: i.isProcessing,
        totalCents: i.totalCents,
        disputedCents: i.disputedCents,
        recoveredCents: i.recoveredCents,
      })
      .from(i)
      .where(
        and(
          inArray(i.cid, cidPlaces(places)),
          or(inArray(i.status, ['open', 'uncollectible']), gt(i.disputedCents, i.recoveredCents)),
        ),
      ),
  ),
  waitingChanges = shapedQuery((db, { heldChange: h }, places: number) =>
    db
      .select({ cid: h.cid })
      .from(h)
      .where(and(inArray(h.cid, cidPlaces(places)), eq(h.state, 'waiting'))),
  ),
  dueDebits = shapedQuery((db, { debitNotice: d }, places: number) =>
    db
      .select({ cid: d.cid, dueAt: d.dueAt, at: d.at, isOrdered: d.isOrdered, keys: d.keys })
      .from(d)
      .where(and(inArray(d.cid, cidPlaces(places)), gt(d.dueAt, sql.placeholder('now')))),
  );
/** Reads the facts of some practices' contracts. */
export async function readFacts(
  store: Store,
  cids: readonly string[],
  now: number,
): Promise<ContractFacts> {
  const places = placesFor(cids),
    values = cidValues(cids),
    invoices = await owedInvoices(store, places, values),
    waiting = await waitingChanges(store, places, values),
    debits = await dueDebits(store, places, { ...values, now });
  return {
    invoices: byPractice(invoices),
    waiting: new Set(waiting.map(({ cid }) => cid)),
    debits: byPractice(debits),
  };
}

/** What the list shows of a contract. */
export type ListedContract = Pick<
  ContractRow,
  | 'cid'
  | 'subscriptionId'
  | 'plan'
  | 'startedAt'
  | 'periodEnd'
  | 'isEnding'
  | 'endedAt'
  | 'methodKind'
  | 'openSince'
  | 'step'
  | 'notice'
  | 'holdUntil'
  | 'pausedUntil'
> & { practiceName: string };
/** A contract with the name of its practice. */
export type NamedContract = ContractRow & { practiceName: string };

/**
 * Narrows contracts to those that may need a person, as `problemsOf` and `owedCents` decide: a debt,
 * a mail of dunning, a debit without an announcement in time, or a change that waits.
 */
function mayNeed(db: Reader, t: Schema): SQL {
  const { contract: c, paymentInvoice: i, heldChange: h, debitNotice: d } = t;
  const owed = db
      .select({ one: sql`1` })
      .from(i)
      .where(
        and(
          eq(i.cid, c.cid),
          eq(i.isProcessing, false),
          or(
            and(eq(i.status, 'paid'), gt(i.disputedCents, i.recoveredCents)),
            eq(i.status, 'uncollectible'),
            and(eq(i.status, 'open'), eq(i.isAttempted, true)),
          ),
        ),
      ),
    held = db
      .select({ one: sql`1` })
      .from(h)
      .where(and(eq(h.cid, c.cid), eq(h.state, 'waiting'))),
    announced = db
      .select({ one: sql`1` })
      .from(d)
      .where(
        and(
          eq(d.cid, c.cid),
          eq(d.dueAt, c.periodEnd),
          ne(d.keys, []),
          or(eq(d.isOrdered, true), gte(sql`${d.dueAt} - ${d.at}`, NOTICE_MS)),
        ),
      );
  return or(
    exists(owed),
    exists(held),
    and(isNotNull(c.notice), isNotNull(c.openSince)),
    and(
      eq(c.methodKind, 'sepa_debit'),
      eq(c.isEnding, false),
      isNull(c.endedAt),
      gt(c.periodEnd, sql.placeholder('now')),
      lte(c.periodEnd, sql.placeholder('ahead')),
      notExists(announced),
    ),
  )!;
}

type Turn = `${ContractView}${'' | ' next'}`;
const contractPage = shapedQuery((db, t, turn: Turn) => {
  const { contract: c, praxis: p } = t,
    practiceName = sql<string>`coalesce(${p.name}, ${c.cid})`,
    place = sql<string>`lower(${practiceName})`;
  return db
    .select({
      cid: c.cid,
      subscriptionId: c.subscriptionId,
      plan: c.plan,
      startedAt: c.startedAt,
      periodEnd: c.periodEnd,
      isEnding: c.isEnding,
      endedAt: c.endedAt,
      methodKind: c.methodKind,
      openSince: c.openSince,
      step: c.step,
      notice: c.notice,
      holdUntil: c.holdUntil,
      pausedUntil: c.pausedUntil,
      practiceName,
      place,
    })
    .from(c)
    .leftJoin(p, eq(p.cid, c.cid))
    .where(
      and(
        turn === 'needs' || turn === 'needs next' ? mayNeed(db, t) : undefined,
        turn === 'needs next' || turn === 'all next'
          ? sql`(${place}, ${c.cid}) > (${sql.placeholder('name')}, ${sql.placeholder('cid')})`
          : undefined,
      ),
    )
    .orderBy(place, asc(c.cid))
    .limit(PAGE_ROWS + 1);
});
/**
 * Reads the next contracts by the name of the practice, in one statement, and one more than a page
 * holds.
 * @param of `after`: the place of the last contract before
 */
export const listContracts = (
  store: Store,
  { view, after, now }: { view: ContractView; after: NamePlace | undefined; now: number },
): Promise<(ListedContract & { place: string })[]> =>
  contractPage(store, after ? `${view} next` : view, {
    now,
    ahead: now + AHEAD_MS,
    name: after?.[0],
    cid: after?.[1],
  });
/** Checks whether there is any contract, ended ones included. */
export const hasContracts = async ({ read, t: { contract: c } }: Store): Promise<boolean> =>
  (await read.select({ cid: c.cid }).from(c).limit(1)).length > 0;
/** Reads the contract of a practice. */
export async function findNamed(
  { read, t: { contract: c, praxis: p } }: Store,
  tenant: string,
): Promise<NamedContract | undefined> {
  const [row] = await read
    .select({ contract: c, name: p.name })
    .from(c)
    .leftJoin(p, eq(p.cid, c.cid))
    .where(eq(c.cid, tenant));
  return row && { ...row.contract, practiceName: row.name ?? tenant };
}
