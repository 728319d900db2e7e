// Codes of vouchers: typing errors are noticed before a try counts; and the rules of a batch.

import { expect, test } from 'vitest';
import { CODE_SIGNS, codeOf, readCode, reductionOf, refusalOf, showCode } from './voucher.ts';

const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE =
  codeOf([19, 7, 23, 20, 2, 13, 9, 29, 24, 4, 26, 11]) ??
  codeOf([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])!;

test('a code is read in any case, with spaces and with confusable letters', () => {
  expect(CODE).toHaveLength(CODE_SIGNS + 1);
  expect(readCode(showCode(CODE))).toBe(CODE);
  expect(readCode(` ${CODE.toLowerCase().replaceAll('1', 'l').replaceAll('0', 'o')} `)).toBe(CODE);
  for (const wrong of ['', CODE.slice(1), `${CODE}0`, CODE.replace(/^./, 'U'), 'Ü'.repeat(13)])
    expect(readCode(wrong)).toBeUndefined();
});

test('every single wrong sign and every swap of neighbours is noticed', () => {
  for (let at = 0; at < CODE.length; at++) {
    for (const sign of SIGNS)
      if (sign !== CODE[at])
        expect(readCode(CODE.slice(0, at) + sign + CODE.slice(at + 1))).toBeUndefined();
    const [a, b] = [CODE[at]!, CODE[at + 1]];
    if (b !== undefined && a !== b)
      expect(readCode(CODE.slice(0, at) + b + a + CODE.slice(at + 2))).toBeUndefined();
  }
});

test('a batch counts in its days, for its plans, and not when blocked', () => {
  const batch = {
    effect: 'months',
    value: 100,
    months: 3,
    plans: ['praxis'],
    validFrom: 10,
    validUntil: 20,
    blockedAt: null,
  } as const;
  expect(refusalOf(batch, 'praxis', 9)).toBe('early');
  expect(refusalOf(batch, 'praxis', 10)).toBeUndefined();
  expect(refusalOf(batch, 'praxis', 20)).toBe('expired');
  expect(refusalOf(batch, 'praxisPlus', 15)).toBe('plan');
  expect(refusalOf(batch, undefined, 15)).toBe('plan');
  expect(refusalOf({ ...batch, plans: ['praxis', 'praxisPlus'] }, undefined, 15)).toBeUndefined();
  expect(refusalOf({ ...batch, blockedAt: 1 }, 'praxis', 15)).toBe('blocked');
});

test('a reduction is never larger than the price', () => {
  expect(reductionOf({ effect: 'percent', value: 15, months: 1 }, 14_900)).toBe(2235);
  expect(reductionOf({ effect: 'cents', value: 99_999, months: 1 }, 14_900)).toBe(14_900);
  expect(reductionOf({ effect: 'months', value: 100, months: 3 }, 14_900)).toBe(14_900);
});
