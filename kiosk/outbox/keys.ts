// The tablet's keys: all non-extractable; deleting one destroys what it encrypted
// (crypto-shredding).

import type { TabletDb } from './tables.ts';
import { inTransaction, keyRow } from './rows.ts';

const AES = { name: 'AES-GCM', length: 256 } as const;

/** Signs a text: base64url of ECDSA-SHA-256 (IEEE P1363) over UTF-8. */
export async function signText(db: TabletDb, text: string): Promise<string | undefined> {
  const row = await keyRow(db, 'sign');
  if (!row?.pair) return undefined;
  const signature = await crypto.subtle.sign(
    { name: 'ECDSA', hash: 'SHA-256' },
    row.pair.privateKey,
    new TextEncoder().encode(text),
  );
  return btoa(String.fromCharCode(...new Uint8Array(signature)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
}

export const sealPrivate = async (db: TabletDb): Promise<CryptoKey | undefined> =>
  (await keyRow(db, 'seal'))?.pair?.privateKey;

/**
 * Returns a non-extractable AES key by name, created on first use: `lease`, `active`,
 * `task:<taskId>`.
 */
export async function ensureKey(db: TabletDb, id: string): Promise<CryptoKey> {
  const row = await keyRow(db, id);
  if (row?.key) return row.key;
  const key = await crypto.subtle.generateKey(AES, false, ['encrypt', 'decrypt']);
  return inTransaction(db, 'readwrite', ['keys'], async (at) => {
    const raced = await at('keys').get(id);
    if (raced?.key) return raced.key;
    await at('keys').put({ id, key });
    return key;
  });
}
export const findKey = async (db: TabletDb, id: string): Promise<CryptoKey | undefined> =>
  (await keyRow(db, id))?.key;
export const taskKeyId = (taskId: string): string => `task:${taskId}`;
export const taskOfKey = (id: string): string => id.slice('task:'.length);

const bytesOf = (b: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(b);

export async function encrypt(
  key: CryptoKey,
  plain: Uint8Array,
  aad: string,
): Promise<{ iv: Uint8Array; bytes: Uint8Array }> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const bytes = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(aad) },
    key,
    bytesOf(plain),
  );
  return { iv, bytes: new Uint8Array(bytes) };
}
/** Rejects when a bit, the key or `aad` differs. */
export async function decrypt(
  key: CryptoKey,
  iv: Uint8Array,
  bytes: Uint8Array,
  aad: string,
): Promise<Uint8Array> {
  return new Uint8Array(
    await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: bytesOf(iv), additionalData: new TextEncoder().encode(aad) },
      key,
      bytesOf(bytes),
    ),
  );
}
