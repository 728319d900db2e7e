// Passwords from published leaks that nobody may choose: looked up by a short hash, offline; source and licence stand in the data file.

import known from './known.json';

let table: Uint32Array | undefined;

/** Sorted first four bytes of each word's SHA-256; read once, when the first password is judged. */
function tableOf(): Uint32Array {
  if (table) return table;
  const bytes = Uint8Array.from(atob(known.hashes), (c) => c.charCodeAt(0)),
    view = new DataView(bytes.buffer);
  return (table = Uint32Array.from({ length: bytes.length / 4 }, (_, i) => view.getUint32(i * 4)));
}
export const KNOWN_COUNT = known.count;

/**
 * True for a word of the list; about one other word in 36,000 is taken for one, and its owner chooses again.
 * @param hash SHA-256 of the NFKC lower-case word
 */
export function isKnownHash(hash: Uint8Array): boolean {
  const all = tableOf(),
    wanted = new DataView(hash.buffer, hash.byteOffset).getUint32(0);
  let low = 0,
    high = all.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((all[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return all[low] === wanted;
}
