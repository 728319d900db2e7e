/** Draws days, instants and rows of a generated practice from one seed. */
import {
  PVS_FIELDS,
  type PvsEntity,
  type PvsValue,
} from '../../../shared/analytics/deliveries/pvs.ts';
import type { RawRow } from '../../../server/analytics/snapshot/tables/raw-tables.ts';
import { choicesOf, createRandom, type Choices, type Random } from '../random.ts';

/** 20 November 2026, 10 o'clock in Berlin. */
export const NOW = Date.parse('2026-11-20T09:00:00Z');
export const TODAY = '2026-11-20';
const DAY_MS = 86_400_000;

/**
 * Edges of quarters, halves and years, days of the clock change and a leap day come more often than
 * by chance.
 */
const EDGES = [
  '2024-02-29',
  '2025-03-30',
  '2025-10-26',
  '2025-12-31',
  '2026-01-01',
  '2026-03-29',
  '2026-03-31',
  '2026-04-01',
  '2026-06-30',
  '2026-07-01',
  '2026-10-25',
  TODAY,
  '2026-11-21',
];

/**
 * Random source of one practice. Every call takes the next numbers of one sequence, so the order of
 * calls decides the data that a seed generates.
 */
export interface Draw extends Choices {
  /** Multiplier of the number of rows. */
  readonly size: number;
  /** Rows so far, in the order of creation. */
  readonly rows: RawRow[];
  r: Random;
  day: (from?: string, to?: string) => string;
  /** Returns a day at most this many days later. */
  after: (from: string, days: number) => string;
  /** Returns a time within the opening hours of the day. */
  instant: (day: string) => number;
  /** Returns whether the row is a deleted one. */
  gone: () => boolean;
  /** Adds a row, sometimes with an older state or a duplicate of it. */
  put: (
    entity: PvsEntity,
    id: string,
    values: Record<string, PvsValue>,
    isDeleted?: boolean,
  ) => void;
}

/** Returns a draw without rows. */
export function createDraw(seed: number, size: number): Draw {
  const r = createRandom(seed);
  const { int, pick, maybe } = choicesOf(r);
  const rows: RawRow[] = [];
  const day = (from = '2024-01-01', to = '2027-02-01'): string => {
    if (r() < 0.1) {
      const near = EDGES.filter((e) => e >= from && e <= to);
      if (near.length > 0) return pick(near);
    }
    const a = Date.parse(from);
    const b = Date.parse(to);
    return new Date(a + Math.floor(r() * ((b - a) / DAY_MS + 1)) * DAY_MS)
      .toISOString()
      .slice(0, 10);
  };
  const put: Draw['put'] = (entity, id, values, isDeleted = false) => {
    const all = Object.fromEntries(PVS_FIELDS[entity].map((f) => [f.name, values[f.name] ?? null]));
    const one: RawRow = {
      entity,
      id,
      version: 100 + int(3),
      hash: int(1_000_000),
      isDeleted,
      values: isDeleted ? {} : all,
    };
    rows.push(one);
    // An older state of the same row, and sometimes a duplicate.
    if (r() < 0.12)
      rows.push({
        ...one,
        version: 50,
        hash: int(1_000_000),
        isDeleted: r() < 0.2,
        values: { ...all, ...(entity === 'leistung' && { betrag: 777, datum: day() }) },
      });
    if (r() < 0.05) rows.push(one);
  };
  return {
    size,
    rows,
    r,
    int,
    pick,
    maybe,
    day,
    after: (from, days) =>
      new Date(Date.parse(from) + int(days + 1) * DAY_MS).toISOString().slice(0, 10),
    instant: (d) => Date.parse(`${d}T00:00:00Z`) + (5 * 60 + int(15 * 60)) * 60_000,
    gone: () => r() < 0.04,
    put,
  };
}
