// Tests of the overview's rules: an arrangement outlives tiles that come and go, and how a figure stands to its target whichever way is good.

import { expect, test } from 'vitest';
import { ampelOf, arranged, KACHELN } from './overview.ts';

test('an arrangement outlives tiles that come and go', () => {
  const all = KACHELN.map(({ key }) => key);
  expect(arranged(null, []).map(({ key }) => key)).toEqual(all);
  expect(
    arranged(['stundensatz', 'gibtEsNicht', 'stundensatz'], ['umsatz']).map(({ key }) => key),
  ).toEqual(['stundensatz', ...all.filter((key) => key !== 'stundensatz' && key !== 'umsatz')]);
});
test('a figure stands to its target by the way that is good', () => {
  expect([ampelOf(100, 100, true), ampelOf(92, 100, true), ampelOf(89.9, 100, true)]).toEqual([
    'gut',
    'knapp',
    'verfehlt',
  ]);
  expect([
    ampelOf(0.05, 0.06, false),
    ampelOf(0.065, 0.06, false),
    ampelOf(0.1, 0.06, false),
    ampelOf(0, 0.06, false),
  ]).toEqual(['gut', 'knapp', 'verfehlt', 'gut']);
  expect([
    ampelOf(null, 100, true),
    ampelOf(5, null, true),
    ampelOf(5, 0, true),
    ampelOf(5, 5, null),
  ]).toEqual([null, null, null, null]);
});
