// Tests of loading texts by area: with the code that uses them, in the current language, and once.

import i18next from 'i18next';
import { beforeAll, expect, test, vi } from 'vitest';
import { claimWords, speak, wordsHere } from './words.ts';

const room = (name: string) => {
  const de = vi.fn(async () => ({ default: { name: `${name} deutsch` } })),
    en = vi.fn(async () => ({ default: { name: `${name} English` } }));
  return { de, en };
};
const said = (ns: string): string => i18next.t('name', { ns });
beforeAll(() => i18next.init({ lng: 'de', fallbackLng: 'de', keySeparator: false, resources: {} }));

test('an area loaded before the language is known waits, each file loads once, other languages never', async () => {
  const early = room('früh');
  claimWords('frueh', early);
  let isThere = false;
  const waiting = wordsHere().then(() => {
    isThere = true;
  });
  await Promise.resolve();
  expect([isThere, early.de.mock.calls.length]).toEqual([false, 0]);
  await speak('de');
  await waiting;
  const late = room('spät');
  claimWords('spaet', late);
  await Promise.all([wordsHere(), wordsHere()]);
  expect([
    said('frueh'),
    said('spaet'),
    early.de.mock.calls.length,
    late.de.mock.calls.length,
    early.en.mock.calls.length,
  ]).toEqual(['früh deutsch', 'spät deutsch', 1, 1, 0]);
});

test('a new language loads texts of all areas in use; a failure keeps the old one, and is retried', async () => {
  const far = room('fern');
  far.en.mockRejectedValueOnce(new Error('no network'));
  claimWords('fern', far);
  await wordsHere();
  await expect(speak('en')).rejects.toThrow('no network');
  const next = room('nächster');
  claimWords('naechster', next);
  await wordsHere();
  expect([said('naechster'), next.en.mock.calls.length]).toEqual(['nächster deutsch', 0]);
  await speak('en');
  await i18next.changeLanguage('en');
  expect(['frueh', 'spaet', 'fern', 'naechster'].map(said)).toEqual([
    'früh English',
    'spät English',
    'fern English',
    'nächster English',
  ]);
});

test('texts that fail to load are reported to the waiting caller', async () => {
  claimWords('weg', {
    de: async () => Promise.reject(new Error('gone')),
    en: async () => Promise.reject(new Error('gone')),
  });
  await expect(wordsHere()).rejects.toThrow('gone');
});
