// Tests of the overview: an arrangement tolerates added and removed tiles, and figures are compared
// with their target in the right direction.

import { expect, test } from 'vitest';
import { FIGURE_BY_KEY } from './figures.ts';
import { arranged, FURTHER_TILES, statusLightOf, TILES } from './overview.ts';

test('an arrangement tolerates added and removed tiles', () => {
  const all = TILES.map(({ key }) => key);
  expect(arranged(null, []).map(({ key }) => key)).toEqual(all);
  expect(
    arranged(['stundensatz', 'gibtEsNicht', 'stundensatz'], ['umsatz']).map(({ key }) => key),
  ).toEqual(['stundensatz', ...all.filter((key) => key !== 'stundensatz' && key !== 'umsatz')]);
});
test('a further figure is a tile only where the user put it', () => {
  expect(arranged(['pzrQuote', 'umsatz'], []).slice(0, 2)).toEqual([
    { key: 'pzrQuote', path: 'extended/mehrkosten' },
    { key: 'umsatz', path: 'umsatz/zeitreihe' },
  ]);
  expect(arranged(null, []).map(({ key }) => key)).not.toContain('pzrQuote');
});
test('every figure is a tile, or can become one', () => {
  const tiles = new Set([...TILES.map(({ key }) => key), ...FURTHER_TILES.keys()]);
  expect(FIGURE_BY_KEY.map(({ key }) => key).filter((key) => !tiles.has(key))).toEqual([]);
});
test('a figure is compared with its target in the direction that is good', () => {
  expect([
    statusLightOf(100, 100, true),
    statusLightOf(92, 100, true),
    statusLightOf(89.9, 100, true),
  ]).toEqual(['gut', 'knapp', 'verfehlt']);
  expect([
    statusLightOf(0.05, 0.06, false),
    statusLightOf(0.065, 0.06, false),
    statusLightOf(0.1, 0.06, false),
    statusLightOf(0, 0.06, false),
  ]).toEqual(['gut', 'knapp', 'verfehlt', 'gut']);
  expect([
    statusLightOf(null, 100, true),
    statusLightOf(5, null, true),
    statusLightOf(5, 0, true),
    statusLightOf(5, 5, null),
  ]).toEqual([null, null, null, null]);
});
