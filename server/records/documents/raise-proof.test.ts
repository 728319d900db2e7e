// Tests of raising a stored paper's proof: a kill on the way, a paper that is gone meanwhile, and
// one that no time stamp can help.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { schemeEnd } from '../../../catalog/algorithms/scheme-ends.ts';
import { testRenderer } from '../../paper/seal/sample.fixture.ts';
import { createLocalTsa } from '../../paper/seal/tsa.ts';
import type { Job } from '../../platform/jobs/store.ts';
import { renewSeal } from '../../platform/keys/renew-seal.ts';
import { addSealedForm } from '../../desk/signature/store.ts';
import { fillPraxis, type Filled } from '../../../tests/support/filled.ts';
import { createTestApp, type TestApp } from '../../../tests/support/in-process.ts';
import { raiseDocument, raiseDocuments, type RaiseDeps } from './raise-proof.job.ts';

const renderer = testRenderer();
let t: TestApp, a: Filled, deps: RaiseDeps;
const opened: TestApp[] = [];
afterAll(async () => {
  for (const one of opened) await one.drop();
  renderer.close();
});

beforeEach(async () => {
  t = await createTestApp('sqlite', { renderer });
  opened.push(t);
  a = await fillPraxis(t, 'anna', '1001');
  const service = await createLocalTsa(() => t.clock.now);
  deps = {
    workshop: t.deps.workshop,
    sealer: t.deps.sealer,
    blobs: t.deps.blobs,
    keys: t.deps.keys,
    time: { tsa: service.stamp, roots: [service.root], revocation: service.revocation },
    log: t.deps.log,
    addSealedForm,
  };
});

const jobOf = (payload: Job['payload']): Job => ({ cid: a.p.cid, payload }) as Job;
const raise = (): Promise<void> => raiseDocument(deps, jobOf({ fileId: a.ids.fileId }));
const daily = (): Promise<void> => raiseDocuments(deps, jobOf({ day: '2026-01-02', after: '' }));
const look = () => t.deps.workshop.look(a.p.cid, a.p.system);
const versions = () =>
  look().db.find(t.deps.store.t.sealVersion, eq(t.deps.store.t.sealVersion.fileId, a.ids.fileId));
const noted = (sha256: string, scheme: string | null): Promise<unknown> =>
  t.deps.workshop.write(a.p.cid, a.p.system, (w) =>
    w.tx.update(w.t.sealVersion, { scheme }, eq(w.t.sealVersion.sha256, sha256)),
  );
const filesOnDisk = (): number => {
  const folder = path.join(t.blobsFolder, a.p.cid);
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
    .length;
};
/** Calls back between the stored file and its row. */
const afterPut = (then: () => Promise<void>): void => {
  const { blobs } = deps;
  deps.blobs = {
    ...blobs,
    put: async (...args) => {
      const stored = await blobs.put(...args);
      deps.blobs = blobs;
      await then();
      return stored;
    },
  };
};

describe('raising the proof of a stored paper', () => {
  it('killed between the file and its row, it raises the paper once at the next run', async () => {
    afterPut(() => Promise.reject(new Error('killed')));
    await expect(raise()).rejects.toThrow('killed');
    expect(await versions()).toHaveLength(1);
    await raise();
    await raise();
    expect((await versions()).map((one) => one.level).sort()).toEqual(['B-B', 'B-LTA']);
    const document = await look().db.one(t.deps.store.t.document, { fileId: a.ids.fileId });
    const envelope = await look().db.one(t.deps.store.t.envelope, {
      taskId: document?.taskId ?? '',
    });
    expect(envelope).toMatchObject({ level: 'B-LTA' });
    expect(envelope?.finalSha256.at(-1)).toBe(document?.sha256);
  });

  it('leaves no file of a paper that was erased meanwhile', async () => {
    const before = filesOnDisk();
    afterPut(() =>
      t.deps.workshop.write(a.p.cid, a.p.system, async (w) => {
        await w.tx.remove(w.t.document, eq(w.t.document.fileId, a.ids.fileId));
      }),
    );
    await raise();
    expect(filesOnDisk()).toBe(before);
    expect(await versions()).toHaveLength(1);
  });

  it('of a seal that ended before its time stamp is given up once, not every day', async () => {
    let checks = 0;
    const { keys } = deps;
    deps.keys = async (cid) => ({
      ...(await keys(cid)),
      stillHolds: () => {
        checks += 1;
        return Promise.resolve(false);
      },
    });
    await daily();
    const first = checks;
    expect(first).toBeGreaterThan(0);
    await daily();
    expect(checks).toBe(first);
  });

  it('whose algorithms end is renewed, its certificate notwithstanding', async () => {
    await raise();
    const [own] = (await versions()).filter((one) => one.level === 'B-LTA');
    expect(own?.scheme).toMatch(/^(ec|rsa)\d+\/sha\d+$/);
    await daily();
    expect(await versions()).toHaveLength(2);
    await noted(own!.sha256, 'rsa2048/sha256');
    await daily();
    const after = await versions();
    expect(after).toHaveLength(3);
    const document = await look().db.one(t.deps.store.t.document, { fileId: a.ids.fileId });
    expect(after.find((one) => one.sha256 === document?.sha256)).toMatchObject({
      level: 'B-LTA',
      scheme: own!.scheme,
    });
    await daily();
    expect(await versions()).toHaveLength(3);
  });

  it('from before algorithms were noted is looked at once, and not renewed without need', async () => {
    await raise();
    const [own] = (await versions()).filter((one) => one.level === 'B-LTA');
    await noted(own!.sha256, null);
    let stamps = 0;
    const { tsa } = deps.time;
    deps.time = {
      ...deps.time,
      tsa: (bytes) => {
        stamps += 1;
        return tsa(bytes);
      },
    };
    await daily();
    const after = (await versions()).filter((one) => one.fileId === a.ids.fileId);
    expect(after.find((one) => one.sha256 === own!.sha256)?.scheme).toBe(own!.scheme);
    expect(after).toHaveLength(2);
    const used = stamps;
    await daily();
    expect(stamps).toBe(used);
  });

  describe('near the end of the algorithms of the service, too', () => {
    const MONTH = 30 * 86_400_000;
    let end: number;
    const certificateUntil = (until: number): Promise<unknown> =>
      t.deps.workshop.write(a.p.cid, a.p.system, (w) =>
        w.tx.update(w.t.sealVersion, { until }, eq(w.t.sealVersion.level, 'B-LTA')),
      );
    beforeEach(async () => {
      await raise();
      end = schemeEnd((await versions()).find((one) => one.level === 'B-LTA')!.scheme!);
      t.clock.now = end - 6 * MONTH;
      await renewSeal(t.deps, a.p.cid);
      const service = await createLocalTsa(() => t.clock.now);
      deps.time = { tsa: service.stamp, roots: [service.root], revocation: service.revocation };
    });

    it('is not renewed for the algorithms alone; the log names them', async () => {
      await certificateUntil(end + 24 * MONTH);
      const before = (await versions()).length;
      await daily();
      expect((await versions()).length).toBe(before);
      expect(t.lines.filter((line) => line.includes('tsa.algorithm_ends'))).not.toEqual([]);
    });

    it.each([-1, 12])('is renewed before its certificate ends, month %i', async (month) => {
      t.clock.now = end + month * MONTH;
      await certificateUntil(t.clock.now + MONTH);
      const before = (await versions()).length;
      await daily();
      expect((await versions()).length).toBe(before + 1);
      await daily();
      expect((await versions()).length).toBe(before + 1);
    });
  });
});
