// Rows matched by a filter, listed once per image and filter as far as requested: every walk under
// it, for tables and figures, iterates over those only.

import type { Snapshot } from './snapshot.ts';
import { growingList } from './tables/sort-rows.ts';

/** Chosen rows among the indexes `ab` up to before `bis` of the source. */
interface Hit {
  readonly ab: number;
  readonly bis: number;
  readonly rows: Int32Array;
}
interface HitMemo {
  readonly nach: Map<string, Hit>;
  zahlen: number;
}
const memos = new WeakMap<Snapshot, HitMemo>();
/** Number of indexes cached per image; the oldest filter is evicted first. */
const MAX_NUMBERS = 4_000_000;

/** @param aus the source rows; without them the whole table, by index */
function liste(
  aus: Int32Array | undefined,
  ab: number,
  bis: number,
  matches: (i: number) => boolean,
): Int32Array {
  const found = growingList();
  for (let k = ab; k < bis; k += 1) {
    const i = aus ? aus[k]! : k;
    if (matches(i)) found.take(i);
  }
  return found.liste();
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
export function bekannt(
  snapshot: Snapshot,
  wort: string,
  ab: number,
  bis: number,
): Int32Array | undefined {
  const known = memos.get(snapshot)?.nach.get(wort);
  return known && known.ab <= ab && bis <= known.bis ? known.rows : undefined;
}
/**
 * Returns the chosen rows, at least for the indexes `ab` up to before `bis`; it may contain others,
 * since earlier ranges are kept.
 * @param wort key of table, filter and source: equal keys choose the same
 */
export function treffer(
  snapshot: Snapshot,
  wort: string,
  aus: Int32Array | undefined,
  ab: number,
  bis: number,
  matches: (i: number) => boolean,
): Int32Array {
  let own = memos.get(snapshot);
  if (!own) memos.set(snapshot, (own = { nach: new Map(), zahlen: 0 }));
  const before = own.nach.get(wort),
    isNear = before && Math.max(ab - before.bis, before.ab - bis) < bis - ab;
  // A range far from the cached one is listed without the rows in between.
  const made: Hit = isNear
    ? {
        ab: Math.min(ab, before.ab),
        bis: Math.max(bis, before.bis),
        rows: concatenated(
          liste(aus, ab, before.ab, matches),
          before.rows,
          liste(aus, before.bis, bis, matches),
        ),
      }
    : { ab, bis, rows: liste(aus, ab, bis, matches) };
  own.nach.delete(wort);
  own.nach.set(wort, made);
  own.zahlen += made.rows.length - (before?.rows.length ?? 0);
  for (const [old, { rows }] of own.nach) {
    if (own.zahlen <= MAX_NUMBERS || old === wort) break;
    own.nach.delete(old);
    own.zahlen -= rows.length;
  }
  return made.rows;
}
