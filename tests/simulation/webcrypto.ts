/**
 * WebCrypto on Node's synchronous primitives: the real algorithms, keys from seeded random numbers,
 * and results that arrive as tasks, never synchronously.
 */
import * as node from 'node:crypto';
import { later } from './kernel.ts';
import { Dice } from './dice.ts';

/**
 * Immutable once created, like a browser's own, so that a database stores the same object; only
 * this file reads its content.
 */
export class SimKey {
  readonly type: 'secret' | 'public' | 'private';
  readonly extractable: boolean;
  readonly algorithm: { readonly name: string };
  readonly usages: readonly string[];
  /** Identifies its point on the curve. */
  readonly id: string;
  readonly secret: Uint8Array;
  readonly point: Uint8Array;
  constructor(
    type: SimKey['type'],
    algorithm: string,
    secret: Uint8Array,
    point: Uint8Array,
    id: string,
    extractable: boolean,
    usages: readonly string[],
  ) {
    [this.type, this.extractable, this.algorithm, this.usages, this.id, this.secret, this.point] = [
      type,
      extractable,
      { name: algorithm },
      [...usages],
      id,
      secret,
      point,
    ];
  }
}
interface Spec {
  name: string;
  iv?: Uint8Array;
  additionalData?: Uint8Array;
  public?: SimKey;
  salt?: Uint8Array;
  info?: Uint8Array;
  hash?: string;
  iterations?: number;
}

/**
 * Key pairs that stories draw from, each at most once a story: the curve arithmetic is done once
 * for all stories.
 */
const MOST_PAIRS = 2048;
/** First index of a story in the list; earlier pairs belong to the template. */
const FIRST_PAIR = 64,
  STARTS = 32;
const pairs: { secret: Uint8Array; point: Uint8Array; id: string }[] = [],
  pairDice = new Dice(0, 78);
let dice = new Dice(0),
  nextPair = 0;
/**
 * Cached results of all stories by input: shared secrets, derived keys, Node keys, and points known
 * to be on the curve.
 */
const agreed = new Map<string, Uint8Array>(),
  derived = new Map<string, Uint8Array>(),
  native = new Map<string, node.KeyObject>(),
  onCurve = new Set<string>(),
  points = new Map<string, Uint8Array>();
/** Seeds the random numbers of a story; story 0 is the template. */
export function seedCrypto(seed: number): void {
  dice = new Dice(seed, 77);
  nextPair = seed === 0 ? 0 : FIRST_PAIR + dice.int(STARTS);
}

const nameOf = (a: Spec | string): string => (typeof a === 'string' ? a : a.name);
const failed = (name: string): Error => Object.assign(new Error(name), { name });
const text = (b: Uint8Array): string =>
  Buffer.from(b.buffer, b.byteOffset, b.byteLength).toString('latin1');
const NONE = new Uint8Array();
const key = (
  type: SimKey['type'],
  algorithm: string,
  secret: Uint8Array,
  point: Uint8Array = NONE,
  id = '',
  extractable = true,
  usages: readonly string[] = [],
): SimKey => new SimKey(type, algorithm, secret, point, id, extractable, usages);
const bytesOf = (b: ArrayBuffer | Uint8Array): Uint8Array =>
  b instanceof Uint8Array ? b : new Uint8Array(b);
const bufferOf = (b: Uint8Array): ArrayBuffer => {
  const out = new ArrayBuffer(b.length);
  new Uint8Array(out).set(b);
  return out;
};
/**
 * Caches a result.
 * @param most size at which a list is cleared, so that it cannot grow without limit
 */
function remembered<V>(known: Map<string, V>, id: string, make: () => V, most = 20_000): V {
  let v = known.get(id);
  if (v === undefined) {
    if (known.size > most) known.clear();
    known.set(id, (v = make()));
  }
  return v;
}

function pair(algorithm: string, extractable: boolean): { privateKey: SimKey; publicKey: SimKey } {
  const at = nextPair++ % MOST_PAIRS;
  while (pairs.length <= at) {
    const ecdh = node.createECDH('prime256v1'),
      secret = new Uint8Array(32);
    pairDice.bytes(secret);
    secret[0] = 1;
    ecdh.setPrivateKey(secret);
    const point = new Uint8Array(ecdh.getPublicKey());
    pairs.push({ secret, point, id: text(point) });
  }
  const { secret, point, id } = pairs[at]!;
  return {
    privateKey: key('private', algorithm, secret, point, id, extractable),
    publicKey: key('public', algorithm, NONE, point, id),
  };
}
/** Both sides derive the same secret; the second derivation is cached. */
const agree = (own: SimKey, other: SimKey): Uint8Array =>
  remembered(agreed, own.id < other.id ? own.id + other.id : other.id + own.id, () => {
    const ecdh = node.createECDH('prime256v1');
    ecdh.setPrivateKey(own.secret);
    try {
      return new Uint8Array(ecdh.computeSecret(other.point));
    } catch {
      throw failed('OperationError');
    }
  });
const derive = (secret: Uint8Array, salt: Uint8Array, info: Uint8Array): Uint8Array =>
  remembered(
    derived,
    text(secret) + text(salt) + text(info),
    () => new Uint8Array(node.hkdfSync('sha256', secret, salt, info, 32)),
  );
const jwkOf = (k: SimKey): JsonWebKey => ({
  kty: 'EC',
  crv: 'P-256',
  x: Buffer.from(k.point.subarray(1, 33)).toString('base64url'),
  y: Buffer.from(k.point.subarray(33)).toString('base64url'),
  ...(k.type === 'private' && { d: Buffer.from(k.secret).toString('base64url') }),
  ext: true,
});
function imported(
  format: string,
  data: JsonWebKey | ArrayBuffer | Uint8Array,
  algorithm: string,
): SimKey {
  if (format === 'jwk') {
    const j = data as JsonWebKey,
      part = (s: string | undefined): Buffer => Buffer.from(s ?? '', 'base64url');
    const point = new Uint8Array(Buffer.concat([Buffer.from([4]), part(j.x), part(j.y)]));
    if (point.length !== 65) throw failed('DataError');
    return j.d === undefined
      ? key('public', algorithm, NONE, point, text(point))
      : key('private', algorithm, new Uint8Array(part(j.d)), point, text(point));
  }
  const bytes = bytesOf(data as ArrayBuffer).slice();
  if (algorithm !== 'ECDH') return key('secret', algorithm, bytes);
  // A point that is not on the curve is refused at import, not later.
  const id = text(bytes);
  if (!onCurve.has(id)) {
    try {
      node.ECDH.convertKey(bytes, 'prime256v1', undefined, undefined, 'uncompressed');
    } catch {
      throw failed('DataError');
    }
    onCurve.add(id);
  }
  return key('public', algorithm, NONE, bytes, id);
}
/** GCM is a stream cipher: its last step returns no bytes, only the tag. */
function sealed(k: SimKey, a: Spec, plain: Uint8Array): ArrayBuffer {
  const c = node.createCipheriv('aes-256-gcm', k.secret, a.iv!),
    out = new Uint8Array(plain.length + 16);
  if (a.additionalData) c.setAAD(a.additionalData);
  out.set(c.update(plain));
  c.final();
  out.set(c.getAuthTag(), plain.length);
  return out.buffer;
}
function opened(k: SimKey, a: Spec, box: Uint8Array): ArrayBuffer {
  if (box.length < 16) throw failed('OperationError');
  const d = node.createDecipheriv('aes-256-gcm', k.secret, a.iv!);
  if (a.additionalData) d.setAAD(a.additionalData);
  d.setAuthTag(box.subarray(box.length - 16));
  try {
    const plain = d.update(box.subarray(0, box.length - 16));
    d.final();
    return bufferOf(plain);
  } catch {
    throw failed('OperationError');
  }
}
const DIGESTS: Record<string, string> = { 'SHA-256': 'sha256', 'SHA-512': 'sha512' };
const dsa = (k: SimKey): node.KeyObject =>
  remembered(native, k.type + k.id, () =>
    k.type === 'private'
      ? node.createPrivateKey({ key: jwkOf(k) as node.JsonWebKey, format: 'jwk' })
      : node.createPublicKey({ key: jwkOf(k) as node.JsonWebKey, format: 'jwk' }),
  );

const subtle = {
  digest: (a: Spec | string, data: ArrayBuffer | Uint8Array) =>
    later(() => bufferOf(node.hash(DIGESTS[nameOf(a)] ?? nameOf(a), bytesOf(data), 'buffer'))),
  generateKey: (a: Spec, extractable: boolean, usages: string[]) =>
    later(() => {
      if (a.name !== 'AES-GCM') return pair(a.name, extractable);
      const secret = new Uint8Array(32);
      dice.bytes(secret);
      return key('secret', a.name, secret, NONE, '', extractable, usages);
    }),
  importKey: (format: string, data: JsonWebKey | ArrayBuffer | Uint8Array, a: Spec | string) =>
    later(() => imported(format, data, nameOf(a))),
  exportKey: (format: string, k: SimKey) =>
    later(() => (format === 'jwk' ? jwkOf(k) : bufferOf(k.type === 'secret' ? k.secret : k.point))),
  deriveBits: (a: Spec, k: SimKey, bits: number) =>
    later(() =>
      a.name === 'PBKDF2'
        ? bufferOf(node.pbkdf2Sync(k.secret, a.salt!, a.iterations!, bits / 8, 'sha256'))
        : bufferOf(agree(k, a.public!)),
    ),
  deriveKey: (a: Spec, k: SimKey) =>
    later(() => key('secret', 'AES-GCM', derive(k.secret, a.salt!, a.info!))),
  encrypt: (a: Spec, k: SimKey, data: ArrayBuffer | Uint8Array) =>
    later(() => sealed(k, a, bytesOf(data))),
  decrypt: (a: Spec, k: SimKey, data: ArrayBuffer | Uint8Array) =>
    later(() => opened(k, a, bytesOf(data))),
  sign: (_a: Spec, k: SimKey, data: Uint8Array) =>
    later(() => bufferOf(node.sign('sha256', data, { key: dsa(k), dsaEncoding: 'ieee-p1363' }))),
  verify: (_a: Spec, k: SimKey, signature: Uint8Array, data: Uint8Array) =>
    later(() => node.verify('sha256', data, { key: dsa(k), dsaEncoding: 'ieee-p1363' }, signature)),
};

/**
 * The ECDH class that the server requests from Node (`server/platform/keys/node-seal.ts`): same
 * keys and secrets from the same caches, synchronously.
 */
class SimEcdh {
  #own: SimKey | undefined;
  generateKeys(): Buffer {
    this.#own = pair('ECDH', true).privateKey;
    return Buffer.from(this.#own.point);
  }
  setPrivateKey(secret: Uint8Array): void {
    const point = remembered(points, text(secret), () => {
      const ecdh = node.createECDH('prime256v1');
      ecdh.setPrivateKey(secret);
      return new Uint8Array(ecdh.getPublicKey());
    });
    this.#own = key('private', 'ECDH', new Uint8Array(secret), point, text(point));
  }
  computeSecret(point: Uint8Array): Buffer {
    return Buffer.from(
      agree(this.#own!, key('public', 'ECDH', NONE, new Uint8Array(point), text(point))),
    );
  }
}
export const createECDH = (): SimEcdh => new SimEcdh();
export const hkdfSync = (
  _digest: 'sha256',
  secret: Uint8Array,
  salt: Uint8Array,
  info: Uint8Array,
  _length: 32,
): Uint8Array => derive(secret, salt, info);

export function installCrypto(): void {
  const uuid = (): string => {
    const h = dice.hex(16);
    return `${h.slice(0, 8)}-${h.slice(8, 12)}-4${h.slice(13, 16)}-8${h.slice(17, 20)}-${h.slice(20)}`;
  };
  const value = {
    subtle,
    randomUUID: uuid,
    getRandomValues: <T extends ArrayBufferView>(view: T): T => {
      dice.bytes(new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
      return view;
    },
  };
  Object.defineProperty(globalThis, 'crypto', { value, configurable: true });
  Math.random = () => dice.unit();
}
/** Returns an id in the form of a UUIDv7 from seeded dice and virtual time. */
export function seededId(d: Dice, at: number): string {
  const t = Math.floor(at).toString(16).padStart(12, '0'),
    r = d.hex(10);
  return `${t.slice(0, 8)}-${t.slice(8)}-7${r.slice(0, 3)}-8${r.slice(3, 6)}-${r.slice(6, 18)}`;
}
