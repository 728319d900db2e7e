// Sums of invoices by rate, credits, and what keeps a document from its number.

import { expect, test } from 'vitest';
import {
  creditOf,
  gapsOf,
  ratesOf,
  sumsOf,
  type InvoiceFacts,
  type InvoiceLine,
} from './invoice.ts';

const line = (unitCents: number, more: Partial<InvoiceLine> = {}): InvoiceLine => ({
  name: 'Molar Praxis',
  quantity: 1,
  unitCents,
  from: '2026-12-01',
  to: '2026-12-31',
  ...more,
});
const party = { name: 'A', street: 'Weg 1', plz: '10115', city: 'Berlin', email: '' };
const facts = (more: Partial<InvoiceFacts> = {}): InvoiceFacts => ({
  v: 1,
  kind: 'invoice',
  number: 'RE-2026-00001',
  issuedOn: '2026-12-01',
  dueOn: '2026-12-15',
  seller: {
    ...party,
    vatId: 'DE123456788',
    contact: '',
    phone: '',
    legal: '',
    iban: '',
    bic: '',
    creditorId: '',
  },
  buyer: party,
  lines: [line(14_900)],
  allowance: null,
  vatPercent: 19,
  prepaidCents: 0,
  means: { kind: 'transfer' },
  reference: null,
  paymentNumber: '',
  ...more,
});

test('VAT is rounded once for each rate, half a cent away from zero', () => {
  const two = facts({
    lines: [line(50), line(50), line(350, { vatPercent: 7 }), line(-50)],
  });
  // 50 cents at 19 %: 9.5; 350 at 7 %: 24.5.
  expect(ratesOf(two)).toEqual([
    { percent: 19, baseCents: 50, taxCents: 10 },
    { percent: 7, baseCents: 350, taxCents: 25 },
  ]);
  expect(sumsOf(two)).toMatchObject({ linesCents: 400, baseCents: 400, taxCents: 35 });
  expect(ratesOf(facts({ lines: [line(-50)] }))[0]?.taxCents).toBe(-10);
});

test('a reduction belongs to its rate', () => {
  const reduced = facts({
    lines: [line(1000), line(1000, { vatPercent: 7 })],
    allowances: [{ reason: 'Gutschein', cents: 500, vatPercent: 7 }],
  });
  expect(ratesOf(reduced).map(({ baseCents }) => baseCents)).toEqual([1000, 500]);
  expect(sumsOf(reduced)).toMatchObject({ allowanceCents: 500, totalCents: 1500 + 190 + 35 });
});

test('a negative total becomes a credit with positive sums and a reference', () => {
  const charge = facts({
      lines: [line(14_900), line(20_000, { quantity: -1 })],
    }),
    credit = creditOf(charge, { number: 'RE-2026-00001', issuedOn: '2026-11-01' });
  expect(sumsOf(charge).totalCents).toBe(-6069);
  expect(sumsOf(credit).totalCents).toBe(6069);
  expect(credit.lines.map(({ quantity }) => quantity)).toEqual([-1, 1]);
  const back = { totalCents: 6069, taxes: [{ percent: 19, cents: 969 }] };
  expect(gapsOf(credit, back)).toEqual([]);
  expect(gapsOf({ ...credit, reference: null }, back)).toEqual(['reference']);
  expect(gapsOf(charge, { totalCents: -6069, taxes: [{ percent: 19, cents: -969 }] })).toEqual([
    'negative',
  ]);
});

test.each([
  [[{ percent: 19, cents: 2831 }], []],
  [[{ percent: 19, cents: 2830 }], ['vat']],
  [[{ percent: 7, cents: 2831 }], ['vat']],
  [
    [
      { percent: 19, cents: 2831 },
      { percent: 7, cents: 1 },
    ],
    ['vat'],
  ],
  [[], ['vat']],
])('the VAT of each rate is the one that is charged: %o', (taxes, gaps) => {
  expect(gapsOf(facts(), { totalCents: 17_731, taxes })).toEqual(gaps);
});
