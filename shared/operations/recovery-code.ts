// A private key to copy from paper: 13 groups of four signs and a check sign, so that a typing
// error is reported by its group.

/** Crockford's base32: no I, L, O, U. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUPS = 13,
  DATA = 4;
/** The kind of key is part of the check signs: the wrong line of the sheet is detected too. */
const SHIFT = { recovery: 0, escrow: 16 } as const;
export type KeyKind = keyof typeof SHIFT;

/** Product in GF(32), x⁵ + x² + 1. */
function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 0; bit < 5; bit++) if (b & (1 << bit)) product ^= a << bit;
  for (let bit = 9; bit >= 5; bit--) if (product & (1 << bit)) product ^= 0b100101 << (bit - 5);
  return product;
}
/**
 * Different weights for each position: every single wrong sign, every swap inside a group and every
 * swap of groups is detected.
 */
const WEIGHTS = [2, 4, 8, 16] as const,
  PLACE = 5;
const checkOf = (kind: KeyKind, at: number, values: readonly number[]): number =>
  values.reduce((sum, v, i) => sum ^ times(v, WEIGHTS[i] ?? 0), times(SHIFT[kind] + at, PLACE));

/** Encodes 32 bytes as 13 groups of five signs. */
export function encodeKey(kind: KeyKind, secret: Uint8Array): string[] {
  if (secret.length !== 32) throw new RangeError('a key has 32 bytes');
  const hex = [...secret].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  let bits = BigInt(`0x${hex}`) << 4n;
  const values = Array.from({ length: GROUPS * DATA }, () => {
    const v = Number(bits & 31n);
    bits >>= 5n;
    return v;
  }).reverse();
  return Array.from({ length: GROUPS }, (_, at) => {
    const group = values.slice(at * DATA, at * DATA + DATA);
    return [...group, checkOf(kind, at, group)].map((v) => SIGNS[v]).join('');
  });
}

/** `groups`: numbers (from 1) of the groups with an error. */
export type Decoded =
  | { secret: Uint8Array; fault?: undefined }
  | { secret?: undefined; fault: 'length' | 'groups' | 'other_key'; groups: number[] };

/**
 * Parses typed input: O is read as 0, I and L as 1; spaces, hyphens and small letters do not
 * matter.
 */
export function decodeKey(kind: KeyKind, typed: string): Decoded {
  const words = typed
    .toUpperCase()
    .split(/[^0-9A-Z]+/)
    .filter(Boolean);
  const joined = words.join('');
  const groups = joined.length === GROUPS * (DATA + 1) ? (joined.match(/.{5}/g) ?? []) : words;
  if (groups.length !== GROUPS) return { fault: 'length', groups: [] };
  const read = groups.map(readGroup);
  const faultsAs = (as: KeyKind): number[] =>
    read.flatMap((g, at) =>
      g !== undefined && checkOf(as, at, g.slice(0, DATA)) === g[DATA] ? [] : [at + 1],
    );
  const faults = faultsAs(kind);
  const bits =
    faults.length > 0
      ? 0n
      : read.flatMap((g) => g!.slice(0, DATA)).reduce((sum, v) => (sum << 5n) | BigInt(v), 0n);
  // The last four bits fill the last sign and are always zero.
  if (faults.length === 0 && (bits & 15n) !== 0n) faults.push(GROUPS);
  if (faults.length === 0) return { secret: bytesOf(bits >> 4n) };
  if (faultsAs(kind === 'recovery' ? 'escrow' : 'recovery').length === 0)
    return { fault: 'other_key', groups: [] };
  return { fault: 'groups', groups: faults };
}

/** Returns a number as 32 bytes. */
const bytesOf = (value: bigint): Uint8Array =>
  Uint8Array.from({ length: 32 }, (_, at) => Number((value >> BigInt(8 * (31 - at))) & 255n));

/** Returns a group as printed, whatever was typed for it. */
export const cleanGroup = (typed: string): string =>
  typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
/** Returns the values of one group; undefined when it is invalid. */
function readGroup(text: string): number[] | undefined {
  const values = [...cleanGroup(text)].map((s) => SIGNS.indexOf(s));
  return values.length === DATA + 1 && !values.includes(-1) ? values : undefined;
}
