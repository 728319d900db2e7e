// The work of every minute and every day with thousands of practices: idle ones are not opened.

import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { VENDOR_CID } from '../../../shared/base/roles.ts';

import { createTestApp, type TestApp } from '../../../tests/support/in-process.ts';
import { addPractice, type Practice } from '../../../tests/support/practice.ts';
import { STORES } from '../../../tests/support/stores.ts';

const MINUTE_MS = 60_000;
const MANY = 5000;
const AT_ONCE = 500;

describe.each(STORES)('a server with many practices (%s)', (kind) => {
  let t: TestApp, pattern: Practice;
  beforeAll(async () => {
    t = await createTestApp(kind);
    pattern = await addPractice(t, 'muster');
  });
  afterAll(() => t.drop());

  /** Adds idle practices as rows. */
  async function addIdle(count: number): Promise<void> {
    const { praxis } = t.deps.store.t,
      [row] = await t.deps.store.read.select().from(praxis).where(eq(praxis.cid, pattern.cid));
    for (let at = 0; at < count; at += AT_ONCE)
      await t.deps.store.write(async (db) => {
        await db
          .insert(praxis)
          .values(Array.from({ length: AT_ONCE }, (_, i) => ({ ...row!, cid: `idle-${at + i}` })));
      });
  }
  /** Opens a share's session at a practice, which ends within the minute. */
  const openSession = (cid: string): Promise<unknown> =>
    t.deps.workshop.write(cid, { kind: 'system', cid }, (w) =>
      w.tx.insert(w.t.shareSession, {
        hash: `hash-${cid}`,
        share: 'a',
        isOpen: false,
        sealed: randomBytes(8),
        createdAt: w.now,
        seenAt: w.now,
        endsAt: w.now + MINUTE_MS / 2,
      }),
    );
  /** Sweeps, and returns the practices that were opened and the number of queries over all. */
  async function sweep(): Promise<{ written: string[]; read: string[]; queries: number }> {
    const write = vi.spyOn(t.deps.workshop, 'write'),
      look = vi.spyOn(t.deps.workshop, 'look'),
      asked = [
        vi.spyOn(t.deps.store.read, 'select'),
        vi.spyOn(t.deps.store.read, 'selectDistinct'),
      ];
    try {
      await t.app.sweep();
      const cidsOf = (calls: readonly (readonly unknown[])[]): string[] =>
        [...new Set(calls.map(([cid]) => String(cid)))].sort();
      return {
        written: cidsOf(write.mock.calls),
        read: cidsOf(look.mock.calls),
        queries: asked.reduce((sum, one) => sum + one.mock.calls.length, 0),
      };
    } finally {
      for (const one of [write, look, ...asked]) one.mockRestore();
    }
  }

  it('a minute opens only practices that have something due, with as many queries as for one', async () => {
    const [, few] = [await sweep(), await sweep()];
    // The shop reads its carts.
    expect(few).toMatchObject({ written: [], read: [VENDOR_CID] });
    expect(few.queries).toBeGreaterThan(5);
    await addIdle(MANY);
    const busy = ['idle-7', 'idle-77', 'idle-4777'];
    for (const cid of busy) await openSession(cid);
    expect((await sweep()).written).toEqual([]);
    t.clock.now += MINUTE_MS;
    const minute = await sweep();
    expect(minute.written).toEqual([...busy].sort());
    expect(minute.read).toEqual([VENDOR_CID]);
    expect(minute.queries - few.queries).toBeLessThan(20);
    expect(await t.deps.store.read.select().from(t.deps.store.t.shareSession)).toEqual([]);
    t.clock.now += MINUTE_MS;
    const after = await sweep();
    expect([after.written, after.read]).toEqual([few.written, few.read]);
    expect(after.queries - few.queries).toBeLessThan(5);
  });

  it('a day is one job for each practice and the vendor, queued once by any number of servers', async () => {
    const { job } = t.deps.store.t;
    const queued = async () =>
      (
        await t.deps.store.read
          .select({ cid: job.cid, runAfter: job.runAfter, key: job.key })
          .from(job)
          .where(eq(job.kind, 'daily-work'))
      ).toSorted((a, b) => a.runAfter - b.runAfter);
    const write = vi.spyOn(t.deps.store, 'write');
    await t.app.queueDaily();
    await t.app.queueDaily();
    expect(write.mock.calls.length).toBeLessThan(MANY / 100);
    write.mockRestore();
    const rows = await queued();
    expect(new Set(rows.map(({ cid }) => cid)).size).toBe(MANY + 2);
    expect(rows.map(({ cid }) => cid)).toContain(VENDOR_CID);
    expect(rows).toHaveLength(MANY + 2);
    // The starts are spread: seals and mails go on between them.
    expect([rows[0]!.runAfter, rows.at(-1)!.runAfter]).toEqual([
      t.clock.now,
      t.clock.now + (MANY + 1) * 500,
    ]);
    if (kind === 'postgres') {
      const other = await t.beside();
      await other.app.queueDaily();
      expect(await queued()).toHaveLength(MANY + 2);
      await other.drop();
    }
  });

  it('the job does the day of its practice alone', async () => {
    await t.runJobs();
    const { job } = t.deps.store.t;
    const done = await t.deps.store.read
      .select({ cid: job.cid })
      .from(job)
      .where(eq(job.state, 'done'));
    expect(done.map(({ cid }) => cid)).toContain(pattern.cid);
    expect(done.length).toBeLessThan(10);
  });
});
