/**
 * Tests of the verification on a tampered database: each kind of change is reported by its entry,
 * heads are stored outside of it.
 */
import { and, eq, gte, sql } from 'drizzle-orm';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../tests/support/in-process.ts';
import { VENDOR_CID } from '../../../shared/base/roles.ts';
import { addPractice, addVendor, type Practice } from '../../../tests/support/practice.ts';
import { STORES } from '../../../tests/support/stores.ts';
import { HEADS_FILE, signHead } from './heads.ts';
import { printCheck, verifyAll } from './verify-all.ts';

const DAY = 86_400_000;
describe.each(STORES)('verification of the audit log (%s)', (kind) => {
  let t: TestApp, p: Practice, folder: string, file: string;
  beforeEach(async () => {
    t = await createTestApp(kind, { ownsTables: true });
    folder = mkdtempSync(path.join(tmpdir(), 'molar-heads-'));
    file = path.join(folder, HEADS_FILE);
    p = await addPractice(t, 'nord');
    await addPractice(t, 'sued');
    await t.deps.workshop.write(p.cid, p.system, async (w) => {
      for (let i = 0; i < 5; i++) await w.audit('tablet.help', { i });
    });
    t.clock.now += DAY;
    await sign();
    await t.deps.workshop.write(p.cid, p.system, (w) => w.audit('tablet.help', { next: true }));
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true, force: true });
    await t.drop();
  });
  const sign = () => signHead({ workshop: t.deps.workshop, file, keys: t.deps.keys }, p.cid);
  const check = () => verifyAll(t.deps.store.read, t.deps.store.t, file);
  const faults = async () =>
    (await check()).faults.map((f) => `${f.what} ${f.seq}${'where' in f ? ` ${f.where}` : ''}`);

  /** Acts as the owner of the database: drops the triggers first. */
  async function tamper(
    work: (db: Parameters<Parameters<TestApp['deps']['store']['write']>[0]>[0]) => Promise<unknown>,
  ): Promise<void> {
    await t.deps.store.write(async (db) => {
      const run = (q: ReturnType<typeof sql>): Promise<unknown> =>
        kind === 'sqlite'
          ? (db as unknown as { run(q: unknown): Promise<unknown> }).run(q)
          : (db as unknown as { execute(q: unknown): Promise<unknown> }).execute(q);
      const rows =
        kind === 'sqlite'
          ? (
              await (db as unknown as { all(q: unknown): Promise<{ name: string }[]> }).all(
                sql`select name from sqlite_master where type = 'trigger' and tbl_name = 'audit'`,
              )
            ).map((r) => r.name)
          : undefined;
      for (const name of rows ?? []) await run(sql.raw(`drop trigger "${name}"`));
      if (kind !== 'sqlite') await run(sql`alter table audit disable trigger all`);
      await work(db);
    });
  }
  const at = (seq: number) =>
    and(eq(t.deps.store.t.audit.cid, p.cid), eq(t.deps.store.t.audit.seq, seq))!;

  it('finds nothing in an unchanged log, signs once a day, and reports it', async () => {
    expect(await sign()).toBe(false);
    const done = await check();
    expect(done.faults).toEqual([]);
    expect(done.practices).toHaveLength(2);
    expect(printCheck(done).at(-1)).toBe('Nothing was changed.');
    expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(1);
  });
  it("[sec 2] the vendor's own chain has a signed head per day as well, with its own key", async () => {
    await addVendor(t);
    const heads = path.join(path.dirname(t.blobsFolder), HEADS_FILE),
      vendor = async () =>
        (await t.deps.store.read.select().from(t.deps.store.t.auditHead)).filter(
          (h) => h.cid === VENDOR_CID,
        );
    await t.app.tidy();
    expect(await vendor()).toEqual([]);
    for (let i = 0; i < 2; i++) {
      t.clock.now += DAY;
      await t.app.tidy();
      await t.app.tidy();
    }
    expect(await vendor()).toHaveLength(2);
    const proof = async () =>
      (await verifyAll(t.deps.store.read, t.deps.store.t, heads)).faults
        .filter((f) => f.cid === VENDOR_CID)
        .map((f) => f.what);
    expect(await proof()).toEqual([]);
    const keys = await t.deps.workshop
      .look(VENDOR_CID, { kind: 'system', cid: VENDOR_CID })
      .db.find(t.deps.store.t.practiceKey);
    expect(keys.map((k) => k.purpose).sort((a, b) => a.localeCompare(b))).toEqual([
      'authority',
      'seal',
    ]);
    await tamper((db) =>
      db
        .update(t.deps.store.t.audit)
        .set({ hash: 'f'.repeat(64) })
        .where(and(eq(t.deps.store.t.audit.cid, VENDOR_CID), eq(t.deps.store.t.audit.seq, 1))),
    );
    expect(await proof()).toContain('edited');
    await t.deps.store.write(async (db) => {
      await db
        .update(t.deps.store.t.auditHead)
        .set({ hash: 'f'.repeat(64) })
        .where(eq(t.deps.store.t.auditHead.cid, VENDOR_CID));
    });
    expect(await proof()).toContain('head_unsigned');
  });
  it('reports a changed entry', async () => {
    await tamper((db) => db.update(t.deps.store.t.audit).set({ at: 1 }).where(at(4)));
    expect(await faults()).toEqual(['edited 4']);
    expect(printCheck(await check()).join('\n')).toContain(
      `practice ${p.cid}, entry 4: was changed`,
    );
  });
  it('reports the place of a deleted entry', async () => {
    await tamper((db) => db.delete(t.deps.store.t.audit).where(at(4)));
    expect(await faults()).toEqual(['gap 5']);
  });
  it('reports the place of exchanged entries', async () => {
    const a = t.deps.store.t.audit;
    await tamper(async (db) => {
      for (const [from, to] of [
        [4, 9004],
        [5, 4],
        [9004, 5],
      ] as const)
        await db.update(a).set({ seq: to }).where(at(from));
    });
    expect(await faults()).toEqual(['edited 4']);
  });
  it('detects a fully rewritten chain by the signed heads', async () => {
    const before = (await t.deps.workshop.look(p.cid, p.system).db.find(t.deps.store.t.audit))
      .length;
    await tamper((db) =>
      db.delete(t.deps.store.t.audit).where(eq(t.deps.store.t.audit.cid, p.cid)),
    );
    await t.deps.workshop.write(p.cid, p.system, async (w) => {
      for (let i = 0; i < before; i++) await w.audit('tablet.help', { other: i });
    });
    const { seq } = (await t.deps.store.read.select().from(t.deps.store.t.auditHead))[0]!;
    expect(await faults()).toEqual([`head_wrong ${seq} database`, `head_wrong ${seq} file`]);
  });
  it('detects a truncated end', async () => {
    const { seq } = (await t.deps.store.read.select().from(t.deps.store.t.auditHead))[0]!;
    await tamper((db) =>
      db
        .delete(t.deps.store.t.audit)
        .where(and(eq(t.deps.store.t.audit.cid, p.cid), gte(t.deps.store.t.audit.seq, seq))),
    );
    expect(await faults()).toEqual([`head_wrong ${seq} database`, `head_wrong ${seq} file`]);
  });
  it('detects a changed, forged or lost head, in the table and in the file', async () => {
    const head = t.deps.store.t.auditHead,
      [row] = await t.deps.store.read.select().from(head);
    await t.deps.store.write(async (db) => {
      await db.update(head).set({ hash: 'f'.repeat(64) });
    });
    expect(await faults()).toEqual([`head_unsigned ${row!.seq} database`]);
    await t.deps.store.write(async (db) => {
      await db.delete(head);
    });
    expect(await faults()).toEqual([`head_missing ${row!.seq} database`]);
    await t.deps.store.write(async (db) => {
      await db.insert(head).values(row!);
    });
    const line = readFileSync(file, 'utf8');
    writeFileSync(file, '');
    expect(await faults()).toEqual([`head_missing ${row!.seq} file`]);
    writeFileSync(file, line.replace(`"seq":${row!.seq}`, '"seq":2'));
    expect(await faults()).toEqual([`head_unsigned 2 file`]);
    writeFileSync(file, line);
    appendFileSync(file, '{"cid":\n');
    expect(await faults()).toEqual(['file_unreadable 2']);
  });
});
