// Rules of the shop: who moves an order, free pens, sums, and who may order.

import { expect, test } from 'vitest';
import { movesOf, needsOwner, shopRefusal, splitFree, sumsOf, yearStart } from './shop.ts';
import { vendorMoveSchema } from './shop.schema.ts';

const pen = { kind: 'pen', quantity: 3, netCents: 4990, vatPercent: 19 } as const,
  tips = { kind: 'part', quantity: 2, netCents: 995, vatPercent: 19 } as const;

test('free pens reduce pens only, in the order of the lines', () => {
  expect(splitFree([tips, pen, pen], 4).map(({ free }) => free)).toEqual([0, 3, 1]);
  expect(splitFree([pen], -1).map(({ free }) => free)).toEqual([0]);
});

test('sums are of paid pieces, with VAT rounded once for each rate', () => {
  expect(sumsOf(splitFree([pen, tips], 2))).toEqual({
    netCents: 6980,
    taxCents: 1326,
    totalCents: 8306,
  });
  const book = { kind: 'part', quantity: 1, netCents: 1005, vatPercent: 7 } as const;
  expect(sumsOf(splitFree([pen, book], 3))).toMatchObject({ netCents: 1005, taxCents: 70 });
});

test('an order is released by owners, sent by the vendor and received by both', () => {
  expect(movesOf('draft', 'owner')).toEqual(['ordered', 'cancelled']);
  expect(movesOf('draft', 'asker')).toEqual(['cancelled']);
  expect(movesOf('draft', 'vendor')).toEqual([]);
  expect(movesOf('confirmed', 'owner')).toEqual([]);
  expect(movesOf('shipped', 'asker')).toEqual(['delivered']);
  expect(movesOf('shipped', 'vendor')).toEqual(['delivered', 'returned']);
  expect(movesOf('returned', 'vendor')).toEqual([]);
});

test('a licence in force and a German address are needed, a contract for what costs', () => {
  const facts = {
    licence: 'active',
    payment: 'active',
    address: { name: 'Praxis', street: 'Am Markt 1', plz: '10585', city: 'Berlin' },
    hasContract: true,
    netCents: 100,
  } as const;
  expect(shopRefusal(facts)).toBeUndefined();
  for (const licence of ['off', 'ending', 'grace'] as const)
    expect(shopRefusal({ ...facts, licence })).toBeUndefined();
  for (const licence of ['none', 'prepared', 'expired', 'blocked'] as const)
    expect(shopRefusal({ ...facts, licence })).toBe('licence');
  for (const payment of ['restricted', 'endedUnpaid'] as const)
    expect(shopRefusal({ ...facts, payment })).toBe('unpaid');
  for (const change of [{ plz: '1010' }, { street: ' ' }, { city: '' }])
    expect(shopRefusal({ ...facts, address: { ...facts.address, ...change } })).toBe('address');
  expect(shopRefusal({ ...facts, hasContract: false })).toBe('contract');
  expect(shopRefusal({ ...facts, hasContract: false, netCents: 0 })).toBeUndefined();
});

test('the team orders up to the limit, the owner any sum', () => {
  expect([needsOwner(false, 10_000), needsOwner(false, 10_001), needsOwner(true, 1e6)]).toEqual([
    false,
    true,
    false,
  ]);
});

test('the free pens of a year begin at midnight in Berlin', () => {
  expect(new Date(yearStart('2026-11-29')).toISOString()).toBe('2025-12-31T23:00:00.000Z');
});

test('a delay names a day, and an end its reason', () => {
  const of = (json: object): boolean => vendorMoveSchema.safeParse(json).success;
  expect(of({ to: 'backorder' })).toBe(false);
  expect(of({ to: 'backorder', expectedOn: '2026-02-31' })).toBe(false);
  expect(of({ to: 'backorder', expectedOn: '2026-12-01' })).toBe(true);
  expect(of({ to: 'cancelled' })).toBe(false);
  expect(of({ to: 'cancelled', note: 'Doppelt bestellt' })).toBe(true);
  expect(of({ to: 'shipped', note: 'a\u202Eb' })).toBe(false);
});
