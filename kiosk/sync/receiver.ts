// The receiver: pulls the tablet's feed by cursor, decrypts it with the device key and passes rows
// and cursor on together; the live channel only triggers it (sync 6.3, 6.4).

import type { Call } from '../../shared/base/client.ts';
import { backoff, sleep, type Clock, type Random } from '../../shared/base/ports.ts';
import { createOpener } from '../../shared/exchange/opening.ts';
import { fromBase64 } from '../../shared/exchange/sealing.ts';
import {
  feedAad,
  type ConfigBody,
  type FeedItem,
  type PokeInline,
  type PullAnswer,
  type TaskBody,
} from '../../shared/exchange/sync.ts';
import { readEvents } from './events.ts';

/** A decrypted feed row; the inbox has the same shape. */
export type OpenedRow =
  | { seq: number; op: 'put'; body: TaskBody }
  | { seq: number; op: 'revoke' | 'purge'; taskId: string }
  | { seq: number; op: 'config'; body: ConfigBody }
  | { seq: number; op: 'skip' };
export interface ReceiverStore {
  cursor(): Promise<{ cursor: number; epoch: string }>;
  /**
   * @param from cursor that the rows follow, null for a complete feed; returns false, and applies
   * nothing, where that is no longer valid
   */
  apply(rows: OpenedRow[], cursor: number, epoch: string, from: number | null): Promise<boolean>;
}
export interface ReceiverDeps {
  call: Call;
  clock: Clock;
  random: Random;
  store: ReceiverStore;
  stream: (path: string, signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>;
  device: () => Promise<string | undefined>;
  privateKey: () => Promise<CryptoKey | undefined>;
  /** The server was restored: possibly lost ops have to be sent again (F7). */
  onEpoch: (epoch: string) => Promise<void>;
  /** Rows arrived and are stored. */
  onRows: () => void;
  onConnected: (isConnected: boolean) => void;
  onHelpAnswered: () => void;
  /** A row could not be decrypted; its code is reported to staff. */
  onUnreadable: (seq: number) => void;
}
export interface Receiver {
  start(): void;
  stop(): Promise<void>;
  /** Pull at once: network back, page visible again, task ended. */
  wake(): void;
  pull(): Promise<void>;
}

export const WATCHDOG_MS = 40_000;
export const SAFETY_PULL_MS = 60_000;

const isPull = (v: unknown): v is PullAnswer =>
  typeof v === 'object' &&
  v !== null &&
  'epoch' in v &&
  typeof v.epoch === 'string' &&
  v.epoch !== '' &&
  'cursor' in v &&
  Number.isInteger(v.cursor) &&
  'items' in v &&
  Array.isArray(v.items);

/** Payload of a poke; `undefined` for an empty one. */
function inlineOf(data: string): (PokeInline & { seq: number }) | undefined {
  let v: unknown;
  try {
    v = JSON.parse(data);
  } catch {
    return undefined;
  }
  const has =
    typeof v === 'object' &&
    v !== null &&
    'seq' in v &&
    Number.isInteger(v.seq) &&
    'from' in v &&
    Number.isInteger(v.from) &&
    'epoch' in v &&
    typeof v.epoch === 'string' &&
    'items' in v &&
    Array.isArray(v.items);
  return has ? (v as PokeInline & { seq: number }) : undefined;
}

export function createReceiver(deps: ReceiverDeps): Receiver {
  const { call, clock, random, store } = deps;
  let stopper: AbortController | null = null;
  let loops: Promise<unknown> = Promise.resolve();
  let pulling: Promise<void> | null = null;
  let wantsMore = false;
  let nudge = new AbortController();
  let cutStream: (() => void) | null = null;
  let isHurried = false;
  const opener = createOpener();
  /** The public point that the live channel seals with, sent as it opens. */
  const expect = async (data: string): Promise<void> => {
    const [key, point] = [await deps.privateKey(), JSON.parse(data) as unknown];
    if (key && typeof point === 'string') await opener.expect(key, point);
  };

  const openRow = async (device: string, item: FeedItem): Promise<OpenedRow> => {
    if (item.op === 'revoke' || item.op === 'purge')
      return item.taskId
        ? { seq: item.seq, op: item.op, taskId: item.taskId }
        : { seq: item.seq, op: 'skip' };
    try {
      const key = await deps.privateKey();
      if (!key || !item.body) throw new Error('nothing to open');
      const plain = new TextDecoder('utf-8', { fatal: true }).decode(
        await opener.open(key, fromBase64(item.body), feedAad(device, item.seq, item.op)),
      );
      if (item.op === 'put')
        return { seq: item.seq, op: 'put', body: JSON.parse(plain) as TaskBody };
      return { seq: item.seq, op: 'config', body: JSON.parse(plain) as ConfigBody };
    } catch {
      // One corrupt row must not block the feed for ever (F17, F26): it is skipped and reported.
      deps.onUnreadable(item.seq);
      return { seq: item.seq, op: 'skip' };
    }
  };

  const pullAll = async (): Promise<void> => {
    const device = await deps.device();
    if (!device) return;
    /**
     * A feed read from its start replaces all rows at once: a task of its last page is never
     * missing meanwhile.
     */
    let anew = null as { cursor: number; epoch: string; rows: OpenedRow[] } | null;
    for (let more = true; more;) {
      const at = anew ?? (await store.cursor());
      const answer = await call<unknown>(`/tablet/sync/v1/pull?cursor=${at.cursor}&limit=100`, {
        isR4c: true,
        timeout: 20_000,
      });
      if (!isPull(answer)) throw new Error('the answer is not ours');
      if (at.epoch !== answer.epoch) await deps.onEpoch(answer.epoch);
      if (at.epoch !== '' && at.epoch !== answer.epoch && at.cursor > 0 && answer.reset !== true) {
        // The cursor belongs to the lost past.
        anew = { cursor: 0, epoch: answer.epoch, rows: [] };
        continue;
      }
      const rows: OpenedRow[] = [];
      for (const item of answer.items) rows.push(await openRow(device, item));
      more = answer.more && (answer.cursor > at.cursor || (answer.reset === true && !anew));
      if (anew || answer.reset === true) {
        anew = {
          cursor: answer.cursor,
          epoch: answer.epoch,
          rows: [...(answer.reset === true ? [] : (anew?.rows ?? [])), ...rows],
        };
        if (more) continue;
        await store.apply(anew.rows, anew.cursor, anew.epoch, null);
        deps.onRows();
      } else if (rows.length > 0 || answer.cursor !== at.cursor) {
        if (await store.apply(rows, answer.cursor, answer.epoch, at.cursor)) deps.onRows();
        else more = true;
      }
    }
  };

  /**
   * Applies the rows of a poke; false when an earlier row is missing here, so that only a pull
   * helps.
   */
  const take = async ({
    seq,
    from,
    epoch,
    items,
  }: PokeInline & { seq: number }): Promise<boolean> => {
    const [device, at] = [await deps.device(), await store.cursor()];
    if (!device || at.epoch !== epoch || at.cursor < from) return false;
    if (at.cursor >= seq) return true;
    const rows: OpenedRow[] = [];
    for (const item of items) rows.push(await openRow(device, item));
    // Rows that cannot be decrypted are left to the pull.
    if (rows.some((r) => r.op === 'skip')) return false;
    if (!(await store.apply(rows, seq, epoch, from))) return false;
    deps.onRows();
    return true;
  };

  /**
   * Pulls once, or applies a poke; a request made meanwhile is served by one more round, also when
   * this one fails: the caller may know of a network that is back.
   */
  const pull = (brought?: PokeInline & { seq: number }): Promise<void> => {
    if (pulling) {
      wantsMore = true;
      return pulling;
    }
    pulling = (async () => {
      wantsMore = false;
      let isDue = !brought || !(await take(brought).catch(() => false));
      while (isDue || wantsMore) {
        isDue = wantsMore = false;
        try {
          await pullAll();
        } catch (error) {
          if (!wantsMore) throw error;
        }
      }
    })().finally(() => {
      pulling = null;
    });
    return pulling;
  };

  /**
   * Reads the live channel until it ends, fails or stays silent for 40 s (a dead stream looks open,
   * F21).
   */
  const listen = async (signal: AbortSignal): Promise<void> => {
    const own = new AbortController();
    const cut = (): void => own.abort();
    cutStream = cut;
    signal.addEventListener('abort', cut);
    let cancelDog = clock.after(WATCHDOG_MS, cut);
    try {
      const body = await deps.stream('/tablet/sync/v1/live', own.signal);
      deps.onConnected(true);
      await readEvents(body, own.signal, {
        onBytes: () => {
          cancelDog();
          cancelDog = clock.after(WATCHDOG_MS, cut);
        },
        onEvent: (name, data) => {
          if (name === 'help') deps.onHelpAnswered();
          else if (name === 'seal') expect(data).catch(() => undefined);
          else pull(inlineOf(data)).catch(() => undefined);
        },
      });
    } finally {
      cancelDog();
      cutStream = null;
      signal.removeEventListener('abort', cut);
      deps.onConnected(false);
    }
  };

  const liveLoop = async (signal: AbortSignal): Promise<void> => {
    for (let attempt = 0; !signal.aborted;) {
      const began = clock.mono();
      try {
        if (await deps.device()) await listen(signal);
      } catch {
        /* handled below: a short lifetime increases the delay */
      }
      if (signal.aborted) return;
      attempt = clock.mono() - began > WATCHDOG_MS ? 0 : attempt + 1;
      nudge = new AbortController();
      if (isHurried) isHurried = false;
      else await sleep(clock, Math.max(250, backoff(attempt, random)), nudge.signal);
    }
  };

  const safetyLoop = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      try {
        await pull();
      } catch {
        /* retried by the next round, or when the network is back */
      }
      await sleep(clock, SAFETY_PULL_MS * (0.8 + 0.4 * random.unit()), signal);
    }
  };

  return {
    start() {
      if (stopper) return;
      const own = new AbortController();
      stopper = own;
      own.signal.addEventListener('abort', () => nudge.abort());
      loops = Promise.all([liveLoop(own.signal), safetyLoop(own.signal)]);
    },
    async stop() {
      stopper?.abort();
      stopper = null;
      await loops;
    },
    wake() {
      // After a pause the old stream may be dead although it looks open (sync 3, no. 23).
      isHurried = cutStream !== null;
      cutStream?.();
      nudge.abort();
      pull().catch(() => undefined);
    },
    pull: () => pull(),
  };
}
