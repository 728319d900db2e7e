/** WebCrypto on Node's synchronous primitives: the real algorithms, keys from seeded dice, and answers that arrive as tasks, never inside the caller's turn. */
import * as node from 'node:crypto';
import { later } from './kernel.ts';
import { Dice } from './dice.ts';

/** Key as a plain object, so that it can be cloned into a database; only this file looks inside. */
export interface SimKey { type: 'secret' | 'public' | 'private'; extractable: boolean; algorithm: { name: string }; usages: string[]; secret: Uint8Array; point: Uint8Array }
interface Spec { name: string; iv?: Uint8Array; additionalData?: Uint8Array; public?: SimKey; salt?: Uint8Array; info?: Uint8Array; hash?: string }

let dice = new Dice(0);
/** Shared secrets of this run: both sides derive the same one, and the second time costs nothing. */
let agreed = new Map<string, Uint8Array>();
export function seedCrypto(seed: number): void { dice = new Dice(seed, 77); agreed = new Map(); }

const nameOf = (a: Spec | string): string => (typeof a === 'string' ? a : a.name);
const failed = (name: string): Error => Object.assign(new Error(name), { name });
const key = (type: SimKey['type'], algorithm: string, secret: Uint8Array, point = new Uint8Array(), extractable = true, usages: readonly string[] = []): SimKey =>
  ({ type, extractable, algorithm: { name: algorithm }, usages: [...usages], secret, point });
const hex = (b: Uint8Array): string => Buffer.from(b.buffer, b.byteOffset, b.byteLength).toString('hex');
const bytesOf = (b: ArrayBuffer | Uint8Array): Uint8Array => (b instanceof Uint8Array ? b : new Uint8Array(b));
const bufferOf = (b: Uint8Array): ArrayBuffer => { const out = new ArrayBuffer(b.length); new Uint8Array(out).set(b); return out; };

function pair(algorithm: string): { privateKey: SimKey; publicKey: SimKey } {
  const ecdh = node.createECDH('prime256v1'), secret = new Uint8Array(32);
  dice.bytes(secret);
  secret[0] = 1;
  ecdh.setPrivateKey(secret);
  const point = new Uint8Array(ecdh.getPublicKey());
  return { privateKey: key('private', algorithm, secret, point), publicKey: key('public', algorithm, new Uint8Array(), point) };
}
function agree(own: SimKey, other: SimKey): Uint8Array {
  const [a, b] = [hex(own.point), hex(other.point)], id = a < b ? a + b : b + a;
  const known = agreed.get(id);
  if (known) return known;
  const ecdh = node.createECDH('prime256v1');
  ecdh.setPrivateKey(own.secret);
  let made: Uint8Array;
  try { made = new Uint8Array(ecdh.computeSecret(other.point)); } catch { throw failed('OperationError'); }
  agreed.set(id, made);
  return made;
}
const jwkOf = (k: SimKey): JsonWebKey => ({
  kty: 'EC', crv: 'P-256', x: Buffer.from(k.point.subarray(1, 33)).toString('base64url'), y: Buffer.from(k.point.subarray(33)).toString('base64url'),
  ...(k.type === 'private' && { d: Buffer.from(k.secret).toString('base64url') }), ext: true,
});
function imported(format: string, data: JsonWebKey | ArrayBuffer | Uint8Array, algorithm: string): SimKey {
  if (format === 'jwk') {
    const j = data as JsonWebKey, part = (s: string | undefined): Buffer => Buffer.from(s ?? '', 'base64url');
    const point = new Uint8Array(Buffer.concat([Buffer.from([4]), part(j.x), part(j.y)]));
    if (point.length !== 65) throw failed('DataError');
    return j.d === undefined ? key('public', algorithm, new Uint8Array(), point) : key('private', algorithm, new Uint8Array(part(j.d)), point);
  }
  const bytes = bytesOf(data as ArrayBuffer).slice();
  if (algorithm !== 'ECDH') return key('secret', algorithm, bytes);
  // A point that is not on the curve is refused when the key is imported, not later.
  try { node.ECDH.convertKey(bytes, 'prime256v1', undefined, undefined, 'uncompressed'); } catch { throw failed('DataError'); }
  return key('public', algorithm, new Uint8Array(), bytes);
}
function sealed(k: SimKey, a: Spec, plain: Uint8Array): Uint8Array {
  const c = node.createCipheriv('aes-256-gcm', k.secret, a.iv!);
  if (a.additionalData) c.setAAD(a.additionalData);
  return new Uint8Array(Buffer.concat([c.update(plain), c.final(), c.getAuthTag()]));
}
function opened(k: SimKey, a: Spec, box: Uint8Array): Uint8Array {
  if (box.length < 16) throw failed('OperationError');
  const d = node.createDecipheriv('aes-256-gcm', k.secret, a.iv!);
  if (a.additionalData) d.setAAD(a.additionalData);
  d.setAuthTag(box.subarray(box.length - 16));
  try { return new Uint8Array(Buffer.concat([d.update(box.subarray(0, box.length - 16)), d.final()])); } catch { throw failed('OperationError'); }
}
const DIGESTS: Record<string, string> = { 'SHA-256': 'sha256', 'SHA-512': 'sha512' };
const dsa = (k: SimKey): node.KeyObject => (k.type === 'private' ? node.createPrivateKey({ key: jwkOf(k) as node.JsonWebKey, format: 'jwk' }) : node.createPublicKey({ key: jwkOf(k) as node.JsonWebKey, format: 'jwk' }));

export const subtle = {
  digest: (a: Spec | string, data: ArrayBuffer | Uint8Array) => later(() => bufferOf(node.createHash(DIGESTS[nameOf(a)] ?? nameOf(a)).update(bytesOf(data)).digest())),
  generateKey: (a: Spec, extractable: boolean, usages: string[]) => later(() => {
    if (a.name !== 'AES-GCM') { const p = pair(a.name); p.privateKey.extractable = extractable; return p; }
    const secret = new Uint8Array(32);
    dice.bytes(secret);
    return key('secret', a.name, secret, new Uint8Array(), extractable, usages);
  }),
  importKey: (format: string, data: JsonWebKey | ArrayBuffer | Uint8Array, a: Spec | string) => later(() => imported(format, data, nameOf(a))),
  exportKey: (format: string, k: SimKey) => later(() => (format === 'jwk' ? jwkOf(k) : bufferOf(k.type === 'secret' ? k.secret : k.point))),
  deriveBits: (a: Spec, k: SimKey) => later(() => bufferOf(agree(k, a.public!))),
  deriveKey: (a: Spec, k: SimKey) => later(() => key('secret', 'AES-GCM', new Uint8Array(node.hkdfSync('sha256', k.secret, a.salt!, a.info!, 32)))),
  encrypt: (a: Spec, k: SimKey, data: ArrayBuffer | Uint8Array) => later(() => bufferOf(sealed(k, a, bytesOf(data)))),
  decrypt: (a: Spec, k: SimKey, data: ArrayBuffer | Uint8Array) => later(() => bufferOf(opened(k, a, bytesOf(data)))),
  sign: (_a: Spec, k: SimKey, data: Uint8Array) => later(() => bufferOf(node.sign('sha256', data, { key: dsa(k), dsaEncoding: 'ieee-p1363' }))),
  verify: (_a: Spec, k: SimKey, signature: Uint8Array, data: Uint8Array) => later(() => node.verify('sha256', data, { key: dsa(k), dsaEncoding: 'ieee-p1363' }, signature)),
};

export function installCrypto(): void {
  const uuid = (): string => { const h = dice.hex(16); return `${h.slice(0, 8)}-${h.slice(8, 12)}-4${h.slice(13, 16)}-8${h.slice(17, 20)}-${h.slice(20)}`; };
  const value = { subtle, randomUUID: uuid, getRandomValues: <T extends ArrayBufferView>(view: T): T => { dice.bytes(new Uint8Array(view.buffer, view.byteOffset, view.byteLength)); return view; } };
  Object.defineProperty(globalThis, 'crypto', { value, configurable: true });
  Math.random = () => dice.unit();
}
/** UUIDv7-shaped id of the seeded dice and virtual time. */
export function seededId(d: Dice, at: number): string {
  const t = Math.floor(at).toString(16).padStart(12, '0'), r = d.hex(10);
  return `${t.slice(0, 8)}-${t.slice(8)}-7${r.slice(0, 3)}-8${r.slice(3, 6)}-${r.slice(6, 18)}`;
}
