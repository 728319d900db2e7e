/**
 * Each failure of the server itself has one name, and monitor, board, mail and log agree about it:
 * when it begins, while it lasts and when it is over.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { canRead, canWriteTo } from '../../server/operations/health/file-checks.ts';
import type { Checks } from '../../server/operations/health/check-readiness.ts';
import { TROUBLE_NAMES, TROUBLES, type Trouble } from '../../shared/operations/troubles.ts';
import { createTestApp, type TestApp } from '../support/in-process.ts';
import { addPractice, type Practice } from '../support/practice.ts';
import { STORES } from '../support/stores.ts';

/** `slow` has no check of its own; its test is next to the readiness. */
type Checked = Exclude<Trouble, 'slow'>;

describe.each(STORES)('troubles of the server on %s', (kind) => {
  let t: TestApp, p: Practice;
  const folder = mkdtempSync(path.join(tmpdir(), 'molar-states-')),
    files = path.join(folder, 'blobs'),
    worker = path.join(folder, 'render.worker.js'),
    failing = new Set<Trouble>();
  const holds = (name: Trouble) => () => Promise.resolve(!failing.has(name));
  const checks: Checks = {
    damage: holds('damage'),
    files: canWriteTo(files),
    disk: holds('disk'),
    keys: () => (failing.has('keys') ? Promise.reject(new Error('root key')) : Promise.resolve()),
    renderer: canRead(worker),
    clock: holds('clock'),
    relay: holds('relay'),
    certificateEarly: holds('certificateEarly'),
    certificate: holds('certificate'),
    certificateLast: holds('certificateLast'),
  };
  beforeAll(async () => {
    writeFileSync(worker, '');
    t = await createTestApp(kind, {
      checks,
      tsa: () => Promise.reject(new Error('away')),
      mail: {
        base: 'https://molar.test',
        sender: {
          address: 'molar@example.org',
          send: () => Promise.reject(new Error('away')),
          close: () => undefined,
        },
      },
    });
    p = await addPractice(t, 'nord');
  });
  afterAll(async () => {
    await t.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A job that failed several times and waits for its next attempt. */
  const waiting = (kindOfJob: 'send-mail' | 'raise-proof') => ({
    begin: () =>
      t.deps.store.write(async (tx) => {
        await tx.insert(t.deps.store.t.job).values({
          id: crypto.randomUUID(),
          key: `planted:${kindOfJob}`,
          cid: p.cid,
          kind: kindOfJob,
          payload: {},
          state: 'queued',
          attempts: 3,
          runAfter: t.clock.now + 86_400_000,
          createdAt: t.clock.now,
          error: 'unavailable',
        });
      }),
    end: () =>
      t.deps.store.write(async (tx) => {
        const { job } = t.deps.store.t;
        await tx.delete(job).where(eq(job.key, `planted:${kindOfJob}`));
      }),
  });
  const flag = (name: Trouble) => ({
    begin: () => void failing.add(name),
    end: () => void failing.delete(name),
  });
  let probe: { mockRestore(): void } | undefined;
  const FAULTS: Readonly<Record<Checked, { begin(): unknown; end(): unknown }>> = {
    database: {
      begin: () => {
        probe = vi.spyOn(t.deps.store, 'probe').mockRejectedValue(new Error('ECONNREFUSED'));
      },
      end: () => probe?.mockRestore(),
    },
    damage: flag('damage'),
    entries: {
      begin: () =>
        t.deps.damage.settle(p.cid, [{ table: 'answers', column: 'response', row: 'x' }]),
      end: () => t.deps.damage.settle(p.cid, []),
    },
    files: {
      begin: () => {
        rmSync(files, { recursive: true, force: true });
        writeFileSync(files, 'a file in the place of the folder');
      },
      end: () => {
        rmSync(files);
        mkdirSync(files);
      },
    },
    disk: flag('disk'),
    keys: flag('keys'),
    renderer: { begin: () => rmSync(worker), end: () => writeFileSync(worker, '') },
    judging: {
      begin: () => {
        probe = vi.spyOn(t.app.sync, 'isStuck').mockReturnValue(true);
      },
      end: () => probe?.mockRestore(),
    },
    clock: flag('clock'),
    mail: waiting('send-mail'),
    timeService: waiting('raise-proof'),
    relay: flag('relay'),
    certificateEarly: flag('certificateEarly'),
    certificate: flag('certificate'),
    certificateLast: flag('certificateLast'),
  };

  const pass = async (): Promise<void> => {
    t.clock.now += 60_000;
    await t.app.sweep();
  };
  const monitor = async () => {
    const { status, json } = await t.call('/readyz');
    return { status, checks: (json as { checks: Record<string, string> }).checks };
  };
  const board = async () =>
    ((await t.call('/ui/incidents')).json as { troubles: string[] }).troubles;
  const mails = async (): Promise<number> => {
    const { mail } = t.deps.store.t;
    return (
      await t.deps.store.read
        .select({ id: mail.id })
        .from(mail)
        .where(eq(mail.template, 'serverTrouble'))
    ).length;
  };
  const noted = (event: string, check: string): number =>
    t.lines.filter((line) => line.includes(`"${event}"`) && line.includes(`"check":"${check}"`))
      .length;

  it.each(TROUBLE_NAMES.filter((name) => name !== 'slow'))(
    '%s is told once in all places, and is over in all places',
    async (name) => {
      const { begin, end } = FAULTS[name],
        before = await mails();
      await pass();
      expect([(await monitor()).status, await board()]).toEqual([200, []]);
      await begin();
      await pass();
      const { status, checks: seen } = await monitor();
      expect([name, status, seen[name]]).toEqual([
        name,
        TROUBLES[name] === 'failed' ? 503 : 200,
        TROUBLES[name],
      ]);
      expect(await board()).toEqual([name]);
      // One slow look is no trouble yet.
      expect([noted('health.failed', name), await mails()]).toEqual([0, before]);
      for (let minute = 0; minute < 5; minute += 1) await pass();
      expect([noted('health.failed', name), await mails()]).toEqual([1, before + 1]);
      await end();
      await pass();
      expect([(await monitor()).status, await board()]).toEqual([200, []]);
      expect([noted('health.recovered', name), await mails()]).toEqual([1, before + 1]);
    },
  );

  it('a mail that cannot be queued is queued at a later look', async () => {
    const before = await mails();
    failing.add('disk');
    await pass();
    const write = vi.spyOn(t.deps.workshop, 'write').mockRejectedValue(new Error('full'));
    await t.app.sweep().catch(() => undefined);
    await pass().catch(() => undefined);
    write.mockRestore();
    expect(await mails()).toBe(before);
    await pass();
    await pass();
    expect(await mails()).toBe(before + 1);
    failing.delete('disk');
    await pass();
  });
});
