// Vouchers: a code with a check sign, what it is worth, and when it may be redeemed.

import { PLAN_IDS, type PlanId } from './payment.ts';

/** Crockford's signs; I, L and O are read as 1, 1 and 0. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Signs before the check sign: 60 bits, which cannot be guessed. */
export const CODE_SIGNS = 12;
const CHECK = 37;

const checkOf = (values: readonly number[]): number =>
  values.reduce((rest, one) => (rest * SIGNS.length + one) % CHECK, 0);

/**
 * Returns a code of drawn numbers below 32; undefined when its check would be none of the signs,
 * then others are drawn.
 */
export function codeOf(values: readonly number[]): string | undefined {
  const check = SIGNS[checkOf(values)];
  return check === undefined ? undefined : values.map((one) => SIGNS[one]).join('') + check;
}
/** Reads a typed code; undefined for one with a typing error, which costs no try. */
export function readCode(typed: string): string | undefined {
  const text = typed.toUpperCase().replace(/[\s-]/g, '').replace(/[IL]/g, '1').replace(/O/g, '0');
  if (text.length !== CODE_SIGNS + 1) return undefined;
  const values = [...text].map((sign) => SIGNS.indexOf(sign));
  return values.includes(-1) || checkOf(values.slice(0, CODE_SIGNS)) !== values[CODE_SIGNS]
    ? undefined
    : text;
}
/** `K7QM-2D9X-R4TB-5` */
export const showCode = (code: string): string => code.replace(/.{4}(?=.)/g, '$&-');

export const EFFECTS = ['percent', 'cents', 'months'] as const;
/**
 * What a voucher takes off the net price of each month: a share, an amount, or all of it.
 * @remarks `value` is percent, cents, or 100 for free months
 */
export interface VoucherWorth {
  effect: (typeof EFFECTS)[number];
  value: number;
  months: number;
}
/** Returns the reduction of one month's net price, cents. */
export const reductionOf = ({ effect, value }: VoucherWorth, netCents: number): number =>
  effect === 'cents' ? Math.min(value, netCents) : Math.round((netCents * value) / 100);

export const MOST_CODES = 10_000;
/** More codes than these need a second administrator. */
export const ALONE_CODES = 100;

export interface VoucherBatch extends VoucherWorth {
  plans: readonly PlanId[];
  validFrom: number;
  validUntil: number;
  blockedAt: number | null;
}
export const REFUSALS = [
  'unknown',
  'used',
  'again',
  'expired',
  'early',
  'blocked',
  'plan',
] as const;
export type VoucherRefusal = (typeof REFUSALS)[number];

/**
 * Judges a batch for a practice; how often a code was used is decided by the database.
 * @param plan undefined: no contract yet, then only vouchers for every plan fit
 */
export function refusalOf(
  batch: VoucherBatch,
  plan: PlanId | undefined,
  now: number,
): VoucherRefusal | undefined {
  if (batch.blockedAt !== null) return 'blocked';
  if (now < batch.validFrom) return 'early';
  if (now >= batch.validUntil) return 'expired';
  const fits =
    plan === undefined
      ? PLAN_IDS.every((one) => batch.plans.includes(one))
      : batch.plans.includes(plan);
  return fits ? undefined : 'plan';
}
