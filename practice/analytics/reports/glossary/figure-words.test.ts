/** The glossary: each figure has a formula, a clock, filters and data, in both languages. */
import { expect, it } from 'vitest';
import { FILTER_KINDS } from '../../../../shared/analytics/reports/filter-kinds.ts';
import { FIGURE_LIST } from '../../../../shared/analytics/reports/figure-list.ts';
import { filtersOf } from '../../../../shared/analytics/reports/figure-filters.ts';
import german from '../../../../shared/analytics/reports/report-words.de.json';
import english from '../../../../shared/analytics/reports/report-words.en.json';
import de from '../texts.de.json';
import en from '../texts.en.json';
import { FIGURE_WORDS_DE } from './figure-words-de.ts';
import { FIGURE_WORDS_EN, USUAL_DEFINITION } from './figure-words-en.ts';
import { dataOf } from './GlossaryPage.tsx';

it('each figure with a meaning in German has one in English, and the other way round', () => {
  const oneSided = FIGURE_LIST.filter(
    ({ key }) =>
      (FIGURE_WORDS_DE[key].meaning === undefined) !== (FIGURE_WORDS_EN[key].meaning === undefined),
  );
  expect(oneSided.map(({ key }) => key)).toEqual([]);
});
it.each(FIGURE_LIST.map(({ key, clock }) => [key, clock] as const))(
  '%s has a formula, a clock, its filters and its data',
  (key, clock) => {
    for (const words of [FIGURE_WORDS_DE, FIGURE_WORDS_EN])
      expect(words[key].formula.length).toBeGreaterThan(10);
    for (const texts of [de, en] as Record<string, string>[])
      expect(texts[`clock.${clock}`]).toBeTruthy();
    const followed = filtersOf(key);
    expect(followed.filter((kind) => !FILTER_KINDS.includes(kind))).toEqual([]);
    // Costs are entered by the practice; every other figure names the delivered tables it counts.
    expect(dataOf(key).length > 0 || key === 'praxiskosten').toBe(true);
    for (const { entity } of dataOf(key))
      expect([german, english].map((words) => `wort.entity.${entity}` in words)).toEqual([
        true,
        true,
      ]);
  },
);
it('figures that other programs define otherwise say so', () => {
  expect(Object.keys(USUAL_DEFINITION)).toEqual(
    expect.arrayContaining([
      'auslastung',
      'recallquote',
      'dso',
      'offenePosten',
      'pzrQuote',
      'neupatienten',
      'noShowQuote',
      'mehrkostenquote',
      'abwanderung',
      'parWert',
    ]),
  );
  for (const both of Object.values(USUAL_DEFINITION))
    for (const said of both) expect(said.length).toBeGreaterThan(20);
});
