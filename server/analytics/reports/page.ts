// One page of the rows behind a key figure, without sorting all of them by their text.

import type { PvsEntity } from '../../../shared/analytics/deliveries/pvs.ts';
import { withPeriod, type Selection } from '../snapshot/selection.ts';
import { prelistRows } from '../snapshot/selection/candidate-rows.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { berlinDay, EMPTY } from '../snapshot/calendar.ts';
import { walkFigure, dailyWalk, type Contribution } from '../metrics/compute.ts';
import type { Definition, RowSink } from '../metrics/sink.ts';
import { dayBoundsOf } from '../metrics/sum-store.ts';

/** Returns the day of delivered rows of an entity; EMPTY where they have none. */
export function dayOfRow(snapshot: Snapshot, entity: PvsEntity): (at: number) => number {
  const c = snapshot.rawRows.tables[entity].columns,
    start = c['start'],
    days = DAYS.flatMap((name) => c[name] ?? []),
    [only] = days;
  if (!start && only && days.length === 1) return (at) => only[at]!;
  return (at) => {
    if (start && !Number.isNaN(start[at])) return berlinDay(start[at]!);
    for (const day of days) if (day[at] !== EMPTY) return day[at]!;
    return EMPTY;
  };
}
/** Returns the same for rows of any entity, one after another. */
function dayOfAnyRow(snapshot: Snapshot): (entity: PvsEntity, at: number) => number {
  const days = new Map<PvsEntity, (at: number) => number>();
  let latest: PvsEntity | undefined,
    own: (at: number) => number = () => EMPTY;
  return (entity, at) => {
    if (entity !== latest) {
      latest = entity;
      let known = days.get(entity);
      if (!known) days.set(entity, (known = dayOfRow(snapshot, entity)));
      own = known;
    }
    return own(at);
  };
}
const DAYS = ['datum', 'erstelltAm', 'faelligAm', 'von', 'eintritt'] as const;
/** Rows of one page. */
export const ROWS_PER_PAGE = 200;
/** Rows of one page of a file. */
export const ROWS_PER_FILE_PAGE = 2000;
/**
 * Counts the rows of a walk by side and day, so that a second walk collects only those of the days on
 * a page.
 */
function countRows(
  walk: (sink: RowSink) => void,
  dayOf: (entity: PvsEntity, at: number) => number,
): { count: number; sides: [Map<number, number>, Map<number, number>] } {
  const sides: [Map<number, number>, Map<number, number>] = [new Map(), new Map()],
    dayNumber = [Number.NaN, Number.NaN],
    many = [0, 0];
  let count = 0;
  const writeDown = (side: 0 | 1): void => {
    if (many[side]! > 0)
      sides[side].set(dayNumber[side]!, (sides[side].get(dayNumber[side]!) ?? 0) + many[side]!);
    many[side] = 0;
  };
  // Walks are usually ordered by day: a day is recorded when the next one comes.
  const take = (side: 0 | 1, entity: PvsEntity, at: number): void => {
    if (at < 0) return;
    const day = dayOf(entity, at);
    count += 1;
    if (day !== dayNumber[side]) {
      writeDown(side);
      dayNumber[side] = day;
    }
    many[side]! += 1;
  };
  walk({
    numerator: (entity, at) => {
      take(0, entity, at);
    },
    denominator: (entity, at) => {
      take(1, entity, at);
    },
  });
  writeDown(0);
  writeDown(1);
  return { count, sides };
}
/** Number of all rows, and those of one page. */
export interface Page {
  count: number;
  page: (Contribution & { day: number })[];
}
/** Number of days walked at once, and the maximum number of walks. */
const DAYS_PER_WEEK = 7,
  MAX_NUMBERS = 1000;
/**
 * Same for a walk whose rows count on their own days: ranges of days are counted, and only those on
 * the page are read.
 */
function pageByDays(walk: Definition, a: Selection, page: number, size: number): Page {
  const { tables } = a.snapshot.rawRows,
    { earliest, lastDay } = dayBoundsOf(a.snapshot),
    from = Math.max(a.from, earliest),
    to = Math.min(a.to, lastDay),
    days = Math.max(DAYS_PER_WEEK, Math.ceil((to - from) / MAX_NUMBERS)),
    weeks: { a: Selection; many: [number, number] }[] = [],
    total = [0, 0];
  prelistRows(withPeriod(a, from, to));
  for (let day = to; day >= from; day -= days) {
    const many: [number, number] = [0, 0],
      week = withPeriod(a, Math.max(from, day - days + 1), day);
    walk(week, {
      numerator: () => {
        many[0] += 1;
      },
      denominator: () => {
        many[1] += 1;
      },
    });
    weeks.push({ a: week, many });
    total[0]! += many[0];
    total[1]! += many[1];
  }
  const end = page * size,
    shown: Page['page'] = [],
    dayOf = dayOfAnyRow(a.snapshot);
  let before = 0;
  for (const side of [0, 1] as const)
    for (const week of weeks) {
      const many = week.many[side];
      if (many === 0 || before + many <= end - size || before >= end) {
        before += many;
        continue;
      }
      const days = new Map<number, Page['page']>(),
        part = side === 0 ? 'zaehler' : 'nenner';
      const take = (entity: PvsEntity, at: number, value: number): void => {
        const day = dayOf(entity, at),
          own = days.get(day),
          row = { entity, at, side: part, value, day } as const;
        if (own) own.push(row);
        else days.set(day, [row]);
      };
      walk(
        week.a,
        side === 0
          ? { numerator: take, denominator: () => undefined }
          : { numerator: () => undefined, denominator: take },
      );
      for (const [, rows] of [...days].sort(([x], [y]) => y - x)) {
        if (before + rows.length > end - size && before < end)
          shown.push(
            ...sortedById(tables, rows).slice(Math.max(0, end - size - before), end - before),
          );
        before += rows.length;
      }
    }
  return { count: total[0]! + total[1]!, page: shown };
}
function sortedById<T extends Contribution>(tables: Snapshot['rawRows']['tables'], rows: T[]): T[] {
  const id = (b: Contribution): string => tables[b.entity].ids[b.at]!;
  return rows.sort((x, y) => (id(x) < id(y) ? -1 : id(x) > id(y) ? 1 : 0));
}
/**
 * Returns one page of the rows that a key figure counted: numerator first, newest first, those
 * without a day last, then by id.
 * @param chosen passes on only the rows to list
 */
export function pageOf(
  a: Selection,
  key: string,
  page: number,
  size: number = ROWS_PER_PAGE,
  chosen: (sink: RowSink) => RowSink = (sink) => sink,
): Page {
  const byDay = dailyWalk(key, a);
  if (byDay) {
    const walk: Definition = (span, sink) => {
      byDay.walk(span, chosen(sink));
    };
    return pageByDays(walk, byDay.a, page, size);
  }
  return pageOfWalk(
    a.snapshot,
    (sink) => {
      walkFigure(key, a, chosen(sink));
    },
    page,
    size,
  );
}
/** Returns one page of the rows of any walk, in the same order. */
export function pageOfWalk(
  snapshot: Snapshot,
  walk: (sink: RowSink) => void,
  page: number,
  size: number = ROWS_PER_PAGE,
): Page {
  const { tables } = snapshot.rawRows,
    dayOf = dayOfAnyRow(snapshot),
    to = page * size,
    from = to - size;
  const { count, sides } = countRows(walk, dayOf),
    contributionMaps: [
      Map<number, (Contribution & { day: number })[]>,
      Map<number, (Contribution & { day: number })[]>,
    ] = [new Map(), new Map()];
  let before = 0,
    skipped = -1;
  for (const side of [0, 1] as const)
    for (const [day, many] of [...sides[side]].sort(([x], [y]) => y - x)) {
      if (before + many > from && before < to) {
        if (skipped < 0) skipped = from - before;
        contributionMaps[side].set(day, []);
      }
      before += many;
    }
  const take = (side: 0 | 1, entity: PvsEntity, at: number, value: number): void => {
    if (at < 0) return;
    const day = dayOf(entity, at);
    contributionMaps[side]
      .get(day)
      ?.push({ entity, at, side: side === 0 ? 'zaehler' : 'nenner', value, day });
  };
  if (skipped >= 0)
    walk({
      numerator: (entity, at, value) => {
        take(0, entity, at, value);
      },
      denominator: (entity, at, value) => {
        take(1, entity, at, value);
      },
    });
  const found = contributionMaps.flatMap((side) =>
    [...side.values()].flatMap((rows) => sortedById(tables, rows)),
  );
  return {
    count,
    page: skipped < 0 ? [] : found.slice(skipped, skipped + size),
  };
}
