// Reads once per file which columns hold numbers with a point before three digits, and which of
// them show elsewhere that their point is a decimal mark.

import { pointIn } from '../../../../shared/analytics/deliveries/pvs-values.ts';
import type { Bytes } from './source.ts';
import { eachRow, type Writing } from './text-of.ts';

/** What the cells of one column say about the point. */
interface PointColumn {
  /** First cell like `1.234` with the number of its row; null if there is none. */
  readonly open: { readonly text: string; readonly row: number } | null;
  /** Whether a cell looks like `12.34`. */
  readonly hasDecimals: boolean;
}
/** By the place of the column in the header; columns without any such cell are absent. */
export type PointColumns = ReadonlyMap<number, PointColumn>;

/** Reads the whole file if it may contain such a cell. @throws FileRefused */
export async function pointColumnsOf(
  bytes: Bytes,
  writing: Writing,
  separator: string,
): Promise<PointColumns> {
  const columns = new Map<number, PointColumn>();
  if (!writing.hasPoints) return columns;
  let row = 0;
  const look = (cells: readonly string[]): void => {
    row++;
    for (const [at, given] of cells.entries()) {
      if (!given.includes('.')) continue;
      const text = given.trim(),
        says = pointIn(text);
      if (says === undefined) continue;
      const { open, hasDecimals } = columns.get(at) ?? { open: null, hasDecimals: false };
      if (says === 'decimal' && !hasDecimals) columns.set(at, { open, hasDecimals: true });
      if (says === 'open' && open === null) columns.set(at, { open: { text, row }, hasDecimals });
    }
  };
  const rows = eachRow(bytes, writing, separator, look);
  while ((await rows.next()).done !== true);
  return columns;
}
