// A printed fee agreement (§ 2 GOZ): content of the sheet, the amounts at risk, and the state of
// the sheet. Pure.

import { feeCents, NEEDS_AGREEMENT, type AgreedLine } from './fee-agreement.ts';

/**
 * Full content of the sheet; a reprint is identical, even if settings or the record changed
 * meanwhile.
 */
export interface PrintedAgreement {
  readonly v: 1;
  readonly praxis: { readonly name: string; readonly anschrift: string };
  readonly patient: { readonly name: string; readonly geburtsdatum: string };
  readonly payer: string;
  readonly lines: readonly AgreedLine[];
}
/** Used where papers of tasks name their text. */
export const AGREEMENT_TEMPLATE = 'honorarvereinbarung';
/** Reason for signing by hand. */
export const AGREEMENT_REASON = {
  de: 'Eine Vereinbarung über höhere Gebühren gilt nur schriftlich und mit beiden Unterschriften.',
  en: 'An agreement on higher fees counts only in writing, with both signatures.',
};
/** Maximum number of services on one sheet, and of characters of their texts. */
export const MOST_LINES = 40,
  MOST_WORDS = 200,
  MOST_PAYER = 120;

/**
 * `out`: printed, not back. `back`: the practice has the signed sheet. `scanned`: its scan is
 * filed. `void`: it does not count.
 */
export const AGREEMENT_STATES = ['out', 'back', 'scanned', 'void'] as const;
export type AgreementState = (typeof AGREEMENT_STATES)[number];
export const agreementState = (row: {
  readonly backAt: number | null;
  readonly fileId: string | null;
  readonly voidedAt: number | null;
}): AgreementState =>
  row.voidedAt !== null
    ? 'void'
    : row.fileId !== null
      ? 'scanned'
      : row.backAt !== null
        ? 'back'
        : 'out';

/**
 * Returns the cents that must not be charged without the signed agreement: everything beyond the
 * 3.5-fold rate (§ 5 Abs. 1, § 2 GOZ).
 * @param points of each line's service
 */
export const agreementRisk = (
  lines: readonly { readonly points: number; readonly cents: number }[],
): number =>
  lines.reduce(
    (sum, { points, cents }) => sum + Math.max(0, cents - feeCents(points, NEEDS_AGREEMENT)),
    0,
  );
