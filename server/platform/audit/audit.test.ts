/**
 * Tests of the audit chain on real databases: unbroken rows, no names inside, people can be erased,
 * rows are immutable.
 */
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestStore, STORES } from '../../../tests/support/stores.ts';
import { createTestBench, type TestBench } from '../../../tests/support/workshop.ts';
import type { Work } from '../work.ts';
import { verifyAudit } from './verify-audit.ts';

describe.each(STORES)('audit (%s)', (kind) => {
  let opened: Awaited<ReturnType<typeof openTestStore>>, bench: TestBench;
  const cid = 'p1',
    actor = { kind: 'system', cid } as const;
  beforeEach(async () => {
    opened = await openTestStore(kind);
    bench = createTestBench(opened.store);
  });
  afterEach(() => opened.drop());
  const write = (work: (w: Work) => Promise<void>, of = cid): Promise<void> =>
    bench.workshop.write(of, { kind: 'system', cid: of }, work);
  const verify = () => verifyAudit(bench.workshop.look(cid, actor));
  const rows = () => bench.workshop.look(cid, actor).db.find(opened.store.t.audit);

  it('numbers entries without gaps, per practice, even under concurrent writes', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        write((w) => w.audit('probe', { i }, '4711'), i % 4 === 0 ? 'p2' : cid),
      ),
    );
    expect((await rows()).map((r) => r.seq).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 15 }, (_, i) => i + 1),
    );
    expect(await verify()).toMatchObject({ ok: true, rows: 15 });
  });

  it('rolls back with its transaction: no entry without its action', async () => {
    await write((w) => w.audit('probe', {}));
    await expect(
      write(async (w) => {
        await w.audit('probe', {});
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect(await verify()).toMatchObject({ ok: true, rows: 1 });
  });

  it('stores a commitment instead of a person, and stays valid when the person is erased', async () => {
    await write((w) => w.audit('document.viewed', { fileId: 'f' }, 'Vogelsang-4711'));
    await write((w) => w.audit('document.viewed', { fileId: 'f' }, 'Vogelsang-4711'));
    const all = await rows();
    expect(JSON.stringify(all)).not.toContain('Vogelsang');
    expect(new Set(all.map((r) => r.person)).size).toBe(2);
    const { auditPerson } = opened.store.t;
    await opened.store.write(async (db) => {
      await db.delete(auditPerson).where(eq(auditPerson.patid, 'Vogelsang-4711'));
    });
    expect(await verify()).toMatchObject({ ok: true, rows: 2 });
  });

  it('prevents updates and deletes of rows, whole tables included', async () => {
    await write((w) => w.audit('probe', { a: 1 }));
    const { audit } = opened.store.t;
    await expect(
      opened.store.write(async (db) => {
        await db.update(audit).set({ at: 1 });
      }),
    ).rejects.toThrow();
    await expect(
      opened.store.write(async (db) => {
        await db.delete(audit);
      }),
    ).rejects.toThrow();
    expect(await verify()).toMatchObject({ ok: true, rows: 1 });
  });

  it("survives JSON's handling of numbers, order and text", async () => {
    await write((w) =>
      w.audit('probe', {
        z: 1,
        a: { y: [1, 2.5, 1e21, 0.1 + 0.2], ü: 'ß🙂\u2028"\\' },
        n: null,
        e: {},
        big: 1_795_165_200_000,
      }),
    );
    await write((w) => w.audit('probe', { undefinedIsLeftOut: undefined }));
    expect(await verify()).toMatchObject({ ok: true, rows: 2 });
  });
});
