// Tests of ops sent from memory: recorded when the disk accepts writes again, resent to a restored
// server, and reported when lost.

import { describe, expect, it, vi } from 'vitest';
import type { OpHeader } from '../../shared/exchange/sync.ts';
import { createCarried, type Carried } from './carried.ts';
import { CARRIED, carriedOf, readSync } from './db.ts';
import type { CarriedOp } from './tables.ts';
import { createOutbox } from './outbox.ts';
import { HARD_CAP_MS } from './acknowledge.ts';
import { testTablet } from './testing.ts';

const header = (id: string): OpHeader => ({
  n: 1,
  id,
  kind: 'task.submit',
  taskId: `task-${id}`,
  taskRev: 1,
  schema: 1,
  at: 1,
  mono: 1,
  sealed: 'p256-1',
  len: 2,
  sha256: 'a'.repeat(64),
});
const op = (id: string, at: number, epoch = 'epoch-1'): CarriedOp => ({
  inc: `inc-${id}`,
  header: header(id),
  sealed: new Uint8Array([1, 2]),
  epoch,
  at,
});

/** A disk that refuses every write but a deletion, like a full one. */
function fill(): { free(): void } {
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  return { free: () => full.mockRestore() };
}

async function setUp() {
  const t = await testTablet(),
    outbox = createOutbox(t);
  await outbox.meetEpoch('epoch-1');
  const told: string[] = [],
    reports: number[] = [];
  let epoch = 'epoch-1',
    isDeaf = false;
  const page = (): Carried =>
    createCarried({
      db: t.db,
      newInc: t.random.hex128,
      serverNow: () => t.clock.now(),
      report: async () => {
        reports.push(t.clock.now());
      },
      push: async (inc, h) => {
        if (isDeaf) throw new Error('no network');
        told.push(`${inc} ${h.id}`);
        return epoch;
      },
    });
  const restore = (next: string) => {
    epoch = next;
    return outbox.meetEpoch(next);
  };
  const onDisk = async () => carriedOf(await t.db.meta.get(CARRIED));
  return {
    ...t,
    outbox,
    told,
    reports,
    page,
    restore,
    onDisk,
    deafen: (v: boolean) => {
      isDeaf = v;
    },
  };
}

describe('carried ops', () => {
  it('[sync F7] [sync F13] are resent unchanged to a restored server, once', async () => {
    const t = await setUp(),
      page = t.page();
    await page.add(op('a', t.clock.now()));
    await page.tend('epoch-1');
    expect(t.told).toEqual([]);
    await t.restore('epoch-2');
    t.deafen(true);
    await page.tend('epoch-2');
    expect([t.told, page.isBehind()]).toEqual([[], true]);
    t.deafen(false);
    await page.tend('epoch-2');
    await page.tend('epoch-2');
    expect([t.told, page.isBehind(), t.reports]).toEqual([['inc-a a'], false, []]);
  });

  it('[sync F7] [inv S2] are recorded later by a full disk; then another page resends them', async () => {
    const t = await setUp(),
      page = t.page(),
      disk = fill();
    await page.add(op('a', t.clock.now()));
    expect(await t.db.meta.get(CARRIED)).toBeUndefined();
    disk.free();
    await page.tend('epoch-1');
    expect(await t.onDisk()).toMatchObject({
      isWhole: true,
      ops: [{ inc: 'inc-a', epoch: 'epoch-1' }],
    });
    await t.restore('epoch-2');
    await t.page().tend('epoch-2');
    expect([t.told, t.reports]).toEqual([['inc-a a'], []]);
    expect((await t.onDisk()).ops[0]?.epoch).toBe('epoch-2');
  });

  it('[inv S2] lost with a page on a full disk, are reported only after a restore of the server, once', async () => {
    const t = await setUp(),
      disk = fill();
    await t.page().add(op('a', t.clock.now()));
    disk.free();
    const next = t.page();
    for (const heard of ['epoch-1', 'epoch-1', 'epoch-2', 'epoch-2']) await next.tend(heard);
    expect(t.reports).toEqual([]);
    // The heartbeat learned of the loss before the outbox did.
    await t.restore('epoch-2');
    await next.tend('epoch-2');
    await next.tend('epoch-2');
    await t.page().tend('epoch-2');
    expect([t.reports.length, t.told]).toEqual([1, []]);
    await t.restore('epoch-3');
    await t.page().tend('epoch-3');
    expect(t.reports).toHaveLength(1);
  });

  it('[inv S2] unrecorded by one page stay missing when another page records its own', async () => {
    const t = await setUp(),
      disk = fill();
    await t.page().add(op('a', t.clock.now()));
    disk.free();
    const next = t.page();
    await next.add(op('b', t.clock.now()));
    expect(await t.onDisk()).toMatchObject({ isWhole: false, ops: [{ inc: 'inc-b' }] });
    await t.restore('epoch-2');
    await next.tend('epoch-2');
    expect([t.told, t.reports.length]).toEqual([['inc-b b'], 1]);
  });

  it('all in memory, cause no report, though the disk still refuses', async () => {
    const t = await setUp(),
      page = t.page(),
      disk = fill();
    await page.add(op('a', t.clock.now()));
    disk.free();
    await t.restore('epoch-2');
    expect((await readSync(t.db)).isUntold).toBe(true);
    await page.tend('epoch-2');
    expect([t.told, t.reports, (await readSync(t.db)).isUntold]).toEqual([
      ['inc-a a'],
      [],
      undefined,
    ]);
  });

  it('[sync 6.6] expire after three days by the server’s clock; an older database misses none', async () => {
    const t = await setUp(),
      page = t.page();
    await page.add(op('a', t.clock.now()));
    t.clock.pass(HARD_CAP_MS + 1);
    await page.tend('epoch-1');
    expect([page.ids(), (await t.onDisk()).ops]).toEqual([[], []]);
    await t.db.meta.delete(CARRIED);
    const { carries: _new, ...old } = await readSync(t.db);
    await t.db.meta.put(old);
    await t.restore('epoch-2');
    await t.page().tend('epoch-2');
    expect(t.reports).toEqual([]);
  });
});
