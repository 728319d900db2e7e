/** The glossary in two languages: no text is missing in one of them. */
import { expect, it } from 'vitest';
import { FIGURE_LIST } from './figure-list.ts';
import { FIGURE_WORDS_EN } from './figure-words.ts';

it('each figure with a meaning in German has one in English, and the other way round', () => {
  const oneSided = FIGURE_LIST.filter(
    ({ key, erklaerung }) => (erklaerung === '') !== (FIGURE_WORDS_EN[key].meaning === undefined),
  );
  expect(oneSided.map(({ key }) => key)).toEqual([]);
});
