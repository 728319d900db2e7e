/**
 * Working hours of a practice in stretches. Each minute of a practitioner counts once and not while
 * they are away, each minute of a room once.
 */
import { EMPTY } from '../calendar.ts';
import { gather, sortOrder } from '../tables/sort-rows.ts';
import type { RawData } from '../tables/raw-tables.ts';
import { i32 } from './typed-columns.ts';
import type { WorkingHours } from '../snapshot.ts';

type Interval = readonly [from: number, to: number];
/** Indexes in the list of kinds. */
const TREATMENT = 0,
  AWAY = 2;

/** Returns the parts of intervals outside other ones. */
function outside(intervals: readonly Interval[], others: readonly Interval[]): Interval[] {
  let rest = [...intervals];
  for (const [from, to] of others)
    rest = rest.flatMap(([a, z]): Interval[] =>
      to <= a || z <= from
        ? [[a, z]]
        : [
            ...(a < from ? ([[a, from]] as Interval[]) : []),
            ...(to < z ? ([[to, z]] as Interval[]) : []),
          ],
    );
  return rest;
}

/** One stretch of a row; `isSecond` where an earlier row has the same minutes of the person. */
interface Stretch {
  readonly k: number;
  readonly from: number;
  readonly to: number;
  readonly isSecond: boolean;
}

/** Rows of one kind with valid times, by day. */
function rowsOfKind(rawRows: RawData, kind: number): { places: Int32Array; day: Int32Array } {
  const c = rawRows.tables.arbeitszeit.columns,
    own = rawRows
      .live('arbeitszeit')
      .filter(
        (at) =>
          c['typ']![at] === kind &&
          c['datum']![at] !== EMPTY &&
          c['bis']![at]! > c['von']![at]! &&
          c['von']![at] !== EMPTY,
      ),
    places = gather(own, sortOrder(gather(i32(c['datum']), own)));
  return { places, day: gather(i32(c['datum']), places) };
}

export function buildWorkingHours(rawRows: RawData): WorkingHours {
  const t = rawRows.tables.arbeitszeit,
    c = t.columns,
    { places, day } = rowsOfKind(rawRows, TREATMENT),
    n = places.length,
    pick = (name: string): Int32Array => gather(i32(c[name]), places);
  const who = pick('behandler'),
    since = pick('von'),
    until = pick('bis'),
    awayOf = absences(rawRows),
    isFirst = (x: number, y: number): boolean => t.ids[places[x]!]! < t.ids[places[y]!]!;
  const all: Stretch[] = [];
  for (let from = 0; from < n;) {
    let to = from;
    while (to < n && day[to] === day[from]) to += 1;
    const order = Array.from({ length: to - from }, (_, k) => from + k).sort(
        (x, y) => since[x]! - since[y]! || (isFirst(x, y) ? -1 : 1),
      ),
      soFar = new Map<number, Interval[]>(),
      ofDay: Stretch[] = [];
    for (const k of order) {
      const b = who[k]!,
        before = (b < 0 ? undefined : soFar.get(b)) ?? [],
        present = outside([[since[k]!, until[k]!]], awayOf(b, day[k]!)),
        fresh = outside(present, before);
      for (const [a, z] of fresh) ofDay.push({ k, from: a, to: z, isSecond: false });
      for (const [a, z] of outside(present, fresh))
        ofDay.push({ k, from: a, to: z, isSecond: true });
      soFar.set(b, [...before, ...fresh]);
    }
    all.push(...ofDay.sort((x, y) => x.k - y.k || x.from - y.from));
    from = to;
  }
  const of = (column: Int32Array): Int32Array => Int32Array.from(all, ({ k }) => column[k]!),
    hours = {
      n: all.length,
      rawRows: of(places),
      day: of(day),
      behandler: of(who),
      zimmer: of(pick('zimmer')),
      from: Int32Array.from(all, (one) => one.from),
      to: Int32Array.from(all, (one) => one.to),
      minutes: Int32Array.from(all, ({ from, to, isSecond }) => (isSecond ? 0 : to - from)),
    };
  return { ...hours, roomMinutes: roomMinutesOf(hours, (x, y) => isFirst(all[x]!.k, all[y]!.k)) };
}

/** Times in which a practitioner is away, by person and day. */
function absences(rawRows: RawData): (who: number, day: number) => readonly Interval[] {
  const c = rawRows.tables.arbeitszeit.columns,
    { places } = rowsOfKind(rawRows, AWAY),
    found = new Map<string, Interval[]>();
  for (const at of places) {
    const key = `${c['behandler']![at]!} ${c['datum']![at]!}`,
      known = found.get(key) ?? [];
    known.push([c['von']![at]!, c['bis']![at]!]);
    found.set(key, known);
  }
  return (who, day) => (who < 0 ? [] : (found.get(`${who} ${day}`) ?? []));
}

/** Minutes of each stretch that no earlier one of the same room and day covers. */
function roomMinutesOf(
  { n, day, zimmer, from, to }: Omit<WorkingHours, 'roomMinutes'>,
  isFirst: (x: number, y: number) => boolean,
): Int32Array {
  const minutes = new Int32Array(n);
  for (let start = 0; start < n;) {
    let end = start;
    while (end < n && day[end] === day[start]) end += 1;
    const soFar = new Map<number, number>();
    for (const i of Array.from({ length: end - start }, (_, k) => start + k)
      .filter((k) => zimmer[k]! >= 0)
      .sort((x, y) => from[x]! - from[y]! || (isFirst(x, y) ? -1 : 1))) {
      const covered = soFar.get(zimmer[i]!) ?? 0;
      minutes[i] = Math.max(0, to[i]! - Math.max(from[i]!, covered));
      soFar.set(zimmer[i]!, Math.max(covered, to[i]!));
    }
    start = end;
  }
  return minutes;
}
