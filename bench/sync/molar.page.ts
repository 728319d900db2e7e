/**
 * Our tablet in a real browser: the real outbox on IndexedDB (strict, sealed), sender and client
 * core; driven by the bench.
 */
import { browserClock, browserRandom } from '../../kiosk/app/ports.ts';
import { createDb } from '../../kiosk/outbox/db.ts';
import { createOutbox } from '../../kiosk/outbox/outbox.ts';
import { heldOf } from '../../kiosk/outbox/seal-op.ts';
import { createApi } from '../../kiosk/sync/api.ts';
import { createSender } from '../../kiosk/sync/push/sender.ts';
import { packPayload } from '../../shared/exchange/payload.ts';
import { sha256Hex } from '../../shared/exchange/sealing.ts';
import type { BenchPage, Digest, DrainParts, Finalized, PageOrder } from './page.ts';
import { payloadOf, type Shape } from './signatures.ts';

const sizeOf = (payload: object): number => packPayload(payload).length;
/** Pause between two single submissions, in which the server judges. */
const PAUSE_MS = 150;

type Tablet = NonNullable<PageOrder['tablet']>;

/** Returns calls of the registered tablet. */
function callsOf(tablet: Tablet): Pick<ReturnType<typeof createApi>, 'call'> {
  const auth = {
    authToken: tablet.authToken,
    r4chost: location.origin,
    r4cUuid: tablet.r4cUuid,
    cid: tablet.cid,
    shareId: null,
  };
  return createApi({
    auth: { get: () => auth, set: () => undefined, clear: () => undefined },
    newId: browserRandom.id,
    version: 'bench',
    renew: async () => false,
    ready: async () => true,
  });
}

/** Records acknowledgements: received from the server, and stored on the tablet. */
class Acknowledgements {
  heard: (ackN: number) => void = () => undefined;
  stored: (ackN: number) => void = () => undefined;

  /** Waits for an op. @returns the instant */
  reach(n: number, which: 'heard' | 'stored'): Promise<number> {
    return new Promise((done) => {
      this[which] = (ackN) => {
        if (ackN >= n) done(performance.now());
      };
    });
  }
}

/** Times of the parts of a drain. */
class PartTimes {
  ms: DrainParts = { read: 0, request: 0, note: 0 };

  reset(): void {
    this.ms = { read: 0, request: 0, note: 0 };
  }

  async of<T>(part: keyof DrainParts, work: () => Promise<T>): Promise<T> {
    const start = performance.now();
    try {
      return await work();
    } finally {
      this.ms[part] += performance.now() - start;
    }
  }
}

/** Returns the product's sender, with its parts timed. */
function timedSender(
  tablet: Tablet,
  outbox: ReturnType<typeof createOutbox>,
  acks: Acknowledgements,
  times: PartTimes,
): ReturnType<typeof createSender> {
  const { call } = callsOf(tablet);
  return createSender({
    call: (path, options) => times.of('request', () => call(path, options)),
    clock: browserClock,
    random: browserRandom,
    device: async () => tablet.tabletId,
    onServerTime: () => undefined,
    onState: () => undefined,
    onAllGone: () => Promise.reject(new Error('no op is let go of here')),
    onRevoked: () => undefined,
    store: {
      meta: () => times.of('read', outbox.meta),
      rewind: outbox.rewind,
      takeFresh: () => {
        const fresh = outbox.takeFresh();
        return fresh && { meta: fresh.meta, rows: fresh.rows.map(heldOf) };
      },
      readFrom: async (n, limit) =>
        (await times.of('read', () => outbox.readFrom(n, limit))).map(heldOf),
      ack: async (ackN, safeN, of) => {
        acks.heard(ackN);
        const now = await times.of('note', () => outbox.ack(ackN, safeN, of));
        acks.stored(ackN);
        return now;
      },
    },
  });
}

async function open(o: PageOrder): Promise<BenchPage> {
  const { tablet } = o;
  if (!tablet) throw new Error('this page is a registered tablet');
  const db = createDb('bench');
  const outbox = createOutbox({
    db,
    clock: browserClock,
    random: browserRandom,
    identity: async () => ({ device: tablet.tabletId, serverKey: tablet.serverKey }),
  });
  await outbox.meta();
  await outbox.meetEpoch(tablet.epoch);
  const acks = new Acknowledgements();
  const times = new PartTimes();
  const sender = timedSender(tablet, outbox, acks, times);
  let seed = o.seed;
  const finalize = async (shape: Shape): Promise<number> => {
    const taskId = browserRandom.id();
    const payload = payloadOf(shape, seed++, taskId, sizeOf);
    const start = performance.now();
    await outbox.finalize({
      id: browserRandom.id(),
      kind: 'task.submit',
      taskId,
      taskRev: 1,
      payload,
    });
    return start;
  };
  return {
    async write(count) {
      const times: number[] = [];
      for (let i = 0; i < count; i++) times.push(-(await finalize('equal')) + performance.now());
      return times;
    },
    async drain() {
      const { n } = await outbox.meta();
      times.reset();
      const start = performance.now();
      const [end] = await Promise.all([acks.reach(n, 'stored'), Promise.resolve(sender.start())]);
      await sender.stop();
      return { ms: end - start, parts: times.ms };
    },
    async digests(): Promise<Digest[]> {
      const rows = await outbox.readFrom(1, 10_000);
      return Promise.all(
        rows.map(async (row) => ({ id: row.id, sha256: await sha256Hex(row.sealed) })),
      );
    },
    async singles(count): Promise<Finalized[]> {
      const found: Finalized[] = [];
      sender.start();
      for (let i = 0; i < count; i++) {
        await new Promise((done) => setTimeout(done, PAUSE_MS));
        const { n } = await outbox.meta();
        const [answered, kept] = [acks.reach(n + 1, 'heard'), acks.reach(n + 1, 'stored')];
        const start = await finalize('strokes');
        const written = performance.now();
        sender.wake();
        found.push({
          writtenMs: written - start,
          acknowledgedMs: (await answered) - start,
          storedMs: (await kept) - start,
        });
      }
      await sender.stop();
      return found;
    },
  };
}
globalThis.openBench = open;
