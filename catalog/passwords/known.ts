// Rejects passwords from published leaks: looked up by a short hash, offline; source and licence
// are in the data file.

import known from './known.json';

let table: Uint32Array | undefined;

/** Sorted first four bytes of each word's SHA-256; loaded once, with the first check. */
function tableOf(): Uint32Array {
  if (table) return table;
  const bytes = Uint8Array.from(atob(known.hashes), (c) => c.charCodeAt(0)),
    view = new DataView(bytes.buffer);
  return (table = Uint32Array.from({ length: bytes.length / 4 }, (_, i) => view.getUint32(i * 4)));
}
export const KNOWN_COUNT = known.count;

/**
 * Returns true for a word of the list; about one in 36,000 other words is a false positive, and the
 * user chooses again.
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
