// Rules of licences: states over time, and what may be added.

import { expect, test } from 'vitest';
import { DAY_MS } from '../base/day-math.ts';
import {
  LICENCE_POINTS,
  licenceState,
  mayAdd,
  type LicenceTerms,
  type Question,
} from './licence.ts';

const AT = Date.UTC(2026, 10, 20),
  terms: LicenceTerms = {
    v: 1,
    serialnumber: 'MLR-7F2K9Q3M',
    tenant: 'nord',
    plan: 'praxis',
    modules: ['designer'],
    seats: 3,
    tablets: 2,
    validFrom: AT,
    validUntil: AT + 365 * DAY_MS,
    issuedAt: AT,
    seq: 1,
    isBlocked: false,
  };
const asked: Question = {
  isOn: true,
  terms,
  noticedAt: AT,
  payment: 'active',
  used: 0,
  overSince: null,
};
const stateAfter = (days: number, change: Partial<LicenceTerms> = {}): string =>
  licenceState({ isOn: true, terms: { ...terms, ...change }, noticedAt: AT }, AT + days * DAY_MS);

test('a server without keys asks for nothing', () => {
  for (const point of LICENCE_POINTS)
    expect(mayAdd(point, { ...asked, isOn: false, terms: undefined, used: 999 }, AT)).toEqual({
      isAllowed: true,
      isOver: false,
    });
});

test('a file without renewal lasts 45 days and 30 days of grace, whatever its licence', () => {
  expect([0, 44, 45, 74, 75].map((days) => stateAfter(days))).toEqual([
    'active',
    'active',
    'grace',
    'grace',
    'expired',
  ]);
});

test('an end is announced 14 days before, and followed by 30 days of grace', () => {
  const until = { validUntil: AT + 40 * DAY_MS };
  expect([25, 26, 40, 69, 70].map((days) => stateAfter(days, until))).toEqual([
    'active',
    'ending',
    'grace',
    'grace',
    'expired',
  ]);
  expect(stateAfter(-1, { validFrom: AT + DAY_MS })).toBe('prepared');
  expect(stateAfter(1, { isBlocked: true })).toBe('blocked');
});

test('a clock that is behind prolongs nothing', () => {
  const late = { issuedAt: AT + 40 * DAY_MS, validUntil: AT + 40 * DAY_MS };
  expect(stateAfter(-3000, late)).toBe('grace');
});

test('a practice without a licence has 30 days from the first look', () => {
  const without = { isOn: true, terms: undefined, noticedAt: AT };
  expect(licenceState(without, AT + 29 * DAY_MS)).toBe('none');
  expect(licenceState(without, AT + 30 * DAY_MS)).toBe('expired');
});

test('more than licensed is allowed for 30 days, then no new ones', () => {
  const over = { ...asked, used: 2 };
  expect(mayAdd('tablet', { ...asked, used: 1 }, AT)).toEqual({ isAllowed: true, isOver: false });
  expect(mayAdd('tablet', over, AT)).toEqual({ isAllowed: true, isOver: true });
  expect(mayAdd('tablet', { ...over, overSince: AT }, AT + 29 * DAY_MS).isAllowed).toBe(true);
  expect(mayAdd('tablet', { ...over, overSince: AT }, AT + 30 * DAY_MS)).toEqual({
    isAllowed: false,
    reason: 'limit',
  });
});

test('an ended or blocked licence adds nothing; an unpaid invoice no users and tablets', () => {
  for (const point of LICENCE_POINTS) {
    expect(mayAdd(point, asked, AT + 90 * DAY_MS)).toEqual({ isAllowed: false, reason: 'ended' });
    const blocked = { ...asked, terms: { ...terms, isBlocked: true } };
    expect(mayAdd(point, blocked, AT)).toEqual({ isAllowed: false, reason: 'ended' });
  }
  const unpaid = { ...asked, payment: 'restricted' as const };
  expect(mayAdd('user', unpaid, AT)).toEqual({ isAllowed: false, reason: 'unpaid' });
  expect(mayAdd('form', unpaid, AT).isAllowed).toBe(true);
  expect(mayAdd('view', asked, AT)).toEqual({ isAllowed: false, reason: 'module' });
});
