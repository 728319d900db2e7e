// Fixed subsidies by finding and bonus, in cents, with the first day of their validity.

import type { Mark, Valid } from '../position.ts';
import data from './festzuschuss@2026.json' with { type: 'json' };

export type Bonus = 60 | 70 | 75 | 100;
export interface Finding extends Valid {
  readonly number: string;
  readonly text: string;
  /** Position of the standard care. */
  readonly standard: string;
  readonly cents: Readonly<Record<Bonus, number>>;
  readonly mark: Mark;
}
export const FINDINGS_SOURCE = { source: data.source, readOn: data.readOn } as const;
export const FINDINGS: readonly Finding[] = data.findings.map(
  ([number, text, standard, c60, c70, c75, c100]) => ({
    number: String(number),
    text: String(text),
    standard: String(standard),
    cents: { 60: Number(c60), 70: Number(c70), 75: Number(c75), 100: Number(c100) },
    mark: data.mark as Mark,
    from: data.from,
    to: null,
  }),
);
