/**
 * Generates small random practices that trigger rules: days at the edges of windows, positions in
 * many spellings, notes with keywords, and missing, cancelled or corrected data.
 */
import type { RawRow } from '../../server/analytics/snapshot/tables/raw-tables.ts';
import type { Rule } from '../../shared/analytics/billing/rule.ts';
import { shuffledRows } from '../reports/random.ts';
import { createDraw, type Draw } from './random-days/draw.ts';
import { addPerson } from './random-days/person.ts';
import { GROUPS } from './random-days/tables.ts';
import { addVisit } from './random-days/visit.ts';

export interface RandomDays {
  readonly rows: RawRow[];
  /** The same in deliveries, including older and corrected rows. */
  readonly batches: RawRow[][];
}

/** Adds the stamp, practitioners and appointment types. */
function addMasterData({ put }: Draw): void {
  put('stempel', { name: 'Praxis' }, 's1');
  ['ZAHNARZT', 'ZAHNARZT', 'PROPHYLAXE', 'VERTRETUNG'].forEach((art, at) => {
    put('behandler', { name: `B${at}`, art, stempel: 's1' }, `b${at}`);
  });
  GROUPS.forEach((group) => {
    put('terminarten', { name: group, standardgruppe: group }, group);
  });
}

/** Earlier and duplicate versions of rows, in deliveries of any order. */
function deliver({ rows, r, int }: Draw): RandomDays {
  const old = rows
    .filter(() => r() < 0.1)
    .map((row) => ({
      ...row,
      version: 50,
      hash: int(1_000_000),
      values:
        row.entity === 'leistung' && !row.isDeleted
          ? { ...row.values, nr: '01', system: 'BEMA' }
          : row.values,
    }));
  const twice = rows.filter(() => r() < 0.05);
  const batches: RawRow[][] = [[], [], [], []];
  for (const row of shuffledRows([...rows, ...old, ...twice], r))
    batches[int(batches.length)]!.push(row);
  return { rows: [...rows, ...old], batches };
}

/** Returns the practice of a seed. @param size number of people */
export function randomDays(seed: number, rules: readonly Rule[], size = 5): RandomDays {
  const draw = createDraw(seed);
  addMasterData(draw);
  for (let at = 0; at < size; at += 1) {
    const person = addPerson(draw, at, rules);
    for (const step of person.days.keys()) addVisit(draw, person, step);
  }
  return deliver(draw);
}
