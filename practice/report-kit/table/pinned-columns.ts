// Columns that stay in view while a wide table scrolls sideways: the first one, and the money. Pure.

import type { Column } from '../../../shared/analytics/reports/report.ts';
import { tableWidth, widthOf } from './column-widths.ts';

/** Columns of money at the right edge. */
const MOST_MONEY = 3;

/** Where a column stays: its distance in px from an edge. */
export type Pin = { readonly left: number } | { readonly right: number };

/**
 * Returns the pins by key of a column. Amounts that are summed come first; of several the first ones
 * stay.
 * @param width of the view in px; a narrow one keeps the first column only
 * @returns undefined where the table is not wider than its view, or the view is not measured yet
 */
export function pinsOf(
  columns: readonly Column[],
  sums: readonly string[],
  width: number,
): ReadonlyMap<string, Pin> | undefined {
  if (width === 0 || tableWidth(columns) <= width) return undefined;
  const [first, ...rest] = columns,
    pins = new Map<string, Pin>();
  if (first === undefined) return pins;
  pins.set(first.key, { left: 0 });
  const money = rest.filter(({ typ }) => typ === 'eur'),
    summed = money.filter(({ key }) => sums.includes(key)),
    kept = (summed.length > 0 ? summed : money).slice(0, MOST_MONEY);
  // A third of the view has to be left to scroll in.
  while (
    kept.length > 0 &&
    3 * [first, ...kept].reduce((sum, one) => sum + widthOf(one), 0) > 2 * width
  )
    kept.pop();
  let right = 0;
  for (const one of kept.toReversed()) {
    pins.set(one.key, { right });
    right += widthOf(one);
  }
  return pins;
}
