/** Tests of a backup file: complete or refused, and readable with its own keys only. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  openContainer,
  peekContainer,
  writeContainer,
  type SheetOfBackup,
  type Unlock,
} from './container.ts';
import type { Manifest } from './manifest.ts';
import { fingerprintOf, macKeyOf, sheetKey } from './sheet-keys.ts';

const rootKey = new Uint8Array(32).fill(5),
  manifest = {
    at: 1,
    missing: [],
    extras: [],
    facts: {
      tag: 't',
      epoch: 'e',
      securityEpoch: 1,
      counts: { patient: 2 },
      audit: [],
      heads: [],
      files: [],
    },
  } satisfies Manifest;
let folder: string, file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'molar-container-'));
  file = path.join(folder, 'a.molar');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});
const quiet = (): void => undefined;
const sheetOf = (
  key: ReturnType<typeof sheetKey>,
  mac: Uint8Array = macKeyOf(key.secret),
): SheetOfBackup => ({ fingerprint: fingerprintOf(key.publicJwk), publicJwk: key.publicJwk, mac });

async function write(
  database: Buffer,
  sheets: SheetOfBackup[] = [],
  root: Uint8Array = rootKey,
): Promise<Buffer> {
  const source = path.join(folder, 'source.db');
  writeFileSync(source, database);
  rmSync(file, { force: true });
  await writeContainer(
    file,
    {
      installation: '0123456789abcdef',
      id: 's1',
      at: 1,
      app: '1',
      tag: 't',
      rootKey: root,
      sheets,
      manifest,
      database: source,
    },
    quiet,
  );
  return readFileSync(file);
}
/** Reads everything that a restore reads. */
async function read(unlock: Unlock): Promise<Buffer> {
  const to = path.join(folder, 'out.db');
  rmSync(to, { force: true });
  const opened = await openContainer(file, unlock);
  try {
    expect(opened.manifest).toEqual(manifest);
    expect(opened.rootKeys[0]!.equals(rootKey)).toBe(true);
    await opened.extract(to, quiet);
  } finally {
    await opened.close();
  }
  return readFileSync(to);
}
const refused = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => false,
    () => true,
  );
const bytes = (length: number): Buffer =>
  Buffer.from(Array.from({ length }, (_, i) => (i * 31) % 251));

describe('backup file', () => {
  it.each([0, 1, 1000, 1024 * 1024 - 400, 1024 * 1024, 3 * 1024 * 1024 + 17])(
    'restores %i bytes with the root key and with the sheet',
    async (length) => {
      const key = sheetKey(),
        database = bytes(length);
      await write(database, [sheetOf(sheetKey()), sheetOf(key)]);
      expect((await read({ rootKeys: [rootKey] })).equals(database)).toBe(true);
      expect((await read({ secret: key.secret })).equals(database)).toBe(true);
    },
  );

  it('its head identifies the installation without a key, and nothing more', async () => {
    const whole = await write(Buffer.from('Vogelsang'), [sheetOf(sheetKey())]);
    expect(await peekContainer(file)).toMatchObject({
      id: 's1',
      installation: '0123456789abcdef',
      tag: 't',
    });
    expect(whole.includes('Vogelsang')).toBe(false);
    expect(whole.includes('patient')).toBe(false);
  });

  it('[F07] is refused with one flipped bit at any position', async () => {
    const key = sheetKey(),
      whole = await write(bytes(300), [sheetOf(key)]);
    for (let at = 0; at < whole.length; at++) {
      const bad = Buffer.from(whole);
      bad[at] = bad[at]! ^ (1 << (at % 8));
      writeFileSync(file, bad);
      // Each way ignores bits of the other way's MAC; both together cover every byte.
      const isRefused =
        (await refused(read({ rootKeys: [rootKey] }))) ||
        (await refused(openContainer(file, { secret: key.secret }).then((o) => o.close())));
      expect(isRefused, `byte ${at}`).toBe(true);
    }
  });

  it('is refused when truncated, extended, or with swapped chunks', async () => {
    const whole = await write(bytes(3 * 1024 * 1024)),
      piece = 1024 * 1024 + 16;
    const head = 12 + whole.readUInt32BE(8),
      from = head + 4 + whole.readUInt32BE(head);
    const at = (i: number): Buffer => whole.subarray(from + i * piece, from + (i + 1) * piece);
    const variants = [
      whole.subarray(0, -1),
      whole.subarray(0, whole.length - 400),
      whole.subarray(0, from + 2 * piece),
      whole.subarray(0, from + 3 * piece),
      whole.subarray(0, from),
      whole.subarray(0, 10),
      Buffer.alloc(0),
      Buffer.concat([whole, Buffer.alloc(1)]),
      Buffer.concat([whole, at(0)]),
      Buffer.concat([whole.subarray(0, from), at(1), at(0), whole.subarray(from + 2 * piece)]),
    ];
    for (const bad of variants) {
      writeFileSync(file, bad);
      await expect(read({ rootKeys: [rootKey] })).rejects.toMatchObject({ trouble: 'damaged' });
    }
    writeFileSync(file, whole);
    await read({ rootKeys: [rootKey] });
  });

  it('is foreign to another root key and another sheet', async () => {
    await write(bytes(10), [sheetOf(sheetKey())]);
    await expect(read({ rootKeys: [new Uint8Array(32)] })).rejects.toMatchObject({
      trouble: 'foreign',
    });
    await expect(read({ secret: sheetKey().secret })).rejects.toMatchObject({ trouble: 'foreign' });
  });

  it('refuses a backup forged for the public key of a sheet', async () => {
    const key = sheetKey();
    await write(bytes(10), [sheetOf(key, new Uint8Array(32))], new Uint8Array(32).fill(9));
    await expect(openContainer(file, { secret: key.secret })).rejects.toMatchObject({
      trouble: 'foreign',
    });
  });
});
