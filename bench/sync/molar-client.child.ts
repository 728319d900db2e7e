/** Our tablets in one process: the real sender and client core; ops sealed first into a store in memory, as the peers' is. */
import { sealOp, headerOf } from '../../kiosk/outbox/outbox.ts';
import { createApi } from '../../kiosk/sync/api.ts';
import { createSender, type HeldOp, type SenderStore } from '../../kiosk/sync/sender.ts';
import { browserClock, browserRandom } from '../../kiosk/app/ports.ts';
import { packPayload } from '../../shared/payload.ts';
import { answer } from '../kit/answer.ts';
import { createTally } from './contents.ts';
import type { Filled, Order } from './order.ts';
import { timed } from './timed.ts';
import { payloadOf } from './signatures.ts';

export interface MolarOrder extends Order { r4cUuid: string; tablets: { tabletId: string; cid: string; authToken: string; epoch: string; serverKey: JsonWebKey }[] }
export interface MolarFilled extends Filled { sealMs: number }

let go: (() => Promise<void>) | undefined;
const sizeOf = (payload: object): number => packPayload(payload).length;

async function fill(o: MolarOrder): Promise<MolarFilled> {
  const tablets: ((count: number) => Promise<void>)[] = [], tally = createTally();
  let sealMs = 0;
  for (const [client, tablet] of o.tablets.entries()) {
    const inc = browserRandom.hex128();
    const held: HeldOp[] = [];
    for (let n = 1; n <= o.warm + o.docs; n++) {
      const taskId = browserRandom.id();
      const payload = payloadOf(o.shape, o.seed + client * (o.warm + o.docs) + n, taskId, sizeOf);
      const before = performance.now();
      const op = await sealOp({ kind: 'task.submit', taskId, taskRev: 1, payload }, { device: tablet.tabletId, inc, serverKey: tablet.serverKey }, browserClock, browserRandom);
      sealMs += performance.now() - before;
      held.push({ n, header: headerOf(op, n), sealed: op.sealed });
      tally.add(op.id, op.sealed);
    }
    tablets.push(tabletOf(o, tablet, inc, held));
  }
  await Promise.all(tablets.map(drain => drain(o.warm)));
  go = async () => { await Promise.all(tablets.map(drain => drain(o.docs))); };
  return { ...tally.sum(), sealMs: sealMs / (o.tablets.length * (o.warm + o.docs)) };
}

/** One tablet: writes so many more ops into its outbox, and resolves when the server has acknowledged the last one. */
function tabletOf(o: MolarOrder, tablet: MolarOrder['tablets'][number], inc: string, held: HeldOp[]): (count: number) => Promise<void> {
  const auth = { authToken: tablet.authToken, r4chost: o.url, r4cUuid: o.r4cUuid, cid: tablet.cid, shareId: null };
  const { call } = createApi({ auth: { get: () => auth, set: () => undefined, clear: () => undefined }, newId: browserRandom.id, version: 'bench', renew: async () => false, ready: async () => true });
  const meta = { inc, epoch: tablet.epoch, n: 0, ackN: 0 };
  let done: () => void = () => undefined, fail: (error: Error) => void = () => undefined;
  const store: SenderStore = {
    meta: async () => ({ ...meta }),
    readFrom: async (n, limit) => held.filter(op => op.n >= n && op.n <= meta.n).slice(0, limit),
    // The outbox lies on the disk and not in the program's memory.
    ack: async (ackN) => { held.splice(0, ackN - meta.ackN); meta.ackN = ackN; if (ackN === meta.n) done(); return { ...meta }; },
    rewind: async () => { fail(new Error('the server knows another epoch')); },
  };
  return async (count) => {
    meta.n += count;
    const acknowledged = new Promise<void>((resolve, reject) => { done = resolve; fail = reject; });
    const sender = createSender({
      call, clock: browserClock, random: browserRandom, store, device: async () => tablet.tabletId, onServerTime: () => undefined,
      onState: (state) => { if (state !== 'idle' && state !== 'sending') fail(new Error(`the sender is ${state}: the run does not count`)); }, onAllGone: () => Promise.reject(new Error('no op is let go of here')), onRevoked: () => undefined,
    });
    sender.start();
    await acknowledged;
    await sender.stop();
  };
}

answer(question => (question.do === 'fill' ? fill(question as unknown as MolarOrder) : timed(go)));
