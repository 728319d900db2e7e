// The table of the rows below a figure, for the screen and for files. Pure.

import type { Column, PracticeReport } from '../../shared/analytics/reports/report.ts';
import type { KpiWords } from './use-kpi-words.ts';

type Row = PracticeReport['zeilen'][number];

/** Columns, and rows in which each value has its own unit. */
export interface DrillTable {
  readonly spalten: readonly Column[];
  readonly zeilen: readonly Row[];
}
/**
 * Returns the columns that tell these rows apart, and the rows in words. A file of all rows needs its
 * own columns: its last rows may differ where the first ones do not.
 * @param word says a code in words
 */
export function drillTable(
  columns: readonly Column[],
  rows: readonly Row[],
  { nennerIn, zaehlerIn }: Pick<KpiWords, 'nennerIn' | 'zaehlerIn'>,
  word: (given: string) => string,
): DrillTable {
  const differ = (key: string): boolean => new Set(rows.map((row) => row[key])).size > 1;
  return {
    spalten: columns
      .filter(({ key }) => (key !== 'teil' && key !== 'entity') || differ(key))
      .map((one) => (one.key === 'wert' ? { ...one, typ: 'zahl' as const } : one)),
    zeilen: rows.map((row) => ({
      ...row,
      ...(typeof row['worte'] === 'string' && {
        worte: row['worte'].split(' · ').map(word).join(' · '),
      }),
      einheit: row['teil'] === 'nenner' ? nennerIn : zaehlerIn,
    })),
  };
}

const hasPartsOfCent = (euros: unknown): boolean =>
  typeof euros === 'number' && Math.abs(euros * 100 - Math.round(euros * 100)) > 1e-6;
/**
 * Returns the table for a file. Amounts per day have parts of a cent: as amounts they would be
 * rounded, and a file would no longer add up to its figure.
 */
export const drillFile = ({ spalten, zeilen }: DrillTable): DrillTable => ({
  spalten,
  zeilen: zeilen.map((row) =>
    row['einheit'] === 'eur' && hasPartsOfCent(row['wert']) ? { ...row, einheit: 'zahl' } : row,
  ),
});
