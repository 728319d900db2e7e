// Test database of a tablet: a fresh one each time, with a server key whose private half the test
// has.

import { openSealed } from '../../shared/exchange/opening.ts';
import { createSealKeys } from '../../shared/exchange/sealing.ts';
import type { Clock, Random } from '../../shared/base/ports.ts';
import { opAad } from '../../shared/exchange/sync.ts';
import { unpackPayload } from '../../shared/exchange/payload.ts';
import { createDb, ensureSync } from './db.ts';
import type { OutboxRow, TabletDb } from './tables.ts';

let count = 0;

export interface TestClock extends Clock {
  pass(ms: number): void;
}
export function testClock(start = 1_700_000_000_000): TestClock {
  let t = 0,
    wall = start,
    id = 0;
  const timers = new Map<number, { at: number; work: () => void }>();
  return {
    now: () => wall,
    mono: () => t,
    after: (ms, work) => {
      const key = ++id;
      timers.set(key, { at: t + ms, work });
      return () => timers.delete(key);
    },
    pass(ms) {
      const end = t + ms;
      for (;;) {
        const due = [...timers].filter(([, x]) => x.at <= end).sort((a, b) => a[1].at - b[1].at)[0];
        if (!due) break;
        timers.delete(due[0]);
        wall += Math.max(0, due[1].at - t);
        t = Math.max(t, due[1].at);
        due[1].work();
      }
      wall += end - t;
      t = end;
    },
  };
}

export const testRandom = (): Random => {
  let i = 0;
  return {
    id: () => `0190c0de-0000-7000-8000-${String(++i).padStart(12, '0')}`,
    unit: () => 0.5,
    hex128: () => 'a'.repeat(32),
  };
};

export async function testTablet() {
  const server = await createSealKeys(true);
  const serverKey = await crypto.subtle.exportKey('jwk', server.publicKey);
  const db: TabletDb = createDb(`tablet-${++count}`);
  const clock = testClock(),
    random = testRandom();
  const { inc } = await ensureSync(db, random.hex128);
  const identity = async (known = serverKey) => ({ device: 'device-1', serverKey: known });
  const open = async (
    row: Pick<OutboxRow, 'id' | 'kind' | 'schema' | 'sealed'>,
  ): Promise<unknown> =>
    unpackPayload(
      await openSealed(
        server.privateKey,
        row.sealed,
        opAad({ device: 'device-1', inc, id: row.id, kind: row.kind, schema: row.schema }),
      ),
    );
  return { db, clock, random, identity, open, server, inc };
}

export const settle = async (turns = 20): Promise<void> => {
  for (let i = 0; i < turns; i++) await new Promise((done) => setTimeout(done, 0));
};
