// The sender: pushes the outbox in order, one batch in flight, until the server itself acknowledges
// everything (sync 6.2, 6.4).

import { CallError, type Call } from '../../shared/base/client.ts';
import { backoff, sleep, type Clock, type Random } from '../../shared/base/ports.ts';
import {
  MAX_BATCH_BYTES,
  MAX_BATCH_OPS,
  packFrame,
  PROTO,
  PUSH_TYPE,
  type OpHeader,
  type PushAnswer,
} from '../../shared/exchange/sync.ts';
import { uploadMs } from './upload-time.ts';

/** Fields of an outbox row used by the sender. */
export interface HeldOp {
  n: number;
  header: OpHeader;
  sealed: Uint8Array;
}
export interface SenderMeta {
  inc: string;
  epoch: string;
  n: number;
  ackN: number;
}
/** Outbox interface used by the sender. */
export interface SenderStore {
  meta(): Promise<SenderMeta>;
  readFrom(n: number, limit: number): Promise<HeldOp[]>;
  /**
   * Returns the rows just committed if nothing else waits, so that they need not be read back;
   * once.
   */
  takeFresh?(): { meta: SenderMeta; rows: HeldOp[] } | null;
  /**
   * @param of the database and epoch of the response: for another one it acknowledges nothing.
   * Resolves with the resulting counters
   */
  ack(ackN: number, safeN: number, of: { inc: string; epoch: string }): Promise<SenderMeta>;
  rewind(epoch: string, ackN: number): Promise<void>;
}
export type SenderState = 'idle' | 'sending' | 'waiting' | 'revoked' | 'outdated' | 'stuck';

export interface SenderDeps {
  call: Call;
  clock: Clock;
  random: Random;
  store: SenderStore;
  device: () => Promise<string | undefined>;
  /** The server's clock, for the offset stored with evidence. */
  onServerTime: (serverTime: number) => void;
  onState: (state: SenderState) => void;
  onRevoked: () => void;
  /** Everything the server lacks was deleted here: writes one op, so that this can be reported. */
  onAllGone: () => Promise<void>;
}
export interface Sender {
  start(): void;
  stop(): Promise<void>;
  /** Something was written, or the network is back. */
  wake(): void;
}

/** Buffer for a full batch and its header; a larger single op gets its own. */
const FRAME_BYTES = MAX_BATCH_BYTES + 65_536;
/** An op above this size (bytes) is sent alone: earlier ops do not wait for it on a slow line. */
const LARGE_BYTES = 200_000;
/** Without notification the outbox is checked again after this time. */
const IDLE_LOOK_MS = 30_000;

const isCount = (v: unknown): v is number => Number.isInteger(v) && Number(v) >= 0;
/** A captive portal responds 200 too: only a valid response of our server counts (F9). */
const isAnswer = (v: unknown): v is PushAnswer =>
  typeof v === 'object' &&
  v !== null &&
  'epoch' in v &&
  typeof v.epoch === 'string' &&
  v.epoch !== '' &&
  'ackN' in v &&
  isCount(v.ackN) &&
  'safeN' in v &&
  isCount(v.safeN) &&
  'serverTime' in v;

/**
 * Rows that fit into one request, up to the first missing number, and up to a large one, which is
 * sent alone.
 */
export function batchOf(
  rows: readonly HeldOp[],
  maxOps: number,
  maxBytes: number = MAX_BATCH_BYTES,
): HeldOp[] {
  const batch: HeldOp[] = [];
  let bytes = 0;
  for (const row of rows) {
    const before = batch[batch.length - 1];
    if (
      before &&
      (batch.length >= maxOps ||
        bytes + row.sealed.length > maxBytes ||
        row.n !== before.n + 1 ||
        Math.max(before.sealed.length, row.sealed.length) > LARGE_BYTES)
    )
      break;
    batch.push(row);
    bytes += row.sealed.length;
  }
  return batch;
}

export function createSender(deps: SenderDeps): Sender {
  const { call, clock, random, store } = deps;
  let stopper: AbortController | null = null;
  let running: Promise<void> = Promise.resolve();
  let nudge: AbortController = new AbortController();
  let failures = 0;
  let maxOps = MAX_BATCH_OPS;
  /** Ops of the last request, and timeouts of one that cannot be halved. */
  let lastOps = 0,
    late = 0;
  /**
   * One frame after the other in the same buffer: `fetch` has copied it before it returns, and the
   * next one is packed after its response.
   */
  let frame = new Uint8Array();
  const memory = (bytes: number): Uint8Array => {
    if (bytes > FRAME_BYTES) return new Uint8Array(bytes);
    if (frame.length < bytes)
      frame = new Uint8Array(Math.min(FRAME_BYTES, Math.max(bytes, 2 * frame.length)));
    return frame.subarray(0, bytes);
  };
  /**
   * Prefetched while a request is in flight. A row never changes; another database has another
   * `inc`.
   */
  let ahead: { inc: string; from: number; rows: Promise<HeldOp[]> } | null = null;
  const read = (meta: SenderMeta): Promise<HeldOp[]> => {
    const own = ahead,
      from = meta.ackN + 1;
    ahead = null;
    return own?.inc === meta.inc && own.from === from ? own.rows : readOn([], from, meta.n);
  };
  /** Rows read that did not fit into the last request, refilled to one batch. */
  const readOn = async (left: HeldOp[], from: number, to: number): Promise<HeldOp[]> => {
    const next = (left[left.length - 1]?.n ?? from - 1) + 1,
      room = Math.min(maxOps - left.length, to - next + 1);
    return room > 0 ? [...left, ...(await store.readFrom(next, room))] : left;
  };
  /**
   * Last acknowledgement, written by `noting`: the next request does not wait for the disk. After a
   * crash the rows are resent (P2).
   */
  let head: SenderMeta | null = null;
  let noting: Promise<unknown> = Promise.resolve();
  /** Head above which nothing was left, once reported. */
  let toldAbove = -1;

  const pause = (ms: number): Promise<void> => sleep(clock, ms, nudge.signal);

  const idle = (): number => {
    deps.onState('idle');
    failures = 0;
    return IDLE_LOOK_MS;
  };

  /** Pushes once. Returns ms to wait before the next push, 0 when there may be more. */
  const push = async (signal: AbortSignal): Promise<number> => {
    const fresh = head ? null : store.takeFresh?.();
    const meta = head ?? fresh?.meta ?? (await store.meta()),
      device = await deps.device();
    head = null;
    if (!device || meta.n === meta.ackN) return idle();
    const rows = fresh?.rows ?? (await read(meta));
    const batch = batchOf(rows, maxOps);
    const [oldest] = batch;
    // Everything above the head was deleted: nothing can be resent, but a server restored further
    // back must be notified (P16, S2).
    if (!oldest) {
      if (toldAbove === meta.ackN) {
        deps.onState('stuck');
        return IDLE_LOOK_MS;
      }
      toldAbove = meta.ackN;
      await deps.onAllGone();
      return 0;
    }
    deps.onState('sending');
    lastOps = batch.length;
    const sealed = batch.map((r) => r.sealed);
    // Safe rows are deleted here; a database restored further back is notified, so that the
    // following ones are accepted (P16).
    const header = {
      proto: PROTO,
      device,
      inc: meta.inc,
      epoch: meta.epoch,
      ops: batch.map((r) => r.header),
      ...(oldest.n > meta.ackN + 1 && { gone: oldest.n - 1 }),
    };
    const asked = call<unknown>('/tablet/sync/v1/push', {
      bytes: packFrame(header, sealed, memory),
      contentType: PUSH_TYPE,
      isR4c: true,
      timeout: uploadMs(
        sealed.reduce((n, one) => n + one.length, 0),
        late,
      ),
      signal,
    });
    const next = oldest.n + batch.length;
    if (next <= meta.n) {
      ahead = { inc: meta.inc, from: next, rows: readOn(rows.slice(batch.length), next, meta.n) };
      // Failures are reported to the awaiting caller; there may be none.
      ahead.rows.catch(() => undefined);
    }
    const answer = await asked;
    if (!isAnswer(answer)) throw new CallError(0, 'network', 'The answer is not ours.');
    deps.onServerTime(answer.serverTime);
    // Never beyond what was sent: a server cannot acknowledge what it did not get.
    const ackN = Math.min(answer.ackN, meta.n),
      { epoch } = answer;
    if (epoch !== meta.epoch) await store.rewind(epoch, ackN);
    const noted = store.ack(ackN, answer.safeN, { inc: meta.inc, epoch });
    noting = noted;
    // Failures are reported to the awaiting caller.
    noting.catch(() => undefined);
    let now = meta;
    if (ackN > meta.ackN && ackN < meta.n) head = { ...meta, epoch, ackN };
    else now = await noted;
    failures = 0;
    if (late > 0) late--;
    if (maxOps < MAX_BATCH_OPS) maxOps = Math.min(MAX_BATCH_OPS, maxOps * 2);
    // Later writes wake it.
    if (now.n === now.ackN) return idle();
    return answer.ackN > meta.ackN ? 0 : backoff(++failures, random);
  };

  const halve = (): void => {
    maxOps = Math.max(1, Math.floor(Math.min(maxOps, Math.max(lastOps, 1)) / 2));
  };

  /** Maps an error to the next attempt; the queue is kept in every case. */
  const judge = async (error: unknown): Promise<number> => {
    const e = error instanceof CallError ? error : undefined;
    const extra = e?.extra ?? {};
    const ackN = isCount(extra.ackN) ? extra.ackN : undefined;
    if (e?.code === 'tablet_revoked') {
      deps.onState('revoked');
      deps.onRevoked();
      return IDLE_LOOK_MS;
    }
    if (e?.code === 'sync_epoch' && ackN !== undefined && typeof extra.epoch === 'string') {
      await store.rewind(extra.epoch, ackN);
      return 0;
    }
    if (e?.code === 'sync_gap' && ackN !== undefined) {
      const meta = await store.meta();
      if (ackN === meta.ackN) {
        deps.onState('stuck');
        return IDLE_LOOK_MS;
      }
      await store.rewind(meta.epoch, ackN);
      return 0;
    }
    if (e?.code === 'sync_fork') {
      deps.onState('stuck');
      return IDLE_LOOK_MS;
    }
    if (e?.status === 426) {
      deps.onState('outdated');
      return IDLE_LOOK_MS;
    }
    if (e?.status === 413 && maxOps > 1) {
      halve();
      return 0;
    }
    deps.onState('waiting');
    // The line is slow: smaller batches at once, and a longer timeout for a single op.
    if (e?.code === 'timeout') {
      if (lastOps > 1) halve();
      else late++;
    }
    const wait = backoff(++failures, random);
    return e?.retryAfter ? e.retryAfter * 1000 + wait : wait;
  };

  const loop = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      nudge = new AbortController();
      let wait: number;
      try {
        wait = await push(signal);
      } catch (error) {
        head = null;
        // A rewind must not be overtaken by an earlier acknowledgement.
        await noting.catch(() => undefined);
        if (signal.aborted) return;
        try {
          wait = await judge(error);
        } catch {
          wait = backoff(++failures, random);
        }
      }
      if (wait > 0 && !signal.aborted) await pause(wait);
    }
    head = null;
    await noting.catch(() => undefined);
  };

  return {
    start() {
      if (stopper) return;
      const own = new AbortController();
      stopper = own;
      own.signal.addEventListener('abort', () => nudge.abort());
      running = running.then(() => loop(own.signal));
    },
    async stop() {
      stopper?.abort();
      stopper = null;
      await running;
    },
    wake() {
      nudge.abort();
    },
  };
}
