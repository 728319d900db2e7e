// Amounts by the fee schedules in cents: BEMA by point value, GOZ and GOÄ by factor, Festzuschuss,
// surcharges. Pure; half a cent is rounded up.

import { feeCents } from '../../papers/fee-agreement.ts';

/** GOÄ: 5.82873 cents per point, in hundred-thousandths of a cent. */
const GOAE_POINT = 582_873;
/**
 * Computes a fee by BEMA.
 * @param pointValue ten-thousandths of a euro per point (11844 is 1.1844 €)
 */
export const bemaCents = (points: number, quantity: number, pointValue: number): number =>
  Math.round((points * quantity * pointValue) / 100);
/**
 * Computes a fee by GOZ (§ 5 Abs. 1): each service is rounded once, then multiplied by `quantity`.
 */
export const gozCents = (points: number, factor: number, quantity = 1): number =>
  feeCents(points, factor) * quantity;
export const goaeCents = (points: number, factor: number, quantity = 1): number =>
  Math.round((points * GOAE_POINT * Math.round(factor * 100)) / 10_000_000) * quantity;
/** Computes 0120 GOZ: as much as the single fee of the service done by laser, at most 68 €. */
export const laserCents = (points: number): number => Math.min(6_800, feeCents(points, 1));

/** Limits of factors: up to `free` without a reason, up to `most` with one on the bill. */
const GOZ_FRAME = { free: 2.3, most: 3.5 } as const;
export type FactorNeed = 'free' | 'reason' | 'agreement';
export const factorNeed = (
  factor: number,
  frame: { readonly free: number; readonly most: number } = GOZ_FRAME,
): FactorNeed => (factor <= frame.free ? 'free' : factor <= frame.most ? 'reason' : 'agreement');

/** Services that allow a surcharge for outpatient surgery (Anlage 1 GOZ, 0500 to 0530). */
const SURGERY = new Set([
  '3020',
  '3030',
  '3040',
  '3045',
  '3090',
  '3100',
  '3110',
  '3120',
  '3130',
  '3140',
  '3160',
  '3190',
  '3200',
  '3230',
  '3240',
  '3250',
  '3260',
  '3270',
  '3280',
  '4090',
  '4100',
  '4130',
  '4133',
  '9010',
  '9020',
  '9090',
  '9100',
  '9110',
  '9120',
  '9130',
  '9140',
  '9150',
  '9160',
  '9170',
]);
export const surgeryNumbers = (): string[] => [...SURGERY];
/**
 * Returns the one surcharge of a day, by its surgery with most points; 4090 and 4130 get the lowest
 * one despite their 180 points.
 */
export function surgerySurcharge(
  services: readonly { readonly number: string; readonly points: number }[],
): '0500' | '0510' | '0520' | '0530' | undefined {
  const done = services.filter((one) => SURGERY.has(one.number)),
    most = Math.max(0, ...done.map((one) => one.points));
  if (most >= 1200) return '0530';
  if (most >= 800) return '0520';
  if (most >= 500) return '0510';
  return most >= 250 || done.some((one) => one.number === '4090' || one.number === '4130')
    ? '0500'
    : undefined;
}

/**
 * Returns the amount that the patient pays beyond the statutory filling (§ 28 Abs. 2 SGB V); never
 * below zero.
 */
export const coPayment = (privateCents: number, statutoryCents: number): number =>
  Math.max(0, privateCents - statutoryCents);

/**
 * Returns the bonus by years of check-ups in the booklet without a gap; hardship takes precedence.
 */
export const bonusOf = (years: number, isHardship = false): 60 | 70 | 75 | 100 =>
  isHardship ? 100 : years >= 10 ? 75 : years >= 5 ? 70 : 60;
/**
 * Computes a subsidy.
 * @param standardCents real cost of the standard care, which a hardship subsidy never exceeds
 * (null: unknown)
 */
export function subsidyCents(
  findings: readonly {
    readonly cents: Readonly<Record<60 | 70 | 75 | 100, number>>;
    readonly count: number;
  }[],
  bonus: 60 | 70 | 75 | 100,
  standardCents: number | null = null,
): number {
  const sum = findings.reduce((all, one) => all + one.cents[bonus] * one.count, 0);
  return bonus === 100 && standardCents !== null ? Math.min(sum, standardCents) : sum;
}
/**
 * Computes the additional subsidy for patients whose income is a little above the limit of hardship
 * (§ 55 Abs. 3 SGB V).
 * @param fz60 subsidy without a bonus
 */
export const slidingHardship = (fz60: number, grossCents: number, limitCents: number): number =>
  Math.max(0, fz60 - 3 * Math.max(0, grossCents - limitCents));
export const ownShare = (totalCents: number, subsidy: number): number =>
  Math.max(0, totalCents - subsidy);
