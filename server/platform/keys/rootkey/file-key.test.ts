// Tests of the key of the database file: two files, one suffices, and none is ever made over another.
import { randomBytes } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  ensureFileKey,
  FileKeyError,
  hasFileKey,
  isFileKeyOlder,
  KEY_FILES,
  readFileKey,
  rewrapFileKey,
} from './file-key.ts';
import { storedFile } from './stored-file.ts';
import { writeKeyFile } from './root-key.ts';
import { openConnection } from '../../db/sqlite-connection.ts';

let data: string, first: string, second: string;
const root = randomBytes(32);
beforeEach(() => {
  data = mkdtempSync(path.join(tmpdir(), 'molar-key-'));
  [first, second] = KEY_FILES.map((name) => path.join(data, name)) as [string, string];
});
afterEach(() => {
  rmSync(data, { recursive: true });
});
const spoil = (file: string): void => {
  const bytes = readFileSync(file);
  bytes[20]! ^= 1;
  writeFileSync(file, bytes);
};

it('is made once, for the user alone, in two files without the key itself', async () => {
  expect([hasFileKey(data), readFileKey(data, [root])]).toEqual([false, undefined]);
  const key = await ensureFileKey(data, [root]);
  expect(await ensureFileKey(data, [root])).toEqual(key);
  expect(readdirSync(data).sort()).toEqual([...KEY_FILES].sort());
  for (const file of [first, second]) {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const bytes = Buffer.from(readFileSync(file, 'utf8'), 'base64');
    expect([bytes.includes(key), bytes.includes(root)]).toEqual([false, false]);
  }
});

it('servers that start together get the same key', async () => {
  const keys = await Promise.all(Array.from({ length: 8 }, () => ensureFileKey(data, [root])));
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
  expect(readFileKey(data, [root])).toEqual(keys[0]);
});

it('one lost or damaged file is renewed from the other', async () => {
  const key = await ensureFileKey(data, [root]);
  for (const [harm, file] of [
    [rmSync, first],
    [rmSync, second],
    [spoil, first],
    [spoil, second],
  ] as const) {
    harm(file);
    expect(readFileKey(data, [root])).toEqual(key);
    expect(await ensureFileKey(data, [root])).toEqual(key);
    rmSync(file === first ? second : first);
    expect(await ensureFileKey(data, [root])).toEqual(key);
  }
});

it('both damaged, another root key, or two different keys are refused in words, unchanged', async () => {
  await ensureFileKey(data, [root]);
  const other = mkdtempSync(path.join(tmpdir(), 'molar-key-'));
  await ensureFileKey(other, [root]);
  await expect(ensureFileKey(data, [randomBytes(32)])).rejects.toThrow(FileKeyError);
  copyFileSync(path.join(other, KEY_FILES[1]), second);
  rmSync(other, { recursive: true });
  await expect(ensureFileKey(data, [root])).rejects.toThrow('verschiedenen Datenbanken');
  spoil(first);
  spoil(second);
  const before = readFileSync(first);
  await expect(ensureFileKey(data, [root])).rejects.toThrow(/npm run restore/);
  expect(readFileSync(first).equals(before)).toBe(true);
});

it('a kill between the two files is healed by the next start', async () => {
  await expect(
    ensureFileKey(data, [root], (step) => {
      if (step === 'key.first') throw new Error('killed');
    }),
  ).rejects.toThrow('killed');
  expect([existsSync(first), existsSync(second)]).toEqual([true, false]);
  const key = readFileKey(data, [root]);
  expect(await ensureFileKey(data, [root])).toEqual(key);
  expect(existsSync(second)).toBe(true);
});

it('a new root key wraps both files again, however it is killed', async () => {
  const key = await ensureFileKey(data, [root]),
    fresh = randomBytes(32);
  expect(isFileKeyOlder(data, [root])).toBe(false);
  for (let kills = 1; kills <= 2; kills++) {
    let left = kills;
    await expect(
      rewrapFileKey(data, [fresh, root], () => {
        if (--left === 0) throw new Error('killed');
      }),
    ).rejects.toThrow('killed');
    expect([isFileKeyOlder(data, [fresh, root]), readFileKey(data, [fresh, root])]).toEqual([
      true,
      key,
    ]);
  }
  await rewrapFileKey(data, [fresh, root]);
  expect([isFileKeyOlder(data, [fresh]), readFileKey(data, [fresh])]).toEqual([false, key]);
});

it('a reader finds the file with its key, and says what is missing', async () => {
  const rootFile = path.join(data, 'root.key');
  expect(storedFile(data)).toEqual({ file: path.join(data, 'molar.db') });
  writeKeyFile(rootFile, [root]);
  const key = await ensureFileKey(data, [root]);
  openConnection({ file: path.join(data, 'molar.db'), key }).close();
  expect(storedFile(data)).toEqual({ file: path.join(data, 'molar.db'), key });
  rmSync(first);
  rmSync(second);
  expect(() => storedFile(data)).toThrow(/molar\.db\.key.*fehlt.*npm run restore/);
});
