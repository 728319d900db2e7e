// Tests of the reading language of a paper that is missing in the chosen one.

import { expect, test } from 'vitest';
import { readingLanguage, withoutStale } from './read-in.ts';
import { type ReadIn } from './reading.ts';
import { readingSchema } from './signature.schema.ts';

const reading = {
  shownAt: 0,
  sections: [],
  reachedEnd: false,
  fontScale: 100,
  openedPdf: false,
  languageSwitches: 0,
  unclear: [],
};
const instead: ReadIn = { wanted: 'ar', shown: 'en', by: 'self', at: 5 };

test('[§ 630e BGB] a text missing in the chosen language is not shown before a choice is made', () => {
  const available = ['de', 'en'],
    of = (chosen: string, said?: ReadIn) =>
      readingLanguage(available, chosen, said ? { instead: said } : {});
  expect([of('de'), of('en'), of('ar')]).toEqual(['de', 'en', undefined]);
  expect([of('ar', instead), of('tr', instead), of('de', instead)]).toEqual([
    'en',
    undefined,
    'de',
  ]);
  // Another version of the text, without the language of the earlier reading.
  expect(readingLanguage(['de'], 'ar', { instead })).toBeUndefined();
});

test('submits the choice only for the finally chosen language; evidence without it is unchanged', () => {
  expect(withoutStale({ ...reading, instead }, 'ar').instead).toEqual(instead);
  expect(withoutStale({ ...reading, instead }, 'de')).toEqual(reading);
  expect(withoutStale(reading, 'de')).toBe(reading);
  expect([
    readingSchema.safeParse(reading).success,
    readingSchema.safeParse({ ...reading, instead }).success,
    readingSchema.safeParse({ ...reading, instead: { ...instead, by: 'nobody' } }).success,
  ]).toEqual([true, true, false]);
});
