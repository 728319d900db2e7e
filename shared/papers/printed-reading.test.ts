// Tests of what a paper prints because of its reading: languages once each, a sentence for each
// signer who did not read German alone, the interpreter by name.

import { expect, test } from 'vitest';
import { printedReading } from './printed-reading.ts';
import { languagesRead, readInWords, understandingOf } from './read-in.ts';

const data = { available: ['de', 'en', 'tr'], languages: ['de', 'tr'] };
const signers = [{ name: 'Ayşe Yılmaz' }];

test('a paper read in German is printed as presented', () => {
  const german = { language: 'de', reading: { languages: ['de'] }, signers };
  expect(printedReading({ ...data, languages: ['de'] }, [german])).toBeUndefined();
  // Data of the earliest version list the printed languages only; evidence lists no languages.
  expect(
    printedReading({ languages: ['de'] } as never, [{ ...german, reading: {} }]),
  ).toBeUndefined();
});

test('each language that was read is printed once, and each signer has a sentence', () => {
  expect(
    printedReading(data, [
      { language: 'tr', reading: { languages: ['de', 'tr'] }, signers },
      { language: 'en', reading: {}, signers: [{ name: 'Mehmet Yılmaz' }] },
      { language: 'de', reading: {}, signers: [{ name: 'Hans Weber' }] },
    ]),
  ).toEqual({
    languages: ['de', 'tr', 'en'],
    understood: [
      'Ayşe Yılmaz: gelesen auf Türkisch, neben dem verbindlichen deutschen Text.',
      'Mehmet Yılmaz: gelesen auf Englisch, neben dem verbindlichen deutschen Text.',
    ],
  });
});

test('[§ 630e BGB] a missing language is stated, with the interpreter by name', () => {
  const read = (by: 'self' | 'interpreter', shown: string, name?: string) =>
    printedReading(data, [
      {
        language: 'ar',
        reading: {
          languages: [shown],
          instead: { wanted: 'ar', shown, by, at: 1, ...(name !== undefined && { name }) },
        },
        signers,
      },
    ])?.understood[0];
  expect(read('interpreter', 'de', 'Samir Haddad')).toBe(
    'Ayşe Yılmaz: Diesen Text gibt es nicht auf Arabisch. Der deutsche Text wurde übersetzt von: Samir Haddad.',
  );
  expect(read('interpreter', 'de')).toContain('übersetzt von: einer Begleitperson.');
  expect(read('self', 'en')).toContain('nicht auf Arabisch. Selbst gelesen auf Englisch.');
});

test('staff see the language read, another one, or the interpreter; nothing for German', () => {
  const instead = { wanted: 'ar', shown: 'de', by: 'interpreter', at: 1 } as const;
  const of = (chosen: string, reading = {}) => understandingOf(data.available, chosen, reading, 7);
  expect([of('de'), of('tr'), of('ar', { instead })]).toEqual([
    undefined,
    { wanted: 'tr', shown: 'tr', by: 'self', at: 7 },
    instead,
  ]);
  expect(languagesRead(data.available, 'ar', { instead, languages: ['tr', 'xx'] })).toEqual([
    'de',
    'tr',
  ]);
  expect([
    readInWords({ wanted: 'tr', shown: 'tr', by: 'self', at: 1 }),
    readInWords({ wanted: 'ar', shown: 'en', by: 'self', at: 1 }),
    readInWords(instead),
    readInWords({ ...instead, name: 'Samir Haddad' }),
  ]).toEqual(['read', 'self', 'interpreter', 'named']);
});
