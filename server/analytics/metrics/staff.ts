/** Posts and sick days of the chosen teams. */
import type { Selection } from '../snapshot/selection.ts';
import { matchesTeam } from '../snapshot/selection/matches.ts';
import { EMPTY, weekdayOf } from '../snapshot/calendar.ts';
import { LIVE } from '../snapshot/tables/column-table.ts';

/**
 * Iterates over the full-time equivalents of the chosen teams, by the days of employment in the
 * span.
 */
export function forEachPost(a: Selection, count: (at: number, posts: number) => void): void {
  const c = a.snapshot.rawRows.tables.mitarbeiter.columns,
    days = a.to - a.from + 1;
  for (const at of a.snapshot.live.mitarbeiter) {
    if (!matchesTeam(a, c['team']![at]!)) continue;
    const from = c['eintritt']![at] === EMPTY ? a.from : Math.max(a.from, c['eintritt']![at]!),
      to = c['austritt']![at] === EMPTY ? a.to : Math.min(a.to, c['austritt']![at]!);
    if (to >= from) count(at, (c['fte']![at]! / 100) * ((to - from + 1) / days));
  }
}

const SICK = 0;

/**
 * Iterates over the sick notes of the chosen teams with their working days in the span that no
 * earlier note of the person covers. Days outside the employment do not count.
 */
export function forEachSickDay(a: Selection, visit: (at: number, days: number) => void): void {
  const { rawRows, live } = a.snapshot,
    c = rawRows.tables.fehlzeit.columns,
    { rowState, columns: m } = rawRows.tables.mitarbeiter;
  const from = c['von']!,
    to = c['bis']!,
    notes = [...live.fehlzeit].filter(
      (at) => c['art']![at] === SICK && c['mitarbeiter']![at]! >= 0,
    );
  notes.sort((x, y) => from[x]! - from[y]! || x - y);
  const told = new Map<number, number>();
  for (const at of notes) {
    const who = c['mitarbeiter']![at]!;
    if (rowState[who] !== LIVE || !matchesTeam(a, m['team']![who]!)) continue;
    const first = Math.max(a.from, from[at]!, m['eintritt']![who]!, told.get(who) ?? EMPTY);
    const last = Math.min(
      a.to,
      to[at]!,
      m['austritt']![who] === EMPTY ? a.to : m['austritt']![who]!,
    );
    let days = 0;
    for (let day = first; day <= last; day += 1) if (weekdayOf(day) < 5) days += 1;
    told.set(who, Math.max(told.get(who) ?? EMPTY, to[at]! + 1));
    if (days > 0) visit(at, days);
  }
}
