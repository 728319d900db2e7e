/** Tests of files in a bucket, against OpenStack Swift as the S3 service. */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSwift, type Swift } from '../../../tests/support/swift/swift.ts';
import { createBlobs, type Blobs } from './blobs.ts';
import { createObjectStore, type ObjectConfig } from './object-store.ts';
import { openSealedFiles, type SealedFiles } from './open-sealed.ts';

const KEYS: Record<string, Uint8Array> = {
  p1: new Uint8Array(32).fill(1),
  p2: new Uint8Array(32).fill(2),
};
const keyOf = (cid: string) => ({ keyId: 'k', key: KEYS[cid]! });
const text = (value: string): Uint8Array => new TextEncoder().encode(value);
const code = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'fine',
    (error: unknown) => (error as { code?: string }).code,
  );

describe('files in a bucket', () => {
  let swift: Swift, root: string, place: SealedFiles, blobs: Blobs;
  const open = (config: ObjectConfig | undefined): SealedFiles =>
    openSealedFiles(root, config, (cid) => Promise.resolve(KEYS[cid] ?? new Uint8Array()));
  beforeAll(async () => {
    root = mkdtempSync(path.join(tmpdir(), 'molar-bucket-'));
    swift = await startSwift();
    place = open(swift.config);
    blobs = createBlobs(place);
  }, 120_000);
  afterAll(async () => {
    await swift.drop();
    rmSync(root, { recursive: true, force: true });
  });
  const keysIn = async (): Promise<string[]> => {
    const listing = await (await swift.ask('GET', '?list-type=2')).text();
    return [...listing.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key]) => key!);
  };

  it('returns stored content from any server, and keeps nothing in the folder', async () => {
    const stored = await blobs.put('p1', text('Befund von Frau Vogelsang'), keyOf('p1'));
    expect(stored.size).toBe(25);
    expect(await blobs.put('p1', text('Befund von Frau Vogelsang'), keyOf('p1'))).toEqual(stored);
    const other = createBlobs(open(swift.config));
    expect(Buffer.from(await other.get('p1', stored.sha256, keyOf('p1'))).toString()).toBe(
      'Befund von Frau Vogelsang',
    );
    expect(readdirSync(root)).toEqual([]);
  });

  it('the provider sees neither content nor hash, and other names for other practices', async () => {
    const one = await blobs.put('p1', text('Aufklärung'), keyOf('p1'));
    await blobs.put('p2', text('Aufklärung'), keyOf('p2'));
    const keys = await keysIn(),
      names = keys.map((key) => key.split('/')[2]);
    expect(keys.every((key) => /^v1\/p[12]\/[0-9a-f]{64}$/.test(key))).toBe(true);
    expect(names).not.toContain(one.sha256);
    expect(new Set(names).size).toBe(keys.length);
    const bytes = await (await swift.ask('GET', `/${keys[0]}`)).text();
    expect(bytes).not.toContain('Vogelsang');
  });

  it('refuses changed, swapped and truncated bytes, and says that a missing file is missing', async () => {
    const one = await blobs.put('p1', text('one'), keyOf('p1')),
      other = await blobs.put('p1', text('other'), keyOf('p1')),
      at = `/v1/p1/${await place.nameOf('p1', one.sha256)}`,
      right = await place.get('p1', one.sha256);
    for (const wrong of [
      await place.get('p1', other.sha256),
      right.subarray(0, -1),
      Buffer.from(right.map((b, i) => (i === right.length - 1 ? b ^ 1 : b))),
    ]) {
      expect((await swift.ask('PUT', at, wrong)).status).toBe(200);
      expect(await code(blobs.get('p1', one.sha256, keyOf('p1')))).toBe('unavailable');
    }
    // Storing the content again heals the file.
    await blobs.put('p1', text('one'), keyOf('p1'));
    expect(await code(blobs.get('p1', one.sha256, keyOf('p1')))).toBe('fine');
    await blobs.remove('p1', one.sha256);
    await blobs.remove('p1', one.sha256);
    expect(await code(place.get('p1', one.sha256))).toBe('ENOENT');
    expect(await code(blobs.get('p1', one.sha256, keyOf('p1')))).toBe('unavailable');
    for (const [cid, name] of [
      ['../p1', one.sha256],
      ['p1', '../../x'],
    ] as const)
      expect(await code(blobs.get(cid, name, keyOf('p1')))).toBe('not_found');
  });

  it('lists the files of one practice alone, by names that a listed hash has', async () => {
    const { sha256 } = await blobs.put('p2', text('Röntgenbild'), keyOf('p2')),
      listed = await blobs.list('p2');
    expect(listed).toContainEqual({
      name: await blobs.nameOf('p2', sha256),
      size: text('Röntgenbild').length,
      at: expect.any(Number),
    });
    expect(listed).toHaveLength((await keysIn()).filter((key) => key.startsWith('v1/p2/')).length);
  });

  it('lists more files than one page holds', async () => {
    const keyOfAll = (): Promise<Uint8Array> => Promise.resolve(KEYS.p1!),
      paged = createObjectStore(swift.config, keyOfAll, 2),
      numbers = [0, 1, 2, 3, 4];
    for (const n of numbers)
      await swift.ask('PUT', `/v1/many/${String(n).padStart(64, '0')}`, Buffer.alloc(30));
    expect((await paged.list('many')).map(({ name }) => Number(name))).toEqual(numbers);
  });

  it('files of the folder are read until they are moved, and a file leaves only once it is safe', async () => {
    const local = createBlobs(open(undefined)),
      { sha256 } = await local.put('p1', text('von früher'), keyOf('p1')),
      file = path.join(root, 'p1', sha256.slice(0, 2), sha256);
    const read = async () => Buffer.from(await blobs.get('p1', sha256, keyOf('p1'))).toString();
    expect([await read(), existsSync(file)]).toEqual(['von früher', true]);
    expect((await blobs.list('p1')).map(({ name }) => name)).toContain(
      await blobs.nameOf('p1', sha256),
    );
    const away = open({ ...swift.config, secret: 'falsch' });
    await expect(away.adopt()).rejects.toThrow('403');
    expect(existsSync(file)).toBe(true);
    expect([await place.adopt(), await place.adopt()]).toEqual([1, 0]);
    expect([await read(), existsSync(file)]).toEqual(['von früher', false]);
  });

  it('a wrong secret or a store that is away stores nothing and reports it', async () => {
    const wrong = createBlobs(open({ ...swift.config, secret: 'falsch' }));
    expect(await code(wrong.put('p1', text('neu'), keyOf('p1')))).toBe('unavailable');
    await expect(wrong.probe()).rejects.toThrow('403');
    await blobs.probe();
    await swift.stop();
    expect(await code(blobs.put('p1', text('neu'), keyOf('p1')))).toBe('unavailable');
    expect(await code(blobs.get('p1', 'a'.repeat(64), keyOf('p1')))).toBe('unavailable');
    await expect(blobs.probe()).rejects.toThrow();
    expect(readdirSync(root, { recursive: true }).filter((one) => one.length > 60)).toEqual([]);
  });
});
