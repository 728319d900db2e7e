// Prepared queries of the push path: heads, stored ops, and ops to be judged.

import { and, asc, eq, gt, sql, type SQL } from 'drizzle-orm';
import { runPrepared } from '../../platform/db/prepared.ts';
import {
  OWN_CID,
  type KnownWrite,
  type NewRow,
  type ScopedQuery,
} from '../../platform/db/scope.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Reader, Store, Writer } from '../../platform/db/store.ts';
import { readerOf, type Look, type Work } from '../../platform/work.ts';
import type { OpRow } from './store.ts';

const p = sql.placeholder;
/** A literal, because with a bound parameter the partial index would not be used. */
const isStored = (op: Schema['op']) => sql`${op.result} = 'stored'`;
const run = <R>(
  s: Look | Work,
  query: ScopedQuery<Reader, R>,
  values: Record<string, unknown>,
): Promise<R> => readerOf(s).run(query, s.t, values);

const HEAD: ScopedQuery<Reader, { n: number }[]> = {
  build: (db, { opHead }, own) =>
    db
      .select({ n: opHead.n })
      .from(opHead)
      .where(own(opHead, and(eq(opHead.device, p('device')), eq(opHead.inc, p('inc'))))),
};
const FIRST_HEAD: ScopedQuery<Writer, { n: number }[]> = {
  build: (db, { opHead }) =>
    db
      .insert(opHead)
      .values({ device: p('device'), inc: p('inc'), cid: OWN_CID, n: p('to'), at: p('at') })
      .onConflictDoNothing()
      .returning({ n: opHead.n }),
};
const NEXT_HEAD: ScopedQuery<Writer, { n: number }[]> = {
  build: (db, { opHead }, own) =>
    db
      .update(opHead)
      .set({ n: sql`${p('to')}`, at: sql`${p('at')}` })
      .where(
        own(
          opHead,
          and(eq(opHead.device, p('device')), eq(opHead.inc, p('inc')), eq(opHead.n, p('from'))),
        ),
      )
      .returning({ n: opHead.n }),
};
/** Returns the highest gap-free number of an incarnation; 0 before its first op. */
export const findHead = async (s: Look | Work, device: string, inc: string): Promise<number> =>
  (await run(s, HEAD, { device, inc }))[0]?.n ?? 0;
/** Moves the head; false when another push moved it first. */
export async function advanceHead(
  w: Work,
  device: string,
  inc: string,
  from: number,
  to: number,
): Promise<boolean> {
  return (
    (await w.tx.run(from === 0 ? FIRST_HEAD : NEXT_HEAD, w.t, { device, inc, from, to, at: w.now }))
      .length > 0
  );
}

/**
 * Builds the same change as a write that succeeds only while the head is still `from` (above 0).
 */
export const nextHead = (
  device: string,
  inc: string,
  from: number,
  to: number,
  at: number,
): KnownWrite => ({ query: NEXT_HEAD, touches: 1, values: { device, inc, from, to, at } });

type NewOp = NewRow<Schema['op']>;
const COLUMNS = [
  'device',
  'inc',
  'n',
  'id',
  'kind',
  'taskId',
  'taskRev',
  'schema',
  'sha256',
  'header',
  'bytes',
  'result',
  'code',
  'receivedAt',
  'settledAt',
  'settledBy',
] as const satisfies (keyof NewOp)[];
/**
 * One statement for each size of a frame: a frame is one round trip on PostgreSQL and one compiled
 * statement on SQLite.
 */
const inserts = new Map<number, ScopedQuery<Writer, { id: string }[]>>();
function insertOf(count: number): ScopedQuery<Writer, { id: string }[]> {
  const known = inserts.get(count);
  if (known) return known;
  const rows = Array.from(
    { length: count },
    (_, i) =>
      ({
        cid: OWN_CID,
        ...Object.fromEntries(COLUMNS.map((c) => [c, p(`${c}${i}`)])),
      }) as unknown as Schema['op']['$inferInsert'],
  );
  const query: ScopedQuery<Writer, { id: string }[]> = {
    build: (db, { op }) =>
      db.insert(op).values(rows).onConflictDoNothing().returning({ id: op.id }),
  };
  inserts.set(count, query);
  return query;
}
const ONE_OP: ScopedQuery<Writer, unknown> = {
  build: (db, { op }) =>
    db.insert(op).values({
      cid: OWN_CID,
      ...Object.fromEntries(COLUMNS.map((c) => [c, p(c)])),
    } as unknown as Schema['op']['$inferInsert']),
};
/** Inserts that succeed only while no number or id of them is taken. */
export const nextOps = (rows: readonly NewOp[]): KnownWrite[] =>
  rows.map((values) => ({ query: ONE_OP, touches: 1, values }));
/** Returns ids of the stored rows; a row is left out when its number or id is taken. */
export async function insertOps(w: Work, rows: readonly NewOp[]): Promise<Set<string>> {
  const values: Record<string, unknown> = {};
  rows.forEach((row, i) => {
    for (const c of COLUMNS) values[`${c}${i}`] = row[c] ?? null;
  });
  return new Set((await w.tx.run(insertOf(rows.length), w.t, values)).map((row) => row.id));
}
/** Finds the stored ops of a frame by their number or by their id. */
export async function findOps(
  w: Work,
  device: string,
  inc: string,
  ns: number[],
  ids: string[],
): Promise<Pick<OpRow, 'device' | 'inc' | 'n' | 'id' | 'sha256'>[]> {
  const { op } = w.t,
    look = (where: SQL | undefined) => w.tx.pick(op, ['device', 'inc', 'n', 'id', 'sha256'], where);
  // One by one, each by a key: a combined query would scan all ops.
  const found = await Promise.all([
    ...ns.map((n) => look(and(eq(op.device, device), eq(op.inc, inc), eq(op.n, n)))),
    ...ids.map((id) => look(eq(op.id, id))),
  ]);
  return [...new Map(found.flat().map((row) => [row.id, row])).values()];
}

/** Returns when an op was stored (ms). */
export async function receivedAt(
  w: Work,
  device: string,
  inc: string,
  n: number,
): Promise<number | undefined> {
  const { op } = w.t;
  return (
    await w.tx.pick(op, ['receivedAt'], and(eq(op.device, device), eq(op.inc, inc), eq(op.n, n)))
  )[0]?.receivedAt;
}

const YOUNG: ScopedQuery<Reader, { n: number }[]> = {
  build: (db, { op }, own) =>
    db
      .select({ n: op.n })
      .from(op)
      .where(
        own(
          op,
          and(
            eq(op.device, p('device')),
            eq(op.inc, p('inc')),
            gt(op.n, p('safeN')),
            gt(op.receivedAt, p('cutoff')),
          ),
        ),
      )
      .orderBy(asc(op.n))
      .limit(1),
};
/**
 * Finds the first op above `safeN` that is younger than the cutoff; everything before it is safe.
 */
export const firstYoung = async (
  s: Look | Work,
  device: string,
  inc: string,
  safeN: number,
  cutoff: number,
): Promise<number | undefined> => (await run(s, YOUNG, { device, inc, safeN, cutoff }))[0]?.n;

/** A waiting op, without its bytes: they may be large. */
export type WaitingOp = Pick<OpRow, 'id' | 'n' | 'header' | 'code'>;
/** Maximum of ops in one transaction: others wait for its end on SQLite. */
export const UNIT_OPS = 16;
const WAITING: ScopedQuery<Reader, WaitingOp[]> = {
  build: (db, { op }, own) =>
    db
      .select({ id: op.id, n: op.n, header: op.header, code: op.code })
      .from(op)
      .where(own(op, and(eq(op.device, p('device')), eq(op.inc, p('inc')), isStored(op))))
      .orderBy(asc(op.n))
      .limit(UNIT_OPS),
};
const ANY_WAITING: ScopedQuery<Reader, { id: string }[]> = {
  build: (db, { op }, own) =>
    db
      .select({ id: op.id })
      .from(op)
      .where(own(op, and(eq(op.device, p('device')), isStored(op))))
      .limit(1),
};
const BYTES: ScopedQuery<Reader, { bytes: Buffer }[]> = {
  build: (db, { op }, own) =>
    db
      .select({ bytes: op.bytes })
      .from(op)
      .where(own(op, eq(op.id, p('id')))),
};
const STILL: ScopedQuery<Reader, { id: string }[]> = {
  build: (db, { op }, own) =>
    db
      .select({ id: op.id })
      .from(op)
      .where(own(op, and(eq(op.id, p('id')), isStored(op)))),
};
const JUDGED: ScopedQuery<Writer, { id: string }[]> = {
  build: (db, { op }, own) =>
    db
      .update(op)
      .set({
        result: sql`${p('result')}`,
        code: sql`${p('code')}`,
        settledAt: sql`${p('settledAt')}`,
        settledBy: sql`${p('settledBy')}`,
      })
      .where(own(op, and(eq(op.id, p('id')), isStored(op))))
      .returning({ id: op.id }),
};
/**
 * Returns the next ops of an incarnation to be judged, in order: as many as one transaction takes,
 * or only the first `most`.
 */
export const waitingOps = async (
  s: Look | Work,
  device: string,
  inc: string,
  most: number,
): Promise<WaitingOp[]> => (await run(s, WAITING, { device, inc })).slice(0, most);
/** Checks whether any op of a device waits to be judged, in any incarnation. */
export const hasWaiting = async (s: Look | Work, device: string): Promise<boolean> =>
  (await run(s, ANY_WAITING, { device })).length > 0;
export const bytesOf = async (s: Look | Work, id: string): Promise<Buffer | undefined> =>
  (await run(s, BYTES, { id }))[0]?.bytes;
export const isWaiting = async (w: Work, id: string): Promise<boolean> =>
  (await run(w, STILL, { id })).length > 0;
/** Writes the verdict of a waiting op; false when another process was first. */
export const writeVerdict = async (
  w: Work,
  id: string,
  verdict: Pick<OpRow, 'result' | 'code' | 'settledAt' | 'settledBy'>,
): Promise<boolean> => (await w.tx.run(JUDGED, w.t, { id, ...verdict })).length > 0;

/**
 * Lists the incarnations with waiting ops, of every practice, in order of arrival: a restart
 * forgets no acknowledged op.
 */
export function waitingIncarnations(
  store: Store,
): Promise<{ cid: string; device: string; inc: string }[]> {
  const { op } = store.t;
  return runPrepared(store.read, waitingIncarnations, () =>
    store.read
      .select({ cid: op.cid, device: op.device, inc: op.inc })
      .from(op)
      .where(isStored(op))
      .groupBy(op.cid, op.device, op.inc)
      .orderBy(sql`min(${op.receivedAt})`),
  );
}
