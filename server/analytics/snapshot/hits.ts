// Rows matched by a filter, listed once per image and filter as far as requested: every walk under
// it, for tables and figures, iterates over those only.

import type { Snapshot } from './snapshot.ts';
import { growingList } from './tables/sort-rows.ts';

/** Chosen rows among the indexes `from` up to before `to` of the source. */
interface Hit {
  readonly from: number;
  readonly to: number;
  readonly rows: Int32Array;
}
interface HitMemo {
  readonly byKey: Map<string, Hit>;
  size: number;
}
const memos = new WeakMap<Snapshot, HitMemo>();
/** Number of indexes cached per image; the oldest filter is evicted first. */
const MAX_NUMBERS = 4_000_000;

/** @param source the source rows; without them the whole table, by index */
function listMatches(
  source: Int32Array | undefined,
  from: number,
  to: number,
  matches: (i: number) => boolean,
): Int32Array {
  const found = growingList();
  for (let k = from; k < to; k += 1) {
    const i = source ? source[k]! : k;
    if (matches(i)) found.take(i);
  }
  return found.list();
}
function concatenated(...parts: readonly Int32Array[]): Int32Array {
  const made = new Int32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    made.set(part, at);
    at += part.length;
  }
  return made;
}
/** Returns the cached rows for the whole range; undefined where it is not covered. */
export function knownHits(
  snapshot: Snapshot,
  key: string,
  from: number,
  to: number,
): Int32Array | undefined {
  const known = memos.get(snapshot)?.byKey.get(key);
  return known && known.from <= from && to <= known.to ? known.rows : undefined;
}
/**
 * Returns the chosen rows, at least for the indexes `from` up to before `to`; it may contain
 * others, since earlier ranges are kept.
 * @param key key of table, filter and source: equal keys choose the same
 */
export function collectHits(
  snapshot: Snapshot,
  key: string,
  source: Int32Array | undefined,
  from: number,
  to: number,
  matches: (i: number) => boolean,
): Int32Array {
  let own = memos.get(snapshot);
  if (!own) memos.set(snapshot, (own = { byKey: new Map(), size: 0 }));
  const before = own.byKey.get(key),
    isNear = before && Math.max(from - before.to, before.from - to) < to - from;
  // A range far from the cached one is listed without the rows in between.
  const made: Hit = isNear
    ? {
        from: Math.min(from, before.from),
        to: Math.max(to, before.to),
        rows: concatenated(
          listMatches(source, from, before.from, matches),
          before.rows,
          listMatches(source, before.to, to, matches),
        ),
      }
    : { from, to, rows: listMatches(source, from, to, matches) };
  own.byKey.delete(key);
  own.byKey.set(key, made);
  own.size += made.rows.length - (before?.rows.length ?? 0);
  for (const [old, { rows }] of own.byKey) {
    if (own.size <= MAX_NUMBERS || old === key) break;
    own.byKey.delete(old);
    own.size -= rows.length;
  }
  return made.rows;
}
