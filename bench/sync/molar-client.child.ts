/**
 * Our tablets in one process: the real sender and client core; ops are sealed first into an
 * in-memory store, as for the peers.
 */
import { sealOp, headerOf } from '../../kiosk/outbox/seal-op.ts';
import { createApi } from '../../kiosk/sync/api.ts';
import { createSender } from '../../kiosk/sync/push/sender.ts';
import type { HeldOp, SenderStore } from '../../kiosk/sync/push/sender.types.ts';
import { browserClock, browserRandom } from '../../kiosk/app/ports.ts';
import { packPayload } from '../../shared/exchange/payload.ts';
import { createTally } from './contents.ts';
import type { Filled, Order } from './order.ts';
import { answerAs, seedOf, type Client } from './timed.ts';
import { payloadOf } from './signatures.ts';

export interface MolarOrder extends Order {
  r4cUuid: string;
  tablets: {
    tabletId: string;
    cid: string;
    authToken: string;
    epoch: string;
    serverKey: JsonWebKey;
  }[];
}
/** `sealMs`: mean time to seal one op, before the clock starts. */
export interface MolarFilled extends Filled {
  sealMs: number;
}
interface Tablet {
  add(from: number, count: number): Promise<void>;
  drain(): Promise<void>;
}

const sizeOf = (payload: object): number => packPayload(payload).length;

/** One tablet. `drain` resolves when the server has acknowledged the last op of its outbox. */
function tabletOf(
  o: MolarOrder,
  client: number,
  tablet: MolarOrder['tablets'][number],
  note: (id: string, sealed: Uint8Array, ms: number) => void,
): Tablet {
  const auth = {
      authToken: tablet.authToken,
      r4chost: o.url,
      r4cUuid: o.r4cUuid,
      cid: tablet.cid,
      shareId: null,
    },
    inc = browserRandom.hex128();
  const { call } = createApi({
    auth: { get: () => auth, set: () => undefined, clear: () => undefined },
    newId: browserRandom.id,
    version: 'bench',
    renew: async () => false,
    ready: async () => true,
  });
  const meta = { inc, epoch: tablet.epoch, n: 0, ackN: 0 },
    held: HeldOp[] = [];
  let done: () => void = () => undefined,
    fail: (error: Error) => void = () => undefined;
  const store: SenderStore = {
    meta: async () => ({ ...meta }),
    readFrom: async (n, limit) => held.slice(n - meta.ackN - 1, n - meta.ackN - 1 + limit),
    // The outbox is on disk, not in memory.
    ack: async (ackN) => {
      held.splice(0, ackN - meta.ackN);
      meta.ackN = ackN;
      if (ackN === meta.n) done();
      return { ...meta };
    },
    rewind: async () => {
      fail(new Error('the server knows another epoch'));
    },
  };
  return {
    async add(from, count) {
      for (let n = from + 1; n <= from + count; n++) {
        const taskId = browserRandom.id();
        const payload = payloadOf(o.shape, seedOf(o, client, n), taskId, sizeOf);
        const before = performance.now();
        const op = await sealOp(
          { kind: 'task.submit', taskId, taskRev: 1, payload },
          { device: tablet.tabletId, inc, serverKey: tablet.serverKey },
          browserClock,
          browserRandom,
        );
        note(op.id, op.sealed, performance.now() - before);
        held.push({ n, header: headerOf(op, n), sealed: op.sealed });
      }
      meta.n += count;
    },
    async drain() {
      const acknowledged = new Promise<void>((resolve, reject) => {
        done = resolve;
        fail = reject;
      });
      const sender = createSender({
        call,
        clock: browserClock,
        random: browserRandom,
        store,
        device: async () => tablet.tabletId,
        onServerTime: () => undefined,
        onState: (state) => {
          if (state !== 'idle' && state !== 'sending')
            fail(new Error(`the sender is ${state}: the run does not count`));
        },
        onAllGone: () => Promise.reject(new Error('no op is let go of here')),
        onRevoked: () => undefined,
      });
      sender.start();
      await acknowledged;
      await sender.stop();
    },
  };
}

answerAs(async (order: MolarOrder): Promise<Client<MolarOrder>> => {
  const tally = createTally();
  let sealMs = 0,
    count = 0;
  const tablets = order.tablets.map((one, client) =>
    tabletOf(order, client, one, (id, sealed, ms) => {
      tally.add(id, sealed);
      sealMs += ms;
      count++;
    }),
  );
  return {
    async fill(_order, from, docs) {
      for (const tablet of tablets) await tablet.add(from, docs);
    },
    send: async () => {
      await Promise.all(tablets.map((t) => t.drain()));
    },
    sum: (): MolarFilled => ({ ...tally.sum(), sealMs: sealMs / count }),
  };
});
