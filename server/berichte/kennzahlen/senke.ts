// What a key figure's walk tells: each row that counts, as numerator or denominator; the sum, the table and the list behind a number come from this one walk.

import type { PvsEntity } from '../../../shared/pvs.ts';
import type { Auswahl } from '../auswahl.ts';

/** `at` is the place in the entity's table. Money in cents. */
export interface Senke {
  z(entity: PvsEntity, at: number, wert: number): void;
  n(entity: PvsEntity, at: number, wert: number): void;
}
/** Visits the rows that count. */
export type Definition = (a: Auswahl, s: Senke) => void;
/**
 * A figure whose rows count on a day of their own whatever else is asked, or a part of one: its sums are kept by day. `weg` is the walk (without it the figure's own), named `wort` (without it by the figure);
 * `rest` adds what is worked out with each question; `spanne`: the days that count, where they are not those of the choice.
 */
export interface Tageweise { wort?: string; weg?: Definition; /** In place of a walk, where what it visits has no day: tells numerator and denominator of days. */ tage?: (a: Auswahl, tell: (tag: number, z: number, n: number) => void) => void; rest?: Definition; spanne?: (a: Auswahl) => Auswahl }
