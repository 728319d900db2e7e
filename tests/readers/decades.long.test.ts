/**
 * Papers of a practice over fifteen years: from the tablet, from the scanner and as a receipt, with
 * renewed keys and renewed time stamps; our check page and other readers call all of them valid.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SealState } from '../../shared/papers/seal-end.ts';
import { testRenderer } from '../../server/paper/seal/sample.fixture.ts';
import { newestSignature } from '../../server/paper/seal/proof/raise-proof.ts';
import { locateSignature } from '../../server/paper/seal/signature-slot.ts';
import { createLocalTsa, TsaError, type LocalTsa } from '../../server/paper/seal/tsa.ts';
import { page, scansOf } from '../../server/records/papers/scans.testing.ts';
import { createTestApp, type TestApp } from '../support/in-process.ts';
import { sendMappe } from '../support/mappe.ts';
import { addPractice, login, type Practice } from '../support/practice.ts';
import { SimTablet, submissionOf } from '../support/sim-tablet.ts';
import { run, sealedPart } from './programs.ts';

const DAY = 86_400_000,
  YEAR = 365.25 * DAY;

interface Filed {
  fileId: string;
  /** Years after the beginning. */
  year: number;
  way: 'tablet' | 'scan' | 'receipt';
  bytes: Uint8Array;
}
interface Checked {
  verdict: string;
  kept: string;
  seal: { level: string; certificate: { serialNumber: string } };
  archive: { stamps: unknown[]; until: number } | null;
}

describe('papers of fifteen years', () => {
  let t: TestApp, p: Practice, folder: string, service: LocalTsa, began: number;
  let isAway = false;
  const tsaRoots: Uint8Array[] = [],
    papers: Filed[] = [],
    standings: SealState[] = [];
  const scans = scansOf(() => ({ t, p }));
  const as = () => p.users.staff;
  const file = (name: string, bytes: Uint8Array | string): string => {
    writeFileSync(path.join(folder, name), bytes);
    return path.join(folder, name);
  };
  const daily = async (): Promise<void> => {
    await t.app.tidy();
    await t.runJobs();
  };
  const goTo = async (year: number): Promise<void> => {
    t.clock.now = Math.floor(began + year * YEAR);
    for (const one of Object.values(p.users)) Object.assign(one, await login(t, one.email));
    // A public service renews its own certificate as well.
    service = await createLocalTsa(() => t.clock.now);
    tsaRoots.push(service.root);
    await daily();
    standings.push(
      ((await p.call('/documents/seal', { as: as() })).json as { state: SealState }).state,
    );
  };
  const fetchFile = async (fileId: string): Promise<Uint8Array> =>
    (await p.call(`/documents/file/${fileId}`, { as: as() })).bytes;
  const take = async (way: Filed['way'], year: number, fileId: string): Promise<void> => {
    papers.push({ fileId, year, way, bytes: await fetchFile(fileId) });
  };
  const fileOf = async (taskId: string): Promise<string> => {
    const look = t.deps.workshop.look(p.cid, p.system);
    return (await look.db.one(look.t.document, { taskId }))?.fileId ?? '';
  };

  async function signOnTablet(year: number): Promise<string> {
    const tablet = await SimTablet.register(p, `Tablet ${year}`),
      {
        taskIds: [taskId = ''],
      } = await sendMappe(p, { tabletId: tablet.id });
    const body = (await tablet.inbox()).find((one) => one.taskId === taskId)!;
    await tablet.push(
      await tablet.op('task.start', body, { taskId, at: t.clock.now, language: 'de' }),
    );
    await tablet.push(await tablet.op('task.submit', body, submissionOf(body, t.clock.now)));
    await t.runJobs();
    await take('tablet', year, await fileOf(taskId));
    return taskId;
  }

  async function withdraw(year: number, taskId: string): Promise<void> {
    const id = t.deps.newId();
    await p.post(`/consents/tasks/${taskId}/withdraw`, as(), { id, parts: null });
    // The receipt is made once the withdrawal cannot be undone any more.
    t.clock.now += 13_000;
    await t.runJobs();
    await take('receipt', year, id);
  }

  async function scanPaper(year: number): Promise<void> {
    const { taskId } = await scans.paperOf();
    await scans.scan(await page(await scans.codeOf({ taskId, page: 1, of: 1 })));
    t.clock.now += 13_000;
    await t.runJobs();
    await take('scan', year, await fileOf(taskId));
  }

  const check = async (bytes: Uint8Array): Promise<Checked> =>
    (
      await p.call('/documents/check', {
        as: p.users.reception,
        method: 'POST',
        body: bytes,
        type: 'application/pdf',
      })
    ).json as Checked;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'molar-decades-'));
    t = await createTestApp('sqlite', {
      renderer: testRenderer(),
      tsaRoots,
      tsa: (bytes) =>
        isAway ? Promise.reject(new TsaError('tsa_unreachable', 'away')) : service.stamp(bytes),
      revocation: (certificate, issuer) => service.revocation(certificate, issuer),
    });
    // Other programs use the clock of the machine: the first papers must have the current time.
    began = Date.now() - DAY;
    t.clock.now = began;
    p = await addPractice(t, 'nord');
    for (let year = 0; year <= 15; year += 0.5) {
      await goTo(year);
      if (![0, 1, 5, 9].includes(year)) continue;
      // The service is away while the papers of the second visit are sealed.
      isAway = year === 1;
      const taskId = await signOnTablet(year);
      await withdraw(year, taskId);
      await scanPaper(year);
      isAway = false;
    }
  }, 120_000);
  afterAll(async () => {
    await t.drop();
    rmSync(folder, { recursive: true });
  });

  it('are sealed on every way, under keys that were renewed in time', async () => {
    expect(papers.map((one) => `${one.year} ${one.way}`)).toEqual(
      [0, 1, 5, 9].flatMap((year) => [`${year} tablet`, `${year} receipt`, `${year} scan`]),
    );
    expect(new Set(standings)).toEqual(new Set(['ok']));
    const serials = await Promise.all(
      papers
        .filter((one) => one.way === 'tablet')
        .map(async (one) => (await check(one.bytes)).seal.certificate.serialNumber),
    );
    expect(new Set(serials).size).toBe(2);
  });

  it('have an archive time stamp at once, and not before the next day if the service was away', () => {
    for (const { year, bytes } of papers) {
      const newest = newestSignature(bytes);
      // Only a document time stamp names no signer of ours.
      expect([year, newest?.token === undefined, newest?.signer === undefined]).toEqual([
        year,
        year === 1,
        year !== 1,
      ]);
    }
  });

  it('all reach B-LTA on our check page after fifteen years, earlier copies included as ours', async () => {
    for (const { fileId, bytes } of papers) {
      const now = await fetchFile(fileId);
      // Each form begins with the one before, except for a token put into the seal later.
      if (newestSignature(bytes)?.token !== undefined)
        expect(Buffer.compare(now.subarray(0, bytes.length), bytes)).toBe(0);
      const found = await check(now);
      expect(found).toMatchObject({
        verdict: 'unchanged',
        kept: 'original',
        seal: { level: 'B-LTA' },
      });
      expect(found.archive?.until).toBeGreaterThan(t.clock.now + 0.9 * YEAR);
    }
    for (const { bytes } of papers.filter((one) => one.year === 1))
      expect(await check(bytes)).toMatchObject({
        verdict: 'unchanged',
        kept: 'original',
        seal: { level: 'B-B' },
      });
  });

  it('are stamped once only, however often the daily work runs', async () => {
    const look = t.deps.workshop.look(p.cid, p.system);
    const before = (await look.db.find(look.t.sealVersion)).length;
    await goTo(15 + 1 / 365);
    await daily();
    await daily();
    expect((await look.db.find(look.t.sealVersion)).length).toBe(before);
  });

  it('poppler: every seal is valid, and the newest time stamp covers the whole file', async () => {
    for (const [n, { fileId }] of papers.entries()) {
      const name = file(`decade-${n}.pdf`, await fetchFile(fileId));
      const { text } = await run('pdfsig', ['-nocert', name]);
      // It does not verify document time stamps; OpenSSL does below.
      expect(text.match(/Signature #\d+/g)?.length).toBeGreaterThan(1);
      expect(text).toMatch(/Name: Siegel[\s\S]*?Signature Validation: Signature is Valid\./);
      expect(text.split('Signature #').at(-1)).toContain('- Total document signed');
    }
  });

  it('qpdf: no error in structure; OpenSSL: the newest token stamps the file', async () => {
    file('roots.pem', tsaRoots.map((root) => pem(root)).join(''));
    for (const [n, { fileId }] of papers.entries()) {
      const bytes = await fetchFile(fileId);
      const { code, text } = await run('qpdf', ['--check', file(`check-${n}.pdf`, bytes)]);
      expect([code, text]).toEqual([
        0,
        expect.stringContaining('No syntax or stream encoding errors found'),
      ]);
      const slot = locateSignature(bytes, 0)!;
      const covered = Buffer.concat([bytes.subarray(0, slot.from), bytes.subarray(slot.to)]);
      const { text: stamped } = await run('openssl', [
        'ts',
        '-verify',
        '-data',
        file('covered.bin', covered),
        '-in',
        file('token.der', newestSignature(bytes)?.token ?? new Uint8Array()),
        '-token_in',
        '-CAfile',
        path.join(folder, 'roots.pem'),
        '-attime',
        String(Math.ceil(t.clock.now / 1000)),
      ]);
      expect(stamped).toContain('Verification: OK');
      expect(sealedPart(bytes).length).toBeLessThan(bytes.length);
    }
  });
});

const pem = (certificate: Uint8Array): string =>
  `-----BEGIN CERTIFICATE-----\n${
    Buffer.from(certificate)
      .toString('base64')
      .match(/.{1,64}/g)
      ?.join('\n') ?? ''
  }\n-----END CERTIFICATE-----\n`;
