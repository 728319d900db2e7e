// Sink of a key figure's walk: it receives each counted row, as numerator or denominator; the sum,
// the table and the list behind a number come from this one walk.

import type { PvsEntity } from '../../../shared/analytics/deliveries/pvs.ts';
import type { Selection } from '../snapshot/selection.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

/** `at` is the index in the entity's table. Money in cents. */
export interface RowSink {
  /** Set where the single rows are not needed: a known sum may be passed as one value. */
  readonly isSumOnly?: boolean;
  numerator(entity: PvsEntity, at: number, value: number): void;
  denominator(entity: PvsEntity, at: number, value: number): void;
  /**
   * Receives a row of a state on a past day that counts or not: a day is missing in the data.
   * `until`: first day on which it is known again. The figure then has no value for that day.
   */
  undated?(entity: PvsEntity, at: number, until: number): void;
}
/** Iterates over the rows that count. */
export type Definition = (a: Selection, s: RowSink) => void;
/**
 * A figure whose rows count on their own day regardless of other criteria, or a part of one: its
 * sums are stored by day. `walk` is the walk (default: the figure's own), named `name` (default:
 * the figure's name); `rest` adds the parts computed per question; `spanOf`: the days that count,
 * where they differ from those of the filter; `sums`: numerator or denominator is the numerator of
 * another figure; `judgeVisit`: used in place of a walk, where visits count.
 */
export interface ByDay {
  name?: string;
  walk?: Definition;
  sums?: { numerator?: string; denominator?: string };
  judgeVisit?: (snapshot: Snapshot) => (visit: number) => -1 | 0 | 1;
  rest?: Definition;
  spanOf?: (a: Selection) => Selection;
}
