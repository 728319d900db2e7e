/** Working hours of a practice, with the room minutes that no earlier row covers. */
import { EMPTY } from '../calendar.ts';
import { gather, sortOrder } from '../tables/sort-rows.ts';
import type { RawData } from '../tables/raw-tables.ts';
import { i32 } from './typed-columns.ts';
import type { WorkingHours } from '../snapshot.ts';

export function buildWorkingHours(rawRows: RawData): WorkingHours {
  const t = rawRows.tables.arbeitszeit,
    c = t.columns,
    own = rawRows
      .live('arbeitszeit')
      .filter(
        (at) =>
          c['typ']![at] === 0 &&
          c['datum']![at] !== EMPTY &&
          c['bis']![at]! > c['von']![at]! &&
          c['von']![at] !== EMPTY,
      );
  const order = sortOrder(gather(i32(c['datum']), own)),
    places = gather(own, order),
    n = places.length,
    pick = (name: string): Int32Array => gather(i32(c[name]), places);
  const day = pick('datum'),
    zimmer = pick('zimmer'),
    since = pick('von'),
    end = pick('bis'),
    minutes = end.map((end, i) => end - since[i]!),
    roomMinutes = new Int32Array(n);
  for (let from = 0; from < n;) {
    let to = from;
    while (to < n && day[to] === day[from]) to += 1;
    const soFar = new Map<number, number>();
    for (const i of Array.from({ length: to - from }, (_, k) => from + k)
      .filter((k) => zimmer[k]! >= 0)
      .sort(
        (a, b) => since[a]! - since[b]! || (t.ids[places[a]!]! < t.ids[places[b]!]! ? -1 : 1),
      )) {
      const covered = soFar.get(zimmer[i]!) ?? 0;
      roomMinutes[i] = Math.max(0, end[i]! - Math.max(since[i]!, covered));
      soFar.set(zimmer[i]!, Math.max(covered, end[i]!));
    }
    from = to;
  }
  return {
    n,
    rawRows: places,
    day,
    behandler: pick('behandler'),
    zimmer,
    from: since,
    to: end,
    minutes,
    roomMinutes,
  };
}
