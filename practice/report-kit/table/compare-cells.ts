// The order of cells in a report's table.

import type { CellValue } from '../../../shared/analytics/reports/report.ts';

const collator = new Intl.Collator('de', { numeric: true });
/** Compares numbers by size, words in German collation. */
export function compareCells(a: CellValue | undefined, b: CellValue | undefined): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return collator.compare(String(a ?? ''), String(b ?? ''));
}
