// Billing companies and the form in which they require the consent of § 10 para. 6 GOZ to be
// signed, as far as published; addresses and banks are in the contract of the practice.

import type { FactoringForm } from '../../shared/papers/consent.ts';

export interface KnownPartner {
  readonly key: string;
  readonly name: string;
  readonly form: FactoringForm;
  /** Source of the rule, and the day of that page, YYYY-MM-DD. */
  readonly formSource: string;
  readonly formDay: string;
  /** `read`: read on the named page, not confirmed by the company or a lawyer. */
  readonly mark: 'read';
}

export const KNOWN_PARTNERS: readonly KnownPartner[] = [
  {
    key: 'health-ag',
    name: 'Health AG',
    form: 'qes',
    formSource: 'healthag.de, 22.04.2024 (später, 12.02.2025: die Praxis entscheidet)',
    formDay: '2024-04-22',
    mark: 'read',
  },
];
