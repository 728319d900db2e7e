/**
 * A practice whose files are in a bucket: signing, reading, looking after the files and backups do
 * not touch the data folder, and a second server reads them.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installationOf } from '../../server/operations/backup/container.ts';
import { testRenderer } from '../../server/paper/seal/sample.fixture.ts';
import type { BucketOrphans } from '../../shared/records/files.schema.ts';
import { fillPraxis, type Filled } from '../support/filled.ts';
import { createTestApp, type TestApp } from '../support/in-process.ts';
import { login } from '../support/practice.ts';
import { startSwift, type Swift } from '../support/swift/swift.ts';
import { addLooseFiles, backupsOf } from './backups.ts';

const renderer = testRenderer();
const work = mkdtempSync(path.join(tmpdir(), 'molar-bucket-backup-')),
  data = path.join(work, 'data'),
  target = path.join(work, 'drive');
let swift: Swift, t: TestApp, f: Filled, root: string;
beforeAll(async () => {
  mkdirSync(data);
  mkdirSync(target);
  swift = await startSwift();
  t = await createTestApp('sqlite', {
    folder: data,
    renderer,
    isSameDisk: () => false,
    objects: swift.config,
  });
  f = await fillPraxis(t, 'nord', '1001');
  await addLooseFiles(f);
  root = path.join(target, `molar-${installationOf(t.deps.rootKey)}`);
}, 180_000);
afterAll(async () => {
  await t.drop();
  await swift.drop();
  renderer.close();
  rmSync(work, { recursive: true });
});
const { post, status, idle, blobs } = backupsOf(() => ({ t, f, root, target, work }));
const filesOf = async (): Promise<string[]> => {
  const rows = await t.deps.store.read
    .select({ cid: t.deps.store.t.blob.cid, sha256: t.deps.store.t.blob.sha256 })
    .from(t.deps.store.t.blob);
  return rows.map(({ cid, sha256 }) => path.join(cid, sha256.slice(0, 2), sha256)).sort();
};

describe('files in a bucket', () => {
  it('a signed paper and uploads are in the bucket alone, and are read from there', async () => {
    const { items } = (await f.p.call('/documents/list', { as: f.p.users.staff })).json as {
      items: { fileId: string; mime: string }[];
    };
    expect(items.length).toBeGreaterThanOrEqual(3);
    for (const { fileId } of items) {
      const file = await f.p.call(`/documents/file/${fileId}`, { as: f.p.users.staff });
      expect([file.status, file.bytes.length > 0]).toEqual([200, true]);
    }
    expect(existsSync(t.blobsFolder) ? readdirSync(t.blobsFolder) : []).toEqual([]);
    const listing = await (await swift.ask('GET', '?list-type=2')).text();
    expect(listing.match(/<Key>v1\/[^/]+\/[0-9a-f]{64}<\/Key>/g)).toHaveLength(
      (await filesOf()).length,
    );
  });

  it('the page of stored files finds no stray, and names an object without a row', async () => {
    const strays = async (): Promise<BucketOrphans['strays']> =>
      ((await f.p.call('/admin/bucket/orphans', { as: f.p.users.owner })).json as BucketOrphans)
        .strays;
    t.clock.now = Date.now() + 2 * 86_400_000;
    Object.assign(f.p.users.owner, await login(t, f.p.users.owner.email));
    expect((await strays()).files).toBe(0);
    const name = 'f'.repeat(64);
    await swift.ask('PUT', `/v1/${f.p.cid}/${name}`, Buffer.alloc(40));
    expect(await strays()).toMatchObject({ files: 1, names: [name] });
    await swift.ask('DELETE', `/v1/${f.p.cid}/${name}`);
  });

  it('a backup contains every file of the bucket, and a drill opens its documents', async () => {
    expect((await post('/target', { path: target })).status).toBe(200);
    await idle();
    await expect
      .poll(async () => (await status()).details?.drill?.ok, { timeout: 20_000 })
      .toBe(true);
    expect((await status()).details).toMatchObject({
      last: { ok: true, missing: 0 },
      drill: { ok: true, missing: 0 },
    });
    expect(blobs()).toEqual(await filesOf());
  });
});
