// Tests of amounts at risk: parsed exactly or not at all.

import { describe, expect, it } from 'vitest';
import { centsOf, euroText, riskOf } from './paper-risk.ts';

describe('missing signatures: amounts', () => {
  it.each([
    ['85,80 €', 8580],
    ['1.234,5 EUR', 123_450],
    ['62', 6200],
    ['1234567,00 Euro', 123_456_700],
    [' 12,- € ', 1200],
    ['0,05', 5],
  ])('parses %s', (words, cents) => expect(centsOf(words)).toBe(cents));
  it.each([
    '',
    '–',
    'ca. 85 €',
    '85.80',
    '1.23,40',
    '85,805',
    '80–90 €',
    '-5 €',
    '85,80 € je Zahn',
    '1,234.50',
    '99999999',
  ])('rejects %j', (words) => expect(centsOf(words)).toBeUndefined());
  it('formats amounts as it parses them', () => {
    for (const cents of [0, 5, 99, 100, 123_456, 100_000_000])
      expect(centsOf(euroText(cents).replaceAll('.', ''))).toBe(cents);
    expect(euroText(123_456_789)).toBe('1.234.567,89 €');
  });
  it('counts only amounts that cannot be charged without the signature', () => {
    expect(
      riskOf([
        { id: 'honorar', value: '148,20 €' },
        { id: 'mehrkosten', value: '85,80 €' },
      ]),
    ).toBe(8580);
    expect(riskOf([{ id: 'mehrkosten', value: 'wie besprochen' }])).toBeNull();
    expect(riskOf([{ id: 'zahn', value: '36' }])).toBeNull();
  });
});
