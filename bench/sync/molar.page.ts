/**
 * Our tablet in a real browser: the real outbox on IndexedDB (strict, sealed), sender and client
 * core; driven by the bench.
 */
import { browserClock, browserRandom } from '../../kiosk/app/ports.ts';
import { createDb } from '../../kiosk/outbox/db.ts';
import { createOutbox } from '../../kiosk/outbox/outbox.ts';
import { heldOf } from '../../kiosk/outbox/seal-op.ts';
import { createApi } from '../../kiosk/sync/api.ts';
import { createSender } from '../../kiosk/sync/sender.ts';
import { packPayload } from '../../shared/exchange/payload.ts';
import { sha256Hex } from '../../shared/exchange/sealing.ts';
import type { BenchPage, Digest, DrainParts, Finalized, PageOrder } from './page.ts';
import { payloadOf, type Shape } from './signatures.ts';

const sizeOf = (payload: object): number => packPayload(payload).length;
/** Pause between two single submissions, in which the server judges. */
const PAUSE_MS = 150;

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
  const auth = {
    authToken: tablet.authToken,
    r4chost: location.origin,
    r4cUuid: tablet.r4cUuid,
    cid: tablet.cid,
    shareId: null,
  };
  const { call } = createApi({
    auth: { get: () => auth, set: () => undefined, clear: () => undefined },
    newId: browserRandom.id,
    version: 'bench',
    renew: async () => false,
    ready: async () => true,
  });
  await outbox.meta();
  await outbox.meetEpoch(tablet.epoch);

  let heard: (ackN: number) => void = () => undefined,
    stored: (ackN: number) => void = () => undefined;
  const reach = (n: number, which: 'heard' | 'stored'): Promise<number> =>
    new Promise((done) => {
      const look = (ackN: number): void => {
        if (ackN >= n) done(performance.now());
      };
      if (which === 'heard') heard = look;
      else stored = look;
    });
  let parts: DrainParts = { read: 0, request: 0, note: 0 };
  const timed = async <T>(part: keyof DrainParts, work: () => Promise<T>): Promise<T> => {
    const start = performance.now();
    try {
      return await work();
    } finally {
      parts[part] += performance.now() - start;
    }
  };
  const sender = createSender({
    call: (path, options) => timed('request', () => call(path, options)),
    clock: browserClock,
    random: browserRandom,
    device: async () => tablet.tabletId,
    onServerTime: () => undefined,
    onState: () => undefined,
    onAllGone: () => Promise.reject(new Error('no op is let go of here')),
    onRevoked: () => undefined,
    store: {
      meta: () => timed('read', outbox.meta),
      rewind: outbox.rewind,
      takeFresh: () => {
        const fresh = outbox.takeFresh();
        return fresh && { meta: fresh.meta, rows: fresh.rows.map(heldOf) };
      },
      readFrom: async (n, limit) =>
        (await timed('read', () => outbox.readFrom(n, limit))).map(heldOf),
      ack: async (ackN, safeN, of) => {
        heard(ackN);
        const now = await timed('note', () => outbox.ack(ackN, safeN, of));
        stored(ackN);
        return now;
      },
    },
  });
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
      parts = { read: 0, request: 0, note: 0 };
      const start = performance.now();
      const [end] = await Promise.all([reach(n, 'stored'), Promise.resolve(sender.start())]);
      await sender.stop();
      return { ms: end - start, parts };
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
        const [answered, kept] = [reach(n + 1, 'heard'), reach(n + 1, 'stored')];
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
