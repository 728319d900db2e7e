// Pushes one batch, and decides after an error when to try again.

import { CallError } from '../../../shared/base/client.ts';
import { backoff } from '../../../shared/base/ports.ts';
import {
  MAX_BATCH_OPS,
  packFrame,
  PROTO,
  PUSH_TYPE,
  type PushAnswer,
} from '../../../shared/exchange/sync.ts';
import { uploadMs } from '../upload-time.ts';
import { batchOf, createFrameMemory, createReadAhead } from './batch.ts';
import type { SenderDeps, SenderMeta, SenderStore } from './sender.types.ts';

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

/** State that one push leaves for the next. */
interface PushState {
  failures: number;
  maxOps: number;
  /** Ops of the last request. */
  lastOps: number;
  /** Timeouts of a request that cannot be halved. */
  late: number;
  /**
   * Last acknowledgement, written by `noting`: the next request does not wait for the disk. After a
   * crash the rows are resent (P2).
   */
  head: SenderMeta | null;
  noting: Promise<unknown>;
  /** Head above which nothing was left, once reported. */
  toldAbove: number;
  readonly memory: ReturnType<typeof createFrameMemory>;
  readonly reader: ReturnType<typeof createReadAhead>;
}

/** Returns the state before the first push. */
export const newPushState = (store: SenderStore): PushState => ({
  failures: 0,
  maxOps: MAX_BATCH_OPS,
  lastOps: 0,
  late: 0,
  head: null,
  noting: Promise.resolve(),
  toldAbove: -1,
  memory: createFrameMemory(),
  reader: createReadAhead(store),
});

const idle = (deps: SenderDeps, state: PushState): number => {
  deps.onState('idle');
  state.failures = 0;
  return IDLE_LOOK_MS;
};

/** Pushes once. Returns ms to wait before the next push, 0 when there may be more. */
export async function pushBatch(
  deps: SenderDeps,
  state: PushState,
  signal: AbortSignal,
): Promise<number> {
  const { call, random, store } = deps;
  const fresh = state.head ? null : store.takeFresh?.();
  const meta = state.head ?? fresh?.meta ?? (await store.meta()),
    device = await deps.device();
  state.head = null;
  if (!device || meta.n === meta.ackN) return idle(deps, state);
  const rows = fresh?.rows ?? (await state.reader.read(meta, state.maxOps));
  const batch = batchOf(rows, state.maxOps);
  const [oldest] = batch;
  // Everything above the head was deleted: nothing can be resent, but a server restored further
  // back must be notified (P16, S2).
  if (!oldest) {
    if (state.toldAbove === meta.ackN) {
      deps.onState('stuck');
      return IDLE_LOOK_MS;
    }
    state.toldAbove = meta.ackN;
    await deps.onAllGone();
    return 0;
  }
  deps.onState('sending');
  state.lastOps = batch.length;
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
    bytes: packFrame(header, sealed, state.memory),
    contentType: PUSH_TYPE,
    isR4c: true,
    timeout: uploadMs(
      sealed.reduce((n, one) => n + one.length, 0),
      state.late,
    ),
    signal,
  });
  const next = oldest.n + batch.length;
  if (next <= meta.n) state.reader.prefetch(meta, rows.slice(batch.length), next, state.maxOps);
  const answer = await asked;
  if (!isAnswer(answer)) throw new CallError(0, 'network', 'The answer is not ours.');
  deps.onServerTime(answer.serverTime);
  // Never beyond the sent ops: a server cannot acknowledge ops it did not get.
  const ackN = Math.min(answer.ackN, meta.n),
    { epoch } = answer;
  if (epoch !== meta.epoch) await store.rewind(epoch, ackN);
  const noted = store.ack(ackN, answer.safeN, { inc: meta.inc, epoch });
  state.noting = noted;
  // Failures are reported to the awaiting caller.
  state.noting.catch(() => undefined);
  let now = meta;
  if (ackN > meta.ackN && ackN < meta.n) state.head = { ...meta, epoch, ackN };
  else now = await noted;
  state.failures = 0;
  if (state.late > 0) state.late--;
  if (state.maxOps < MAX_BATCH_OPS) state.maxOps = Math.min(MAX_BATCH_OPS, state.maxOps * 2);
  // Later writes wake it.
  if (now.n === now.ackN) return idle(deps, state);
  return answer.ackN > meta.ackN ? 0 : backoff(++state.failures, random);
}

function halve(state: PushState): void {
  state.maxOps = Math.max(1, Math.floor(Math.min(state.maxOps, Math.max(state.lastOps, 1)) / 2));
}

/** Maps an error to the ms until the next attempt; the queue is kept in every case. */
export async function judgePushError(
  deps: SenderDeps,
  state: PushState,
  error: unknown,
): Promise<number> {
  const { random, store } = deps;
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
  if (e?.status === 413 && state.maxOps > 1) {
    halve(state);
    return 0;
  }
  deps.onState('waiting');
  // The line is slow: smaller batches at once, and a longer timeout for a single op.
  if (e?.code === 'timeout') {
    if (state.lastOps > 1) halve(state);
    else state.late++;
  }
  const wait = backoff(++state.failures, random);
  return e?.retryAfter ? e.retryAfter * 1000 + wait : wait;
}
