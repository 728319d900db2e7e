/** Tests of stored files: encrypted, atomic, bound to their practice and name. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBlobs, type Blobs } from './blobs.ts';
import { createFolderStore } from './sealed-store.ts';

const KEY = { keyId: 'k', key: new Uint8Array(32).fill(1) };
let root: string, blobs: Blobs;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'molar-blobs-'));
  blobs = createBlobs(createFolderStore(root));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));
const text = (value: string): Uint8Array => new TextEncoder().encode(value);
const fileOf = (cid: string, sha256: string): string =>
  path.join(root, cid, sha256.slice(0, 2), sha256);
const code = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'fine',
    (error: unknown) => (error as { code?: string }).code,
  );

describe('blobs', () => {
  it('returns stored content, stores duplicates once, unreadable with another key', async () => {
    const { sha256, size } = await blobs.put('p1', text('Befund von Frau Vogelsang'), KEY);
    expect(size).toBe(25);
    expect(await blobs.put('p1', text('Befund von Frau Vogelsang'), KEY)).toEqual({ sha256, size });
    expect(Buffer.from(await blobs.get('p1', sha256, KEY)).toString()).toBe(
      'Befund von Frau Vogelsang',
    );
    const stored = readFileSync(fileOf('p1', sha256));
    expect(stored.includes('Vogelsang')).toBe(false);
    expect(statSync(fileOf('p1', sha256)).mode & 0o077).toBe(0);
    expect(readdirSync(path.dirname(fileOf('p1', sha256)))).toEqual([sha256]);
  });

  it('rejects swapped or truncated files and those of another practice', async () => {
    const one = await blobs.put('p1', text('one'), KEY),
      other = await blobs.put('p1', text('other'), KEY),
      foreign = await blobs.put('p2', text('one'), KEY);
    const right = readFileSync(fileOf('p1', one.sha256));
    for (const wrong of [
      readFileSync(fileOf('p1', other.sha256)),
      readFileSync(fileOf('p2', foreign.sha256)),
      right.subarray(0, -1),
      Buffer.alloc(0),
      Buffer.from(right.map((b, i) => (i === right.length - 1 ? b ^ 1 : b))),
    ]) {
      writeFileSync(fileOf('p1', one.sha256), wrong);
      expect(await code(blobs.get('p1', one.sha256, KEY))).toBe('unavailable');
    }
    writeFileSync(fileOf('p1', one.sha256), right);
    expect(
      await code(blobs.get('p1', one.sha256, { keyId: 'k2', key: new Uint8Array(32).fill(2) })),
    ).toBe('unavailable');
    expect(await code(blobs.get('p1', one.sha256, KEY))).toBe('fine');
    rmSync(fileOf('p1', one.sha256));
    expect(await code(blobs.get('p1', one.sha256, KEY))).toBe('unavailable');
  });

  it('[sec B57] rejects names that would become a path', async () => {
    for (const name of [
      '../../etc/passwd',
      '..',
      '',
      'A'.repeat(64),
      `${'a'.repeat(63)}/`,
      `${'a'.repeat(64)}\n`,
    ])
      expect([name, await code(blobs.get('p1', name, KEY))]).toEqual([name, 'not_found']);
    for (const cid of ['..', '../p2', '', 'p/1', 'p 1'])
      expect([cid, await code(blobs.put(cid, text('x'), KEY))]).toEqual([cid, 'not_found']);
    expect(readdirSync(root)).toEqual([]);
  });

  it('reports a failed write and leaves no partial file', async () => {
    writeFileSync(path.join(root, 'p1'), 'a file where a folder should be');
    expect(await code(blobs.put('p1', text('x'), KEY))).toBe('unavailable');
    expect(readdirSync(root)).toEqual(['p1']);
  });
});
