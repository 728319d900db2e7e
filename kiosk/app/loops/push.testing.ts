// A server per the protocol behind a bad network, with the real outbox and sender before it.

import { expect } from 'vitest';
import { CallError, type Call, type CallOptions } from '../../../shared/base/client.ts';
import type { Clock, Random } from '../../../shared/base/ports.ts';
import { sha256Hex } from '../../../shared/exchange/sealing.ts';
import { opDigestText, unpackFrame, type PushHeader } from '../../../shared/exchange/sync.ts';
import { createOutbox } from '../../outbox/outbox.ts';
import { settle, testTablet } from '../../outbox/testing.ts';
import { createSender } from '../../sync/push/sender.ts';
import type { SenderState, SenderStore } from '../../sync/push/sender.types.ts';
import { senderStore } from './loops.ts';

export type Fault =
  | 'none'
  | 'no-request'
  | 'no-reply'
  | 'portal'
  | 'unavailable'
  | 'too-large'
  | 'busy'
  | 'timeout';

/**
 * Server model per the protocol: stores in order, recognises duplicates, acknowledges what it
 * stores.
 */
function serverModel() {
  let epoch = 'epoch-1';
  const heads = new Map<string, { id: string; sha256: string }[]>();
  const batches: number[] = [];
  return {
    heads,
    batches,
    restore(keep: number) {
      for (const list of heads.values()) list.length = Math.min(list.length, keep);
      epoch = `epoch-${Number(epoch.slice(6)) + 1}`;
    },
    async push(bytes: Uint8Array, safe: boolean) {
      const { header, rest } = unpackFrame(bytes);
      const h = header as PushHeader;
      let at = 0;
      for (const op of h.ops) {
        expect(await sha256Hex(opDigestText(op), rest.subarray(at, at + op.len))).toBe(op.sha256);
        at += op.len;
      }
      // From here on synchronous, as in a transaction: a restore happens before or after it.
      const list = heads.get(h.inc) ?? [];
      heads.set(h.inc, list);
      if (h.epoch !== '' && h.epoch !== epoch)
        throw new CallError(410, 'sync_epoch', '', { extra: { epoch, ackN: list.length } });
      const first = h.ops[0]?.n ?? 1;
      if (first > list.length + 1 && h.gone === first - 1)
        while (list.length < h.gone) list.push({ id: '', sha256: '' });
      if (first > list.length + 1)
        throw new CallError(409, 'sync_gap', '', { extra: { epoch, ackN: list.length } });
      batches.push(h.ops.length);
      for (const op of h.ops) {
        const known = list[op.n - 1];
        if (!known) list.push({ id: op.id, sha256: op.sha256 });
        else if (known.sha256 !== op.sha256)
          throw new CallError(409, 'sync_fork', '', { extra: { n: op.n, ackN: list.length } });
      }
      return {
        epoch,
        ackN: list.length,
        safeN: safe ? list.length : 0,
        serverTime: 1_700_000_000_000,
        results: [],
      };
    },
  };
}

/** Timers fire as soon as everything else has settled: no test waits for real time. */
function fastClock(): Clock {
  let t = 0;
  return {
    now: () => 1_700_000_000_000 + t,
    mono: () => t,
    after(ms, work) {
      const timer = setTimeout(() => {
        t += ms;
        work();
      }, 0);
      return () => clearTimeout(timer);
    },
  };
}
export function dice(seed: number): Random {
  let s = (seed * 2_654_435_761) % 2 ** 32,
    n = 0;
  const unit = (): number => {
    s = (s * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return s / 2 ** 32;
  };
  return { unit, id: () => `id-${seed}-${++n}`, hex128: () => 'b'.repeat(32) };
}

export async function bench(
  fault: () => Fault,
  seed = 1,
  instead: (store: SenderStore) => Partial<SenderStore> = () => ({}),
  onCall: (o: CallOptions) => void = () => undefined,
) {
  const t = await testTablet();
  const clock = fastClock(),
    random = dice(seed);
  const outbox = createOutbox({ ...t, clock, random });
  const server = serverModel();
  const states: SenderState[] = [];
  let isSafe = false,
    revoked = 0,
    inFlight = 0,
    most = 0;
  const call = (async (_path: string, o: CallOptions = {}) => {
    inFlight++;
    most = Math.max(most, inFlight);
    try {
      await settle(1);
      onCall(o);
      const f = fault();
      if (f === 'no-request') throw new CallError(0, 'network', '');
      if (f === 'timeout') throw new CallError(0, 'timeout', '');
      if (f === 'portal') return { hello: 'Willkommen im WLAN' };
      if (f === 'unavailable') throw new CallError(503, 'unavailable', '', { retryAfter: 1 });
      if (f === 'busy') throw new CallError(429, 'rate_limited', '', { retryAfter: 2 });
      if (f === 'too-large') throw new CallError(413, 'too_large', '');
      const answer = await server.push(o.bytes as Uint8Array, isSafe);
      if (f === 'no-reply') throw new CallError(0, 'network', '');
      return answer;
    } finally {
      inFlight--;
    }
  }) as Call;
  const sender = createSender({
    call,
    clock,
    random,
    device: async () => 'device-1',
    onServerTime: () => undefined,
    onState: (s) => states.push(s),
    onRevoked: () => {
      revoked++;
    },
    onAllGone: async () => {
      await outbox.append([
        { kind: 'log', taskId: '', taskRev: 0, payload: { code: 'all_let_go', at: 0 } },
      ]);
    },
    store: { ...senderStore(outbox), ...instead(senderStore(outbox)) },
  });
  const add = async (count: number): Promise<void> => {
    for (let i = 0; i < count; i++)
      await outbox.append([{ kind: 'log', taskId: '', taskRev: 0, payload: { code: 'x', at: i } }]);
    sender.wake();
  };
  const drained = async (): Promise<void> => {
    for (let i = 0; i < 400 && (await outbox.health()).pending > 0; i++) {
      sender.wake();
      await settle(4);
    }
    expect((await outbox.health()).pending).toBe(0);
  };
  return {
    ...t,
    outbox,
    server,
    sender,
    states,
    add,
    drained,
    setSafe: (v: boolean) => {
      isSafe = v;
    },
    most: () => most,
    revoked: () => revoked,
  };
}
export const inc = 'a'.repeat(32);
/** Incompressible text. */
export const noise = (length: number): string => {
  const { unit } = dice(length);
  return Array.from({ length }, () => String.fromCharCode(33 + Math.floor(unit() * 90))).join('');
};
