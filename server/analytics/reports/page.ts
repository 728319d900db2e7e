// One page of the rows behind a key figure, without sorting all of them by their text.

import type { PvsEntity } from '../../../shared/analytics/deliveries/pvs.ts';
import { withPeriod, prelistRows, type Selection } from '../snapshot/selection.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { berlinDay, EMPTY } from '../snapshot/calendar.ts';
import { walkFigure, dailyWalk, type Contribution } from '../metrics/compute.ts';
import type { Definition } from '../metrics/sink.ts';
import { dayBoundsOf } from '../metrics/day-sums.ts';

/** Returns the day of delivered rows of an entity; LEER where they have none. */
export function dayOfRow(snapshot: Snapshot, entity: PvsEntity): (at: number) => number {
  const c = snapshot.rawRows.tables[entity].spalten,
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
/**
 * Walks a key figure twice: first counts rows by side and day, then collects only those of the days
 * on the page.
 */
function countRows(
  a: Selection,
  key: string,
  dayOf: (entity: PvsEntity, at: number) => number,
): { anzahl: number; sides: [Map<number, number>, Map<number, number>] } {
  const sides: [Map<number, number>, Map<number, number>] = [new Map(), new Map()],
    tag = [Number.NaN, Number.NaN],
    many = [0, 0];
  let anzahl = 0;
  const writeDown = (side: 0 | 1): void => {
    if (many[side]! > 0)
      sides[side].set(tag[side]!, (sides[side].get(tag[side]!) ?? 0) + many[side]!);
    many[side] = 0;
  };
  // Walks are usually ordered by day: a day is recorded when the next one comes.
  const take = (side: 0 | 1, entity: PvsEntity, at: number): void => {
    if (at < 0) return;
    const day = dayOf(entity, at);
    anzahl += 1;
    if (day !== tag[side]) {
      writeDown(side);
      tag[side] = day;
    }
    many[side]! += 1;
  };
  walkFigure(key, a, {
    z: (entity, at) => {
      take(0, entity, at);
    },
    n: (entity, at) => {
      take(1, entity, at);
    },
  });
  writeDown(0);
  writeDown(1);
  return { anzahl, sides };
}
interface Seite {
  anzahl: number;
  seite: (Contribution & { tag: number })[];
}
/** Number of days walked at once, and the maximum number of walks. */
const DAYS_PER_WEEK = 7,
  MAX_NUMBERS = 1000;
/**
 * Same for a walk whose rows count on their own days: ranges of days are counted, and only those on
 * the page are read.
 */
function pageByDays(weg: Definition, a: Selection, page: number): Seite {
  const { tables } = a.snapshot.rawRows,
    { earliest, lastDay } = dayBoundsOf(a.snapshot),
    von = Math.max(a.von, earliest),
    bis = Math.min(a.bis, lastDay),
    tage = Math.max(DAYS_PER_WEEK, Math.ceil((bis - von) / MAX_NUMBERS)),
    weeks: { a: Selection; many: [number, number] }[] = [],
    summe = [0, 0];
  prelistRows(withPeriod(a, von, bis));
  for (let tag = bis; tag >= von; tag -= tage) {
    const many: [number, number] = [0, 0],
      woche = withPeriod(a, Math.max(von, tag - tage + 1), tag);
    weg(woche, {
      z: () => {
        many[0] += 1;
      },
      n: () => {
        many[1] += 1;
      },
    });
    weeks.push({ a: woche, many });
    summe[0]! += many[0];
    summe[1]! += many[1];
  }
  const ende = page * ROWS_PER_PAGE,
    seite: Seite['seite'] = [],
    dayOf = dayOfAnyRow(a.snapshot);
  let before = 0;
  for (const side of [0, 1] as const)
    for (const woche of weeks) {
      const many = woche.many[side];
      if (many === 0 || before + many <= ende - ROWS_PER_PAGE || before >= ende) {
        before += many;
        continue;
      }
      const days = new Map<number, Seite['seite']>(),
        teil = side === 0 ? 'zaehler' : 'nenner';
      const take = (entity: PvsEntity, at: number, wert: number): void => {
        const tag = dayOf(entity, at),
          own = days.get(tag),
          row = { entity, at, teil, wert, tag } as const;
        if (own) own.push(row);
        else days.set(tag, [row]);
      };
      weg(woche.a, side === 0 ? { z: take, n: () => undefined } : { z: () => undefined, n: take });
      for (const [, rows] of [...days].sort(([x], [y]) => y - x)) {
        if (before + rows.length > ende - ROWS_PER_PAGE && before < ende)
          seite.push(
            ...sortedById(tables, rows).slice(
              Math.max(0, ende - ROWS_PER_PAGE - before),
              ende - before,
            ),
          );
        before += rows.length;
      }
    }
  return { anzahl: summe[0]! + summe[1]!, seite };
}
function sortedById<T extends Contribution>(tables: Snapshot['rawRows']['tables'], rows: T[]): T[] {
  const id = (b: Contribution): string => tables[b.entity].ids[b.at]!;
  return rows.sort((x, y) => (id(x) < id(y) ? -1 : id(x) > id(y) ? 1 : 0));
}
/**
 * Returns one page of what a key figure counted: numerator first, newest first, those without a day
 * last, then by id.
 */
export function pageOf(a: Selection, key: string, page: number): Seite {
  const byDay = dailyWalk(key, a);
  if (byDay) return pageByDays(byDay.weg, byDay.a, page);
  const { tables } = a.snapshot.rawRows,
    dayOf = dayOfAnyRow(a.snapshot),
    bis = page * ROWS_PER_PAGE,
    ab = bis - ROWS_PER_PAGE;
  const { anzahl, sides } = countRows(a, key, dayOf),
    contributionMaps: [
      Map<number, (Contribution & { tag: number })[]>,
      Map<number, (Contribution & { tag: number })[]>,
    ] = [new Map(), new Map()];
  let before = 0,
    skipped = -1;
  for (const side of [0, 1] as const)
    for (const [tag, many] of [...sides[side]].sort(([x], [y]) => y - x)) {
      if (before + many > ab && before < bis) {
        if (skipped < 0) skipped = ab - before;
        contributionMaps[side].set(tag, []);
      }
      before += many;
    }
  const take = (side: 0 | 1, entity: PvsEntity, at: number, wert: number): void => {
    if (at < 0) return;
    const tag = dayOf(entity, at);
    contributionMaps[side]
      .get(tag)
      ?.push({ entity, at, teil: side === 0 ? 'zaehler' : 'nenner', wert, tag });
  };
  if (skipped >= 0)
    walkFigure(key, a, {
      z: (entity, at, wert) => {
        take(0, entity, at, wert);
      },
      n: (entity, at, wert) => {
        take(1, entity, at, wert);
      },
    });
  const found = contributionMaps.flatMap((side) =>
    [...side.values()].flatMap((rows) => sortedById(tables, rows)),
  );
  return {
    anzahl,
    seite: skipped < 0 ? [] : found.slice(skipped, skipped + ROWS_PER_PAGE),
  };
}
