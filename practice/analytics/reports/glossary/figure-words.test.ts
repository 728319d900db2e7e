/** The glossary in two languages: no text is missing in one of them. */
import { expect, it } from 'vitest';
import { FIGURE_LIST } from '../../../../shared/analytics/reports/figure-list.ts';
import { FIGURE_WORDS_DE } from './figure-words-de.ts';
import { FIGURE_WORDS_EN } from './figure-words-en.ts';

it('each figure with a meaning in German has one in English, and the other way round', () => {
  const oneSided = FIGURE_LIST.filter(
    ({ key }) =>
      (FIGURE_WORDS_DE[key].meaning === undefined) !== (FIGURE_WORDS_EN[key].meaning === undefined),
  );
  expect(oneSided.map(({ key }) => key)).toEqual([]);
});
