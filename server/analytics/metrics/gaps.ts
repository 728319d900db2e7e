// Free time between appointments in the hours of work, and what became of the time of appointments that failed.

import { jedeA, passtA, type Auswahl } from '../snapshot/selection.ts';
import { S, type Bild } from '../snapshot/snapshot.ts';
import { abStelle } from '../snapshot/tables/sort-rows.ts';
import { einmal } from './row-index.ts';
import { istAbgesagt } from './walks.ts';

/** A stretch without an appointment, minutes since midnight; `zeile` is the row of working hours that it lies in. */
export interface Luecke {
  tag: number;
  behandler: number;
  zimmer: number;
  von: number;
  bis: number;
  zeile: number;
}

/** Minutes of a day's appointments of one practitioner that take time, as stretches. */
function belegt(bild: Bild, tag: number): Map<number, [number, number][]> {
  const { T } = bild,
    found = new Map<number, [number, number][]>();
  for (let i = abStelle(T.tag, tag); i < T.n && T.tag[i] === tag; i += 1) {
    if (istAbgesagt(T.status[i]!) || T.behandler[i]! < 0) continue;
    const list = found.get(T.behandler[i]!) ?? [];
    found.set(T.behandler[i]!, list);
    list.push([T.minute[i]!, T.minute[i]! + T.dauer[i]!]);
  }
  for (const list of found.values()) list.sort((x, y) => x[0] - y[0]);
  return found;
}
/** Calls back with each stretch without an appointment of one row of working hours. @param taken stretches that appointments of its day take, by practitioner */
function jedeDerZeile(
  { A }: Bild,
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
interface Luecken {
  readonly zeile: Int32Array;
  readonly tag: Int32Array;
  readonly von: Int32Array;
  readonly bis: Int32Array;
}
/** Spans of more days have every stretch of the image listed once. */
const LANGE = 400;
const gelistet = new WeakMap<Bild, Luecken>();
/** Every stretch without an appointment, by day; what is chosen changes nothing about it. */
export function alleLuecken(bild: Bild): Luecken {
  const known = gelistet.get(bild);
  if (known) return known;
  const { A } = bild,
    zeile: number[] = [],
    from: number[] = [],
    to: number[] = [];
  let tag = Number.NaN,
    taken = new Map<number, [number, number][]>();
  for (let i = 0; i < A.tag.length; i += 1) {
    if (A.tag[i] !== tag) {
      tag = A.tag[i]!;
      taken = belegt(bild, tag);
    }
    jedeDerZeile(bild, i, taken, (von, bis) => {
      zeile.push(i);
      from.push(von);
      to.push(bis);
    });
  }
  const made: Luecken = {
    zeile: Int32Array.from(zeile),
    tag: Int32Array.from(zeile, (i) => A.tag[i]!),
    von: Int32Array.from(from),
    bis: Int32Array.from(to),
  };
  gelistet.set(bild, made);
  return made;
}
/** Calls back with each stretch of at least so many minutes that no appointment takes, by day and practitioner. */
export function jedeLuecke(a: Auswahl, mindestens: number, visit: (l: Luecke) => void): void {
  const { bild } = a,
    { A } = bild,
    tell = (i: number, von: number, bis: number): void => {
      if (bis - von >= mindestens)
        visit({
          tag: A.tag[i]!,
          behandler: A.behandler[i]!,
          zimmer: A.zimmer[i]!,
          von,
          bis,
          zeile: A.roh[i]!,
        });
    };
  if (a.bis - a.von < LANGE && !gelistet.has(bild)) {
    let tag = Number.NaN,
      taken = new Map<number, [number, number][]>();
    jedeA(a, (i) => {
      if (A.tag[i] !== tag) {
        tag = A.tag[i]!;
        taken = belegt(bild, tag);
      }
      jedeDerZeile(bild, i, taken, (von, bis) => {
        tell(i, von, bis);
      });
    });
    return;
  }
  const all = alleLuecken(bild),
    end = abStelle(all.tag, a.bis + 1);
  for (let k = abStelle(all.tag, a.von); k < end; k += 1)
    if (passtA(a, all.zeile[k]!)) tell(all.zeile[k]!, all.von[k]!, all.bis[k]!);
}

/** Minutes of a failed appointment that others took, given after the time came free, by the same practitioner (without one: in the same room). */
export function wiederBelegt(bild: Bild, i: number): number {
  const known = einmal(bild, 'wiederBelegt', () => new Float64Array(bild.T.n).fill(Number.NaN));
  if (Number.isNaN(known[i])) known[i] = minutenAnderer(bild, i);
  return known[i]!;
}
function minutenAnderer({ T }: Bild, i: number): number {
  const from = T.start[i]!,
    to = from + T.dauer[i]! * 60_000,
    since = Number.isNaN(T.absage[i]) ? from : T.absage[i]!,
    parts: [number, number][] = [];
  for (let j = abStelle(T.tag, T.tag[i]!); j < T.n && T.tag[j] === T.tag[i]; j += 1) {
    if (
      j === i ||
      istAbgesagt(T.status[j]!) ||
      T.status[j] === S.NICHT_ERSCHIENEN ||
      (!Number.isNaN(T.angelegt[j]) && T.angelegt[j]! < since)
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
