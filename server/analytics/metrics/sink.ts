// What a key figure's walk tells: each row that counts, as numerator or denominator; the sum, the table and the list behind a number come from this one walk.

import type { PvsEntity } from '../../../shared/analytics/deliveries/pvs.ts';
import type { Selection } from '../snapshot/selection.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

/** `at` is the place in the entity's table. Money in cents. */
export interface RowSink {
  /** Nobody asks which rows they are: what is known as a sum may be told as one. */
  readonly isSumOnly?: boolean;
  z(entity: PvsEntity, at: number, wert: number): void;
  n(entity: PvsEntity, at: number, wert: number): void;
}
/** Visits the rows that count. */
export type Definition = (a: Selection, s: RowSink) => void;
/**
 * A figure whose rows count on a day of their own whatever else is asked, or a part of one: its sums are kept by day. `weg` is the walk (without it the figure's own), named `wort` (without it by the figure);
 * `rest` adds what is worked out with each question; `spanOf`: the days that count, where they are not those of the choice; `aus`: numerator or denominator is the numerator of another figure; `besuch`: in place of a walk, where visits count;
 * `appliesTo`: for which choices the sums hold, without it for all.
 */
export interface ByDay {
  wort?: string;
  weg?: Definition;
  aus?: { z?: string; n?: string };
  besuch?: (snapshot: Snapshot) => (besuch: number) => -1 | 0 | 1;
  rest?: Definition;
  spanOf?: (a: Selection) => Selection;
  appliesTo?: (a: Selection) => boolean;
}
