// Ends of algorithms: the earliest that applies counts, an unknown one has none.
import { expect, it } from 'vitest';
import { berlinInstant } from '../../shared/base/dates.ts';
import { ALGORITHM_ENDS, schemeEnd } from './scheme-ends.ts';

const after = (day: string): number => berlinInstant(day, '00:00');

it.each([
  ['rsa2048/sha256', after('2026-01-01')],
  ['rsa2999/sha512', after('2026-01-01')],
  ['rsa3072/sha256', after('2036-01-01')],
  ['ec256/sha256', after('2036-01-01')],
  ['ed256/sha512', after('2036-01-01')],
  ['mldsa65/shake256', Infinity],
  ['', Infinity],
])('%s ends when its first part ends', (scheme, end) => {
  expect(schemeEnd(scheme)).toBe(end);
});

it('the end of a digest counts for every key', () => {
  const broken = { ends: { digest: 'sha256' }, lastDay: '2030-06-30', source: '', readOn: '' };
  expect(schemeEnd('ec256/sha256', [...ALGORITHM_ENDS, broken])).toBe(after('2030-07-01'));
  expect(schemeEnd('ec256/sha512', [...ALGORITHM_ENDS, broken])).toBe(after('2036-01-01'));
});

it('each end has a source and a day', () => {
  for (const { source, lastDay, readOn } of ALGORITHM_ENDS) {
    expect(source.length).toBeGreaterThan(30);
    for (const day of [lastDay, readOn]) expect(day).toMatch(/^\d{4}-\d\d-\d\d$/);
  }
});
