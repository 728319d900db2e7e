/**
 * Papers over eleven years, sealed by a practice with renewed seals: all are valid for our check
 * page, for poppler and for OpenSSL.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HEADS_FILE } from '../../server/platform/audit/heads.ts';
import { verifyAll } from '../../server/platform/audit/verify-all.ts';
import { openCms } from '../../server/paper/seal/cms.ts';
import { testRenderer } from '../../server/paper/seal/sample.fixture.ts';
import { locateSignature } from '../../server/paper/seal/signature-slot.ts';
import { createLocalTsa, TsaError, type LocalTsa } from '../../server/paper/seal/tsa.ts';
import { createTestApp, type TestApp } from '../support/in-process.ts';
import { sendMappe } from '../support/mappe.ts';
import { addPractice, login, type Practice } from '../support/practice.ts';
import { SimTablet, submissionOf } from '../support/sim-tablet.ts';
import { STORES } from '../support/stores.ts';
import { run, sealedPart } from './programs.ts';

const DAY = 86_400_000,
  YEAR = 365.25 * DAY;
const renderer = testRenderer();
afterAll(() => {
  renderer.close();
});

interface Paper {
  at: number;
  bytes: Uint8Array;
  level: string;
}

describe.each(STORES)('papers under renewed seals (%s)', (kind) => {
  let t: TestApp,
    p: Practice,
    folder: string,
    service: LocalTsa,
    isAway = true;
  const tsaRoots: Uint8Array[] = [],
    papers: Paper[] = [],
    file = (name: string, bytes: Uint8Array | string): string => {
      writeFileSync(path.join(folder, name), bytes);
      return path.join(folder, name);
    };
  /** Runs a day of the server: its daily work, and the due jobs. */
  const day = async (): Promise<void> => {
    await t.app.tidy();
    await t.runJobs();
    await t.app.sweep();
  };
  const signIn = async (): Promise<void> => {
    for (const one of Object.values(p.users)) Object.assign(one, await login(t, one.email));
  };
  /** Years later every user signs in again. */
  const goTo = async (at: number): Promise<void> => {
    t.clock.now = at;
    await signIn();
    service = await createLocalTsa(() => t.clock.now);
    tsaRoots.push(service.root);
  };
  /** Sends a paper, signs it on a tablet, and runs the jobs. @returns the task */
  const signOne = async (): Promise<string> => {
    const tablet = await SimTablet.register(p, `Tablet ${papers.length + 1}`),
      {
        taskIds: [taskId = ''],
      } = await sendMappe(p, { tabletId: tablet.id });
    const body = (await tablet.inbox()).find((one) => one.taskId === taskId)!;
    await tablet.push(
      await tablet.op('task.start', body, { taskId, at: t.clock.now, language: 'de' }),
    );
    expect(
      (await tablet.push(await tablet.op('task.submit', body, submissionOf(body, t.clock.now))))
        .verdicts,
    ).toMatchObject([{ s: 'applied' }]);
    await t.runJobs();
    return taskId;
  };
  const stateOf = async (taskId: string): Promise<string | undefined> =>
    (await t.deps.workshop.look(p.cid, p.system).db.one(t.deps.store.t.task, { taskId }))?.state;
  const fetchPaper = async (taskId: string): Promise<Uint8Array> => {
    expect(await stateOf(taskId)).toBe('filed');
    const document = await t.deps.workshop
      .look(p.cid, p.system)
      .db.one(t.deps.store.t.document, { taskId });
    return (await p.call(`/documents/file/${document?.fileId ?? ''}`, { as: p.users.staff })).bytes;
  };
  const check = async (bytes: Uint8Array): Promise<unknown> =>
    (
      await p.call('/documents/check', {
        as: p.users.reception,
        method: 'POST',
        body: bytes,
        type: 'application/pdf',
      })
    ).json;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'molar-renewed-'));
    mkdirSync(path.join(folder, 'data'));
    mkdirSync(path.join(folder, 'drive'));
    // A backup copies the database file, so the database must be in the data folder.
    t = await createTestApp(kind, {
      renderer,
      ...(kind === 'sqlite' && { folder: path.join(folder, 'data') }),
      tsaRoots,
      tsa: (bytes) =>
        isAway ? Promise.reject(new TsaError('tsa_unreachable', 'away')) : service.stamp(bytes),
    });
    // Other programs use the clock of the machine: the first papers must have the current time.
    const began = Date.now();
    t.clock.now = began;
    p = await addPractice(t, 'nord');
    for (const years of [0, 6, 11]) {
      await goTo(began + years * YEAR);
      await day();
      for (const level of ['B-B', 'B-T']) {
        isAway = level === 'B-B';
        papers.push({ at: t.clock.now, level, bytes: await fetchPaper(await signOne()) });
      }
      // The service stays unavailable until the end.
      isAway = true;
    }
  });
  afterAll(async () => {
    await t.drop();
    rmSync(folder, { recursive: true });
  });

  it('papers are sealed after 0, 6 and 11 years, each under a valid seal of its time', async () => {
    const facts = await Promise.all(
      papers.map(
        async ({ bytes }) =>
          (await check(bytes)) as {
            seal: {
              certificate: { serialNumber: string; notAfter: number };
              sealedAt: number;
              level: string;
            };
          },
      ),
    );
    expect(facts.map((one) => one.seal.level)).toEqual(papers.map((one) => one.level));
    expect(new Set(facts.map((one) => one.seal.certificate.serialNumber)).size).toBe(3);
    for (const { seal } of facts)
      expect(seal.certificate.notAfter - seal.sealedAt).toBeGreaterThan(30 * DAY);
  });

  it('our check page: all are unchanged, old ones by the time of sealing', async () => {
    for (const { bytes, level } of papers)
      expect(await check(bytes)).toMatchObject({
        isReadable: true,
        verdict: 'unchanged',
        seal: { isOurs: true, isIntact: true, level },
        shown: { isSame: true, isDataSame: true },
      });
  });

  it('our check page: reports a changed paper of an old seal', async () => {
    const changed = Uint8Array.from(papers[0]!.bytes);
    const at = Buffer.from(changed).indexOf('stream\n') + 200;
    changed[at] = changed[at]! ^ 1;
    expect(await check(changed)).toMatchObject({ verdict: 'changed' });
  });

  it('poppler: every signature is valid and covers everything; current ones are trusted by the root file', async () => {
    const nss = path.join(folder, 'nss'),
      roots = file('roots.pem', (await p.call('/documents/ca', { as: p.users.staff })).bytes);
    await run('mkdir', ['-p', nss]);
    await run('certutil', ['-N', '-d', `sql:${nss}`, '--empty-password']);
    await run('certutil', ['-A', '-d', `sql:${nss}`, '-n', 'praxis', '-t', 'C,C,C', '-i', roots]);
    for (const [n, { bytes }] of papers.entries()) {
      const { text } = await run('pdfsig', [
        '-nssdir',
        `sql:${nss}`,
        file(`paper-${n}.pdf`, bytes),
      ]);
      for (const words of [
        'Signature Validation: Signature is Valid.',
        'Total document signed',
        ...(n < 2 ? ['Certificate Validation: Certificate is Trusted.'] : []),
      ])
        expect(text).toContain(words);
    }
  });

  it('OpenSSL: each signature chains to a root of the practice, and was valid when made', async () => {
    const roots = file('roots.pem', (await p.call('/documents/ca', { as: p.users.staff })).bytes);
    for (const { bytes: whole, at } of papers) {
      const bytes = sealedPart(whole),
        slot = locateSignature(bytes, 0)!,
        cms = Buffer.from(
          Buffer.from(bytes.subarray(slot.from + 1, slot.to - 1)).toString('latin1'),
          'hex',
        );
      const content = file(
        'content.bin',
        Buffer.concat([bytes.subarray(0, slot.from), bytes.subarray(slot.to)]),
      );
      const { text } = await run('openssl', [
        'cms',
        '-verify',
        '-cades',
        '-binary',
        '-inform',
        'DER',
        '-in',
        file('cms.der', cms.subarray(0, openCms(cms).length)),
        '-content',
        content,
        '-CAfile',
        roots,
        '-purpose',
        'any',
        '-attime',
        String(Math.ceil(at / 1000)),
        '-out',
        path.join(folder, 'out.bin'),
      ]);
      expect(text).toContain('CAdES Verification successful');
    }
  });

  it('the audit log verifies with heads of several seals, and names each renewal', async () => {
    const report = await verifyAll(
      t.deps.store.read,
      t.deps.store.t,
      path.join(path.dirname(t.blobsFolder), HEADS_FILE),
    );
    expect(report.faults).toEqual([]);
    const { audit } = t.deps.store.t;
    expect(
      (await t.deps.workshop.look(p.cid, p.system).db.find(audit, eq(audit.type, 'key.renewed')))
        .length,
    ).toBe(2);
  });

  if (kind === 'sqlite')
    it('a backup drill opens and verifies papers of every seal', async () => {
      await t.app.backup.setTarget(path.join(folder, 'drive'), 'test');
      expect(await (await t.app.backup.begin('backup')).done).toMatchObject({ ok: true });
      expect(await (await t.app.backup.begin('drill')).done).toMatchObject({
        ok: true,
        facts: { opened: papers.length, missing: 0 },
      });
    });

  it('a missing time stamp is not added after the certificate expired', async () => {
    isAway = false;
    t.clock.now += 600_000;
    await t.runJobs();
    expect(await check(papers[0]!.bytes)).toMatchObject({ verdict: 'unchanged' });
    const { envelope } = t.deps.store.t,
      levels = (await t.deps.workshop.look(p.cid, p.system).db.find(envelope))
        .sort((a, b) => a.signedAt - b.signedAt)
        .map((row) => row.level);
    expect(levels).toEqual(['B-B', 'B-T', 'B-B', 'B-T', 'B-T', 'B-T']);
  });

  it('with a failed renewal and an expired seal, a signature waits and is sealed after the renewal', async () => {
    const { practiceKey } = t.deps.store.t,
      look = t.deps.workshop.look(p.cid, p.system),
      [root] = await look.db.find(practiceKey, eq(practiceKey.purpose, 'authority'));
    const set = (wrapped: Buffer | null): Promise<unknown> =>
      t.deps.store.write((db) =>
        db.update(practiceKey).set({ wrapped }).where(eq(practiceKey.id, root!.id)),
      );
    await t.deps.keys(p.cid);
    await set(Buffer.from(root!.wrapped!.map((byte, i) => (i === 40 ? byte ^ 1 : byte))));
    await goTo(t.clock.now + 6 * YEAR);
    await day();
    const taskId = await signOne();
    for (let i = 0; i < 20; i++) {
      t.clock.now += 60_000;
      await t.app.sweep();
      await t.runJobs();
    }
    expect(await stateOf(taskId)).toBe('submitted');
    await set(root!.wrapped);
    t.clock.now += 600_000;
    await day();
    t.clock.now += 60_000;
    await t.runJobs();
    await signIn();
    expect(await check(await fetchPaper(taskId))).toMatchObject({ verdict: 'unchanged' });
  });
});
