// Gaps between appointments within working hours, and the reuse of the time of failed appointments.

import { forEachHours, matchesHours, type Selection } from '../snapshot/selection.ts';
import { S, type Snapshot } from '../snapshot/snapshot.ts';
import { lowerBound } from '../snapshot/tables/sort-rows.ts';
import { memoise } from './row-index.ts';
import { isCancelledState } from './walks.ts';

/**
 * A gap without an appointment, minutes since midnight; `zeile` is the row of working hours that
 * contains it.
 */
export interface Gap {
  tag: number;
  behandler: number;
  zimmer: number;
  von: number;
  bis: number;
  zeile: number;
}

/** Intervals in minutes of one practitioner's appointments of a day that take time. */
function occupied(snapshot: Snapshot, tag: number): Map<number, [number, number][]> {
  const { T } = snapshot,
    found = new Map<number, [number, number][]>();
  for (let i = lowerBound(T.tag, tag); i < T.n && T.tag[i] === tag; i += 1) {
    if (isCancelledState(T.status[i]!) || T.behandler[i]! < 0) continue;
    const list = found.get(T.behandler[i]!) ?? [];
    found.set(T.behandler[i]!, list);
    list.push([T.minute[i]!, T.minute[i]! + T.dauer[i]!]);
  }
  for (const list of found.values()) list.sort((x, y) => x[0] - y[0]);
  return found;
}
/**
 * Iterates over the gaps of one row of working hours.
 * @param taken intervals taken by appointments of its day, by practitioner
 */
function forEachGapOfRow(
  { A }: Snapshot,
  i: number,
  taken: Map<number, [number, number][]>,
  visit: (von: number, bis: number) => void,
): void {
  let free = A.von[i]!;
  const end = A.bis[i]!;
  for (const [from, to] of taken.get(A.behandler[i]!) ?? []) {
    if (to <= free) continue;
    if (from >= end) break;
    if (from > free) visit(free, from);
    free = Math.max(free, to);
  }
  if (free < end) visit(free, end);
}
interface GapList {
  readonly zeile: Int32Array;
  readonly tag: Int32Array;
  readonly von: Int32Array;
  readonly bis: Int32Array;
}
/** For spans of more days every gap of the image is listed once. */
const LONG_SPAN_DAYS = 400;
const listedGaps = new WeakMap<Snapshot, GapList>();
/** Every gap by day; independent of the filter. */
export function allGaps(snapshot: Snapshot): GapList {
  const known = listedGaps.get(snapshot);
  if (known) return known;
  const { A } = snapshot,
    zeile: number[] = [],
    from: number[] = [],
    to: number[] = [];
  let tag = Number.NaN,
    taken = new Map<number, [number, number][]>();
  for (let i = 0; i < A.tag.length; i += 1) {
    if (A.tag[i] !== tag) {
      tag = A.tag[i]!;
      taken = occupied(snapshot, tag);
    }
    forEachGapOfRow(snapshot, i, taken, (von, bis) => {
      zeile.push(i);
      from.push(von);
      to.push(bis);
    });
  }
  const made: GapList = {
    zeile: Int32Array.from(zeile),
    tag: Int32Array.from(zeile, (i) => A.tag[i]!),
    von: Int32Array.from(from),
    bis: Int32Array.from(to),
  };
  listedGaps.set(snapshot, made);
  return made;
}
/** Iterates over the gaps of at least the given minutes, by day and practitioner. */
export function forEachGap(a: Selection, minMinutes: number, visit: (l: Gap) => void): void {
  const { snapshot } = a,
    { A } = snapshot,
    tell = (i: number, von: number, bis: number): void => {
      if (bis - von >= minMinutes)
        visit({
          tag: A.tag[i]!,
          behandler: A.behandler[i]!,
          zimmer: A.zimmer[i]!,
          von,
          bis,
          zeile: A.rawRows[i]!,
        });
    };
  if (a.bis - a.von < LONG_SPAN_DAYS && !listedGaps.has(snapshot)) {
    let tag = Number.NaN,
      taken = new Map<number, [number, number][]>();
    forEachHours(a, (i) => {
      if (A.tag[i] !== tag) {
        tag = A.tag[i]!;
        taken = occupied(snapshot, tag);
      }
      forEachGapOfRow(snapshot, i, taken, (von, bis) => {
        tell(i, von, bis);
      });
    });
    return;
  }
  const all = allGaps(snapshot),
    end = lowerBound(all.tag, a.bis + 1);
  for (let k = lowerBound(all.tag, a.von); k < end; k += 1)
    if (matchesHours(a, all.zeile[k]!)) tell(all.zeile[k]!, all.von[k]!, all.bis[k]!);
}

/**
 * Minutes of a failed appointment that were reused by appointments made after the cancellation, for
 * the same practitioner (without one: in the same room).
 */
export function wiederBelegt(snapshot: Snapshot, i: number): number {
  const known = memoise(snapshot, 'wiederBelegt', () =>
    new Float64Array(snapshot.T.n).fill(Number.NaN),
  );
  if (Number.isNaN(known[i])) known[i] = minutesOfOthers(snapshot, i);
  return known[i]!;
}
function minutesOfOthers({ T }: Snapshot, i: number): number {
  const from = T.start[i]!,
    to = from + T.dauer[i]! * 60_000,
    since = Number.isNaN(T.absage[i]) ? from : T.absage[i]!,
    parts: [number, number][] = [];
  for (let j = lowerBound(T.tag, T.tag[i]!); j < T.n && T.tag[j] === T.tag[i]; j += 1) {
    if (
      j === i ||
      isCancelledState(T.status[j]!) ||
      T.status[j] === S.NICHT_ERSCHIENEN ||
      (!Number.isNaN(T.createdAt[j]) && T.createdAt[j]! < since)
    )
      continue;
    const isSame =
      T.behandler[i]! >= 0
        ? T.behandler[j] === T.behandler[i]
        : T.zimmer[i]! >= 0 && T.zimmer[j] === T.zimmer[i];
    const start = Math.max(from, T.start[j]!),
      end = Math.min(to, T.start[j]! + T.dauer[j]! * 60_000);
    if (isSame && end > start) parts.push([start, end]);
  }
  let sum = 0,
    reached = from;
  for (const [start, end] of parts.sort((x, y) => x[0] - y[0])) {
    sum += Math.max(0, end - Math.max(start, reached));
    reached = Math.max(reached, end);
  }
  return sum / 60_000;
}
