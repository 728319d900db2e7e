// Writes sealed ops with their numbers, and ends tasks: exactly one ending wins (sync 6.1, F23).

import { MAX_BATCH_BYTES, type ConfigBody } from '../../shared/exchange/sync.ts';
import { ensureSync, syncOf, valueOf, withDb } from './db.ts';
import { taskKeyId } from './keys.ts';
import type { Fresh, Outbox, OutboxState } from './outbox.types.ts';
import { inTransaction, type At } from './rows.ts';
import {
  createNextSeal,
  isSameKey,
  sealOp,
  type Identity,
  type OpOrder,
  type SealedOp,
} from './seal-op.ts';
import type { InboxRow, OutboxRow, SyncMeta, ValueMeta } from './tables.ts';

/** Thrown where a task has already ended another way: exactly one ending wins (F23). */
export class AlreadyEnded extends Error {
  constructor(taskId: string) {
    super(`task ${taskId} has ended`);
    this.name = 'AlreadyEnded';
  }
}

/** Row that lists the last ended tasks, `taskId:taskRev`. */
export const ENDED = 'ended';
const ENDED_KEPT = 500;

interface Ending {
  taskId: string;
  taskRev: number;
}
/**
 * First reads of a transaction, and its stores: `there` are the inbox rows of the tasks that end.
 */
interface Seen {
  at: At;
  sync: SyncMeta;
  gone: string[];
  there: (InboxRow | undefined)[];
}
const endOf = (t: Ending): string => `${t.taskId}:${t.taskRev}`;
const endedList = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((v): v is string => typeof v === 'string') : [];

/**
 * Writes numbers and rows together.
 * @param known 1 where the very op is there already; it stays unchanged
 */
const write = (
  ops: readonly SealedOp[],
  { at, sync }: Seen,
  known: readonly number[] = [],
  ended: readonly ValueMeta[] = [],
): Fresh => {
  const rows = ops
    .filter((_op, i) => !known[i])
    .map(({ sealed, ...op }, i): OutboxRow => ({ n: sync.n + i + 1, ...op, sealed }));
  const meta = { ...sync, n: sync.n + rows.length };
  for (const row of rows) void at('outbox').add(row);
  for (const row of [meta, ...ended]) void at('meta').put(row);
  return { meta, rows };
};
const countOf = (ops: readonly SealedOp[], { at }: Seen): Promise<number[]> =>
  Promise.all(ops.map(({ id }) => at('outbox').count(IDBKeyRange.only(id), 'id')));
const endedWith = (gone: string[], tasks: readonly Ending[]): ValueMeta => ({
  key: ENDED,
  value: [...gone, ...tasks.map(endOf)].slice(-ENDED_KEPT),
});
/**
 * The task leaves the tablet; a newer revision assigned by staff meanwhile is a separate task,
 * and stays (F19).
 */
const letGo = ({ taskId, taskRev }: Ending, { at, there }: Seen): void => {
  void at('keys').delete(taskKeyId(taskId));
  if (there.some((r) => r?.taskId === taskId && r.taskRev <= taskRev))
    void at('inbox').delete(taskId);
};

/**
 * Seals ops and writes them in one transaction. The rows may be handed over only after the commit,
 * and only when nothing else waits.
 */
type Recording = (
  orders: OpOrder[],
  /** Tasks that end with them. */
  leaving: readonly Ending[],
  work: (ops: SealedOp[], seen: Seen) => Promise<Fresh | undefined>,
) => Promise<void>;

function createRecording(state: OutboxState): Recording {
  const { db, clock, random, identity } = state;
  /**
   * Caches of the last transaction; each is revalidated, so that nothing is read while a patient
   * waits.
   */
  let known: { inc?: string; serverKey?: JsonWebKey } = {};
  const who = async (): Promise<Identity> => {
    const [inc, id] = await Promise.all([
      known.inc ?? ensureSync(db, random.hex128).then((sync) => sync.inc),
      identity(known.serverKey),
    ]);
    if (!id) throw new Error('not registered');
    return { ...id, inc };
  };
  const next = createNextSeal(clock);
  return (orders, leaving, work) =>
    withDb(db, async () => {
      for (let isDone = false; !isDone;) {
        const own = await who(),
          begun = await next.take(own.serverKey),
          ops = await Promise.all(
            orders.map((o, i) => sealOp(o, own, clock, random, i === 0 ? begun : undefined)),
          );
        const made = await inTransaction(
          db,
          'readwrite',
          leaving.length > 0 ? ['meta', 'outbox', 'drafts', 'keys', 'inbox'] : ['meta', 'outbox'],
          async (at) => {
            const meta = at('meta'),
              [sync, config, ended, ...there] = await Promise.all([
                meta.get('sync'),
                meta.get('config'),
                meta.get(ENDED),
                ...leaving.map((t) => at('inbox').get(t.taskId)),
              ]);
            known = { ...sync, ...(valueOf(config) as ConfigBody | undefined) };
            // Sealed under the name of a deleted or replaced database, or to a replaced key of the
            // practice: the server could not decrypt it.
            isDone =
              known.inc === own.inc &&
              (!known.serverKey || isSameKey(known.serverKey, own.serverKey));
            return isDone
              ? work(ops, { at, sync: syncOf(sync), gone: endedList(valueOf(ended)), there })
              : undefined;
          },
        );
        next.prepare(own.serverKey);
        state.fresh =
          made?.rows.length &&
          made.meta.n - made.rows.length === made.meta.ackN &&
          made.rows.reduce((n, r) => n + r.len, 0) <= MAX_BATCH_BYTES
            ? { ...made, at: clock.mono() }
            : null;
      }
    });
}

/** Creates the part of the outbox that adds ops and ends tasks. */
export function createWriter(state: OutboxState): Pick<Outbox, 'append' | 'finalize' | 'cancel'> {
  const record = createRecording(state);
  return {
    append: (orders) =>
      record(orders, [], async (ops, seen) => write(ops, seen, await countOf(ops, seen))),

    finalize: (order) =>
      record([order], [order], async (ops, seen) => {
        if (seen.gone.includes(endOf(order))) {
          const [isRepeat] = await countOf(ops, seen);
          if (isRepeat) return undefined;
          throw new AlreadyEnded(order.taskId);
        }
        void seen.at('drafts').delete(order.taskId);
        letGo(order, seen);
        return write(ops, seen, [], [endedWith(seen.gone, [order])]);
      }),

    cancel: (orders, keepsDraft, others = []) =>
      record(orders, [...orders, ...others], async (ops, seen) => {
        const isOpen = (t: Ending): boolean => !seen.gone.includes(endOf(t));
        const open = ops.filter(isOpen),
          leaving = [...open, ...others.filter(isOpen)];
        const made = write(open, seen, await countOf(open, seen), [endedWith(seen.gone, leaving)]);
        for (const task of leaving) {
          const drafts = seen.at('drafts'),
            draft = await drafts.get(task.taskId);
          if (draft?.sealed && keepsDraft) void drafts.put({ ...draft, iv: null, bytes: null });
          else void drafts.delete(task.taskId);
          letGo(task, seen);
        }
        return made;
      }),
  };
}
