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
