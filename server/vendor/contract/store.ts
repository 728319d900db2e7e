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
  type AnyColumn,
  type SQL,
} from 'drizzle-orm';
import type { ActKind, ContractView } from '../../../shared/vendor/contract/admin.ts';
import { AHEAD_MS, NOTICE_MS } from '../../../shared/vendor/contract/debit.ts';
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

/** What is read of some contracts besides their rows. */
export interface ContractFacts {
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
/** Reads the facts of some practices' contracts. */
export async function readFacts(
  { read, t }: Store,
  cids: readonly string[],
  now: number,
): Promise<ContractFacts> {
  const { paymentInvoice: i, heldChange: h, debitNotice: d } = t,
    isOwn = (column: { cid: AnyColumn }): SQL => inArray(column.cid, [...cids]),
    mayBeOwed = or(
      inArray(i.status, ['open', 'uncollectible']),
      gt(i.disputedCents, i.recoveredCents),
    ),
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
    invoices: byPractice(invoices),
    waiting: new Set(waiting.map(({ cid }) => cid)),
    debits: byPractice(debits),
  };
}

/** A contract with the name of its practice. */
export type NamedContract = ContractRow & { practiceName: string };

/**
 * Narrows contracts to those that may need a person, as `problemsOf` and `owedCents` decide: a debt,
 * a mail of dunning, a debit without an announcement in time, or a change that waits.
 */
function mayNeed({ read, t }: Store, now: number): SQL {
  const { contract: c, paymentInvoice: i, heldChange: h, debitNotice: d } = t;
  const owed = read
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
    held = read
      .select({ one: sql`1` })
      .from(h)
      .where(and(eq(h.cid, c.cid), eq(h.state, 'waiting'))),
    announced = read
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
      gt(c.periodEnd, now),
      lte(c.periodEnd, now + AHEAD_MS),
      notExists(announced),
    ),
  )!;
}

/**
 * Reads the next contracts by the name of the practice, in one statement.
 * @param after the practice of the last contract before
 */
export async function listContracts(
  store: Store,
  of: { view: ContractView; after?: string | undefined; limit: number; now: number },
): Promise<NamedContract[]> {
  const { contract: c, praxis: p } = store.t,
    name = sql<string>`coalesce(${p.name}, ${c.cid})`,
    last = sql`(
      select lower(coalesce(n.name, k.cid)), k.cid
      from ${c} k left join ${p} n on n.cid = k.cid
      where k.cid = ${of.after}
    )`;
  const rows = await store.read
    .select({ contract: c, name })
    .from(c)
    .leftJoin(p, eq(p.cid, c.cid))
    .where(
      and(
        of.view === 'needs' ? mayNeed(store, of.now) : undefined,
        of.after === undefined ? undefined : sql`(lower(${name}), ${c.cid}) > ${last}`,
      ),
    )
    .orderBy(sql`lower(${name})`, asc(c.cid))
    .limit(of.limit);
  return rows.map(({ contract, name: practiceName }) => ({ ...contract, practiceName }));
}
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
