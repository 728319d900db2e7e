/** Inputs of the figures of the reference implementation, and their destination. */
import type { Choice } from './choice.ts';
import type { Money } from './money.ts';
import type { ReferencePractice } from './practice.ts';
import type { Visits } from './visits.ts';

export interface Scope extends ReferencePractice, Choice, Money, Visits {}

export interface Figure {
  zaehler: number | null;
  nenner: number | null;
  wert: number | null;
}

/** Cents of a euro. */
export const EURO = 100;

const rounded = (x: number): number => Math.round(x * 1e6) / 1e6;

/** Key figures computed so far. */
export class Figures {
  readonly all: Record<string, Figure> = {};

  /** Adds a sum, or a quotient if there is a denominator. */
  add(key: string, sum: number, denominator?: number, times = 1): void {
    this.all[key] =
      denominator === undefined
        ? { zaehler: rounded(sum), nenner: null, wert: rounded(sum) }
        : {
            zaehler: rounded(sum),
            nenner: rounded(denominator),
            wert: Math.abs(denominator) < 1e-9 ? null : rounded((sum / denominator) * times),
          };
  }

  /** Adds a figure whose value the rows do not give: a day is missing. */
  unknown(key: string): void {
    this.all[key] = { zaehler: null, nenner: null, wert: null };
  }

  /** Adds a median. */
  median(key: string, list: readonly number[]): void {
    const s = [...list].sort((x, y) => x - y);
    const m = s.length >> 1;
    const middle = s.length % 2 === 1 ? s[m]! : (s[m - 1]! + s[m]!) / 2;
    this.all[key] = {
      zaehler: null,
      nenner: s.length,
      wert: s.length === 0 ? null : rounded(middle),
    };
  }
}
