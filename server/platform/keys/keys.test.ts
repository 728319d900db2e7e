/**
 * Tests of the root key's file and a practice's keys: created once, useless without the root key,
 * never swapped.
 */
import { eq } from 'drizzle-orm';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestStore, STORES } from '../../../tests/support/stores.ts';
import { createTestBench, type TestBench } from '../../../tests/support/workshop.ts';
import { importSealPublic, sealTo } from '../../../shared/exchange/sealing.ts';
import { createPractice } from '../../accounts/settings/create-practice.ts';
import { createKeyring, ensurePracticeKeys, openPracticeKeys } from './practice-keys.ts';
import { decryptWith, encryptWith, loadRootKeys, RootKeyError } from './rootkey/root-key.ts';

describe('the root key', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'molar-key-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is created once, for its user alone, and read again', () => {
    const file = path.join(folder, 'deep', 'root.key');
    const key = loadRootKeys(file, { mayCreate: true })[0]!;
    expect([key.length, statSync(file).mode & 0o777]).toEqual([32, 0o600]);
    expect(loadRootKeys(file, { mayCreate: false })).toEqual([key]);
    expect(readFileSync(file, 'utf8').trim()).toBe(key.toString('base64'));
  });

  it('prevents the start when it is missing, readable by others or malformed', () => {
    const file = path.join(folder, 'root.key');
    expect(() => loadRootKeys(file, { mayCreate: false })).toThrow(RootKeyError);
    loadRootKeys(file, { mayCreate: true });
    chmodSync(file, 0o644);
    expect(() => loadRootKeys(file, { mayCreate: true })).toThrow(/644/);
    chmodSync(file, 0o600);
    writeFileSync(file, 'short');
    expect(() => loadRootKeys(file, { mayCreate: true })).toThrow(/32 bytes/);
  });

  it('decrypts only its own ciphertext, under the same name, to the last bit', () => {
    const key = new Uint8Array(32).fill(3),
      sealed = encryptWith(key, Buffer.from('secret'), 'a');
    expect(decryptWith(key, sealed, 'a').toString()).toBe('secret');
    expect(encryptWith(key, Buffer.from('secret'), 'a').equals(sealed)).toBe(false);
    const wrong = [
      () => decryptWith(key, sealed, 'b'),
      () => decryptWith(new Uint8Array(32), sealed, 'a'),
      () => decryptWith(key, sealed.subarray(0, 20), 'a'),
    ];
    for (let bit = 0; bit < sealed.length; bit += 5)
      wrong.push(() =>
        decryptWith(key, Buffer.from(sealed.map((b, i) => (i === bit ? b ^ 4 : b))), 'a'),
      );
    for (const open of wrong) expect(open).toThrow();
  });
});

describe.each(STORES)("a practice's keys (%s)", (kind) => {
  let opened: Awaited<ReturnType<typeof openTestStore>>, bench: TestBench;
  const escrows: string[] = [],
    root = new Uint8Array(32).fill(9);
  beforeAll(async () => {
    opened = await openTestStore(kind);
    bench = createTestBench(opened.store);
  });
  afterAll(() => opened.drop());
  const make = async (): Promise<string> => {
    const cid = bench.newId();
    await bench.workshop.write(cid, { kind: 'system', cid }, (w) =>
      createPractice(w, { name: 'Praxis' }),
    );
    return cid;
  };
  const ensure = (cid: string, rootKey = root) =>
    ensurePracticeKeys(
      {
        ...bench,
        rootKey,
        saveEscrow: (_cid, pem) => {
          escrows.push(pem);
          return Promise.resolve();
        },
      },
      cid,
    );
  const lookOf = (cid: string) => bench.workshop.look(cid, { kind: 'system', cid });

  it('are created once; restarts and concurrently started processes open the same ones', async () => {
    const cid = await make();
    const all = await Promise.all([ensure(cid), ensure(cid), ensure(cid)]);
    const again = await ensure(cid);
    for (const keys of all)
      expect([keys.receiveKeyId, keys.blobKeyId]).toEqual([again.receiveKeyId, again.blobKeyId]);
    const sealed = await sealTo(
      await importSealPublic(again.receivePublic),
      Buffer.from('op'),
      'aad',
    );
    expect(Buffer.from(await all[0].openReceived(sealed, 'aad')).toString()).toBe('op');
    await expect(all[0].openReceived(sealed, 'other')).rejects.toThrow();
  });

  it('cannot be opened with another root key or swapped rows, and contain no plain secret', async () => {
    const cid = await make(),
      other = await make();
    await ensure(cid);
    await ensure(other);
    await expect(ensure(cid, new Uint8Array(32))).rejects.toThrow();
    const { practiceKey } = opened.store.t;
    const rows = await lookOf(cid).db.find(practiceKey),
      foreign = await lookOf(other).db.find(practiceKey);
    expect(rows.find((r) => r.purpose === 'escrow')?.wrapped).toBeNull();
    for (const row of rows) expect(JSON.stringify(row)).not.toMatch(/"d":/);
    const swap = (purpose: string, wrapped: Buffer | null | undefined): Promise<unknown> =>
      opened.store.write(async (db) => {
        await db
          .update(practiceKey)
          .set({ wrapped: wrapped ?? null })
          .where(eq(practiceKey.id, rows.find((r) => r.purpose === purpose)?.id ?? ''));
      });
    await swap('blob', foreign.find((r) => r.purpose === 'blob')?.wrapped);
    const { db, t: tables } = lookOf(cid);
    await expect(openPracticeKeys(db, tables, root)).rejects.toThrow();
    await swap('blob', rows.find((r) => r.purpose === 'blob')?.wrapped);
    await expect(openPracticeKeys(db, tables, root)).resolves.toBeTruthy();
  });

  it('are loaded again after a failure, and cached after a success', async () => {
    let tries = 0;
    const cid = await make();
    const keyring = createKeyring((id) =>
      ++tries === 1 ? Promise.reject(new Error('disk')) : ensure(id),
    );
    await expect(keyring(cid)).rejects.toMatchObject({ code: 'unavailable', retryAfter: 30 });
    expect(await keyring(cid)).toBe(await keyring(cid));
    expect(tries).toBe(2);
  });
});
