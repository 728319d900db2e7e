/**
 * Tests of the stored files of a practice: each has its references, faults are detected by kind,
 * and unreferenced files are found.
 */
import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillPraxis, type Filled } from '../../../tests/support/filled.ts';
import { CATALOG, withCatalog } from '../../../tests/support/hostile-pdf.ts';
import { createTestApp, type TestApp } from '../../../tests/support/in-process.ts';
import { stepUp } from '../../../tests/support/practice.ts';
import { STORES } from '../../../tests/support/stores.ts';
import type {
  BucketChecked,
  BucketFile,
  BucketList,
  BucketOrphans,
} from '../../../shared/records/files.schema.ts';
import { testRenderer } from '../../paper/seal/sample.fixture.ts';

const renderer = testRenderer();
afterAll(() => {
  renderer.close();
});
const hex = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex');

describe.each(STORES)('stored files (%s)', (kind) => {
  let t: TestApp, a: Filled, b: Filled;
  beforeAll(async () => {
    t = await createTestApp(kind, { renderer });
    [a, b] = [await fillPraxis(t, 'anna', '1001'), await fillPraxis(t, 'berta', '2002')];
    const upload = await a.p.call(
      `/documents/upload?fileId=${t.deps.newId()}&patid=1001&kind=letter`,
      {
        as: a.p.users.reception,
        method: 'POST',
        body: withCatalog(CATALOG),
        type: 'application/pdf',
      },
    );
    expect(upload.status).toBe(200);
  });
  afterAll(() => t.drop());
  const get = async <T>(to: string): Promise<T> =>
    (await a.p.call(`/admin/bucket/${to}`, { as: a.p.users.owner })).json as T;
  const check = async (after?: string): Promise<BucketChecked> =>
    (await a.p.post('/admin/bucket/check', a.p.users.owner, after === undefined ? {} : { after }))
      .json as BucketChecked;
  const fileOf = (sha256: string): string =>
    path.join(t.blobsFolder, a.p.cid, sha256.slice(0, 2), sha256);
  const add = (sha256: string) =>
    t.deps.workshop.write(a.p.cid, a.p.system, async (w) => {
      await w.tx.insert(w.t.blob, {
        sha256,
        size: 5,
        mime: 'application/octet-stream',
        keyId: 'k',
        at: t.clock.now,
      });
    });
  const drop = (all: readonly string[]) =>
    t.deps.store.write(async (tx) => {
      const { blob } = t.deps.store.t;
      await tx.delete(blob).where(inArray(blob.sha256, [...all]));
    });

  it('lists every file once, newest first, with its references and no patient data', async () => {
    const all: BucketFile[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: BucketList = await get(`list?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      all.push(...page.items);
      expect([page.files, page.size > 0]).toEqual([
        (await get<BucketList>('list?limit=500')).items.length,
        true,
      ]);
      ({ cursor } = page);
    }
    expect(all.map((one) => one.sha256).sort()).toEqual(
      readdirSync(path.join(t.blobsFolder, a.p.cid), { recursive: true, encoding: 'utf8' })
        .map((name) => path.basename(name))
        .filter((name) => name.length === 64)
        .sort(),
    );
    expect(all.map((one) => one.at)).toEqual(all.map((one) => one.at).sort((x, y) => y - x));
    // The sealed paper is a document and a sealed form; the uploaded letter only a document;
    // displayed pages and pen movements are needed, too.
    expect(new Set(all.map((one) => one.uses.map(({ use }) => use).join(' ')))).toEqual(
      new Set(['document sealed', 'document', 'presented', 'ink']),
    );
    expect(all.find((one) => one.sha256 === a.ids.finalSha256)?.uses).toEqual([
      { use: 'document', count: 1 },
      { use: 'sealed', count: 1 },
    ]);
    expect((await a.p.call('/admin/bucket/list', { as: a.p.users.owner })).text).not.toMatch(
      /1001|Groß|Anna/,
    );
    expect(await get<BucketOrphans>('orphans')).toEqual({
      unused: { files: 0, size: 0, names: [] },
      strays: { files: 0, size: 0, names: [] },
    });
  });

  it('finds missing, damaged and swapped files, and no others', async () => {
    const { files, items } = await get<BucketList>('list?limit=500'),
      [gone, torn, swapped, other] = items.map((one) => one.sha256) as [
        string,
        string,
        string,
        string,
      ];
    expect(await check()).toEqual({ checked: files, faults: [], next: null });
    const before = new Map([gone, torn, swapped].map((name) => [name, readFileSync(fileOf(name))]));
    rmSync(fileOf(gone));
    writeFileSync(
      fileOf(torn),
      before.get(torn)!.map((byte, at) => (at === 40 ? byte ^ 1 : byte)),
    );
    writeFileSync(fileOf(swapped), readFileSync(fileOf(other)));
    const found = await check();
    expect([
      found.checked,
      found.next,
      new Map(found.faults.map((one) => [one.sha256, one.what])),
    ]).toEqual([
      files,
      null,
      new Map([
        [gone, 'missing'],
        [torn, 'damaged'],
        [swapped, 'damaged'],
      ]),
    ]);
    for (const [name, bytes] of before) writeFileSync(fileOf(name), bytes);
    expect((await check()).faults).toEqual([]);
  });

  it('checks many files in batches, each once, and audits a check once', async () => {
    const { audit } = t.deps.store.t,
      count = async () =>
        (await t.deps.workshop.look(a.p.cid, a.p.system).db.find(audit)).filter(
          (row) => row.type === 'bucket.checked',
        ).length,
      before = await count();
    const names = Array.from({ length: 700 }, hex),
      { files } = await get<BucketList>('list');
    await t.deps.workshop.write(a.p.cid, a.p.system, async (w) => {
      await w.tx.insert(
        w.t.blob,
        names.map((sha256) => ({ sha256, size: 5, mime: 'x', keyId: 'k', at: t.clock.now })),
      );
    });
    const first = await check(),
      second = await check(first.next ?? '');
    await drop(names);
    expect([first.checked, second.checked, second.next]).toEqual([500, files + 700 - 500, null]);
    expect([...first.faults, ...second.faults].map((one) => one.sha256).sort()).toEqual(
      [...names].sort(),
    );
    expect(await count()).toBe(before + 1);
  });

  it('finds unreferenced files, and unlisted ones once they are old enough', async () => {
    const unused = hex(),
      { blobKey, blobKeyId } = await t.deps.keys(a.p.cid),
      stray = await t.deps.blobs.put(a.p.cid, new TextEncoder().encode('left over'), {
        keyId: blobKeyId,
        key: blobKey,
      });
    await add(unused);
    utimesSync(fileOf(stray.sha256), new Date(t.clock.now), new Date(t.clock.now - 3_599_000));
    expect(await get<BucketOrphans>('orphans')).toMatchObject({
      unused: { files: 1, size: 5, names: [unused] },
      strays: { files: 0 },
    });
    utimesSync(fileOf(stray.sha256), new Date(t.clock.now), new Date(t.clock.now - 3_601_000));
    expect((await get<BucketOrphans>('orphans')).strays).toEqual({
      files: 1,
      size: 9,
      names: [stray.sha256],
    });
    await drop([unused]);
    await t.deps.blobs.remove(a.p.cid, stray.sha256);
  });

  it('downloads a file after a step-up only, and audits its patient', async () => {
    const take = (sha256: string) =>
        a.p.call(`/admin/bucket/file/${sha256}`, { as: a.p.users.owner }),
      ink = (await get<BucketList>('list?limit=500')).items.find((one) =>
        one.uses.some(({ use }) => use === 'ink'),
      )!.sha256;
    expect((await take(a.ids.finalSha256)).code).toBe('step_up');
    await stepUp(t, a.p.users.owner);
    const taken = await take(a.ids.finalSha256);
    expect([
      taken.status,
      taken.headers.get('content-disposition'),
      taken.headers.get('content-type'),
      taken.text.slice(0, 5),
    ]).toEqual([
      200,
      `attachment; filename="${a.ids.finalSha256}"`,
      'application/octet-stream',
      '%PDF-',
    ]);
    expect((await take(ink)).status).toBe(200);
    for (const foreign of [b.ids.finalSha256, hex()])
      expect((await take(foreign)).status).toBe(404);
    const { audit } = t.deps.store.t,
      rows = (await t.deps.workshop.look(a.p.cid, a.p.system).db.find(audit)).filter(
        (row) => row.type === 'bucket.downloaded',
      );
    expect(rows.map((row) => [row.data.sha256, typeof row.person])).toEqual([
      [a.ids.finalSha256, 'string'],
      [ink, 'string'],
    ]);
  });
});
