// Encryption to a public key, on every side of the wire: ECDH P-256 with an ephemeral key,
// HKDF-SHA-256, AES-256-GCM; only the holder of the private key can decrypt.

/** `p256-1`: 0x01 | ephemeral public point (65) | IV (12) | ciphertext with tag. */
export type SealedFormat = 'p256-1';
export const SEALED: SealedFormat = 'p256-1';

export const ECDH = { name: 'ECDH', namedCurve: 'P-256' } as const;
/** Purpose of the derived key (HKDF's info). */
export const SEAL_INFO = new TextEncoder().encode('molar seal p256-1');
/** Returns an ArrayBuffer-backed copy or view, as WebCrypto requires it. */
export const raw = (b: Uint8Array): Uint8Array<ArrayBuffer> =>
  b.buffer instanceof ArrayBuffer ? (b as Uint8Array<ArrayBuffer>) : new Uint8Array(b);

/** Derives the shared secret of two key pairs for one use. */
export async function sharedKey(
  privateKey: CryptoKey,
  publicKey: CryptoKey,
  salt: Uint8Array,
  usage: 'encrypt' | 'decrypt',
): Promise<CryptoKey> {
  const bits = await crypto.subtle.deriveBits({ name: 'ECDH', public: publicKey }, privateKey, 256);
  const base = await crypto.subtle.importKey('raw', bits, 'HKDF', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: raw(salt), info: SEAL_INFO },
    base,
    { name: 'AES-GCM', length: 256 },
    false,
    [usage],
  );
}

/**
 * Creates a key pair for receiving; `extractable` only if the private half is wrapped and stored by
 * a server.
 */
export async function createSealKeys(extractable: boolean): Promise<CryptoKeyPair> {
  return await crypto.subtle.generateKey(ECDH, extractable, ['deriveBits']);
}
export const importSealPublic = (jwk: JsonWebKey): Promise<CryptoKey> =>
  crypto.subtle.importKey('jwk', { ...jwk, key_ops: [], ext: true }, ECDH, true, []);
export const importSealPrivate = (jwk: JsonWebKey): Promise<CryptoKey> =>
  crypto.subtle.importKey('jwk', { ...jwk, key_ops: ['deriveBits'], ext: false }, ECDH, false, [
    'deriveBits',
  ]);

/**
 * An ephemeral key with the shared secret for one receiver: made in advance it takes most of the
 * time out of sealing. Valid for one seal only.
 */
export interface SealStart {
  readonly point: Uint8Array;
  readonly key: CryptoKey;
}
export async function beginSeal(publicKey: CryptoKey): Promise<SealStart> {
  const fresh = await createSealKeys(true);
  const point = new Uint8Array(await crypto.subtle.exportKey('raw', fresh.publicKey));
  return { point, key: await sharedKey(fresh.privateKey, publicKey, point, 'encrypt') };
}

const spent = new WeakSet<SealStart>();
/**
 * Seals bytes with the prepared key exchange for their receiver; `aad` must be given again to open
 * them.
 * @throws when the key exchange was used before
 */
export async function finishSeal(
  start: SealStart,
  plain: Uint8Array,
  aad: string,
): Promise<Uint8Array> {
  if (spent.has(start)) throw new Error('this seal was used');
  spent.add(start);
  const { point, key } = start;
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const ct = new Uint8Array(
    await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(aad) },
      key,
      raw(plain),
    ),
  );
  const out = new Uint8Array(1 + 65 + 12 + ct.length);
  out[0] = 1;
  out.set(point, 1);
  out.set(iv, 66);
  out.set(ct, 78);
  return out;
}

/** Encrypts bytes to a public key; `aad` must be passed again to open them. */
export const sealTo = async (
  publicKey: CryptoKey,
  plain: Uint8Array,
  aad: string,
): Promise<Uint8Array> => finishSeal(await beginSeal(publicKey), plain, aad);

/** Returns the lower-case hex SHA-256. */
export async function sha256Hex(...parts: readonly (Uint8Array | string)[]): Promise<string> {
  const bytes = parts.map((p) => (typeof p === 'string' ? new TextEncoder().encode(p) : p));
  const all = new Uint8Array(bytes.reduce((n, b) => n + b.length, 0));
  let at = 0;
  for (const b of bytes) {
    all.set(b, at);
    at += b.length;
  }
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', all));
  return Array.from(hash, (b) => b.toString(16).padStart(2, '0')).join('');
}

/** Encodes bytes to standard base64, without call-stack limits. */
export function toBase64(bytes: Uint8Array): string {
  let s = '';
  for (let i = 0; i < bytes.length; i += 0x8000)
    s += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(s);
}
export function fromBase64(text: string): Uint8Array {
  const chars = atob(text),
    bytes = new Uint8Array(chars.length);
  for (let i = 0; i < chars.length; i++) bytes[i] = chars.charCodeAt(i);
  return bytes;
}
