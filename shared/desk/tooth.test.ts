// Tests of teeth in plain words: place and name of each number, in every language of the screens.

import { expect, it } from 'vitest';
import { SPOKEN_LANGUAGES } from '../base/languages.ts';
import { toothNames } from './tooth.ts';

it.each([
  ['36', '36 (unten links, erster großer Backenzahn)'],
  ['11', '11 (oben rechts, mittlerer Schneidezahn)'],
  ['28', '28 (oben links, Weisheitszahn)'],
  ['85', '85 (unten rechts, zweiter Milchbackenzahn)'],
  [
    '36, 37',
    '36 (unten links, erster großer Backenzahn), 37 (unten links, zweiter großer Backenzahn)',
  ],
])('%s is named for the patient', (number, expected) => {
  expect(toothNames(number, 'de')).toBe(expected);
});

it.each(['19', '56', 'Regio 36', '36 (distal)', '3636', '–', ''])('%j stays as it is', (text) => {
  expect(toothNames(text, 'de')).toBe(text);
});

it('every language of the screens names all 52 teeth differently', () => {
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((quadrant) =>
    (quadrant > 4 ? [1, 2, 3, 4, 5] : [1, 2, 3, 4, 5, 6, 7, 8]).map((at) => `${quadrant}${at}`),
  );
  for (const language of SPOKEN_LANGUAGES) {
    const names = numbers.map((one) => toothNames(one, language).slice(3));
    expect([language, new Set(names).size, names.some((one) => one.includes('( '))]).toEqual([
      language,
      52,
      false,
    ]);
  }
});
