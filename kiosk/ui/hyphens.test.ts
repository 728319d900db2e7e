/**
 * Tests that every long German word shown to patients has its hyphenation; hyphenated text reads
 * the same without it.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { HYPHENATED } from './hyphenated.ts';
import { loadHyphens, softHyphens, wordsWithoutEntry } from './hyphens.ts';

beforeAll(loadHyphens);

const root = join(import.meta.dirname, '../..');

/** German texts of the tablet and the portal, and the consent texts with their German strings. */
function germanFiles(): string[] {
  const kiosk = readdirSync(join(root, 'kiosk'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('texts.de.json'))
    .map((name) => join('kiosk', name));
  const folder = join(root, 'catalog/consent');
  const consents = existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /@\d+\.json$/.test(name))
        .map((name) => join('catalog/consent', name))
    : [];
  return [...kiosk, ...consents];
}

/** All German strings below: everything in a text file, only strings under "de" in a consent. */
function germanStrings(value: unknown, german: boolean): string[] {
  // Placeholders are filled with names and numbers, which are never hyphenated.
  if (typeof value === 'string') return german ? [value.replace(/\{+[^{}]*\}+/g, ' ')] : [];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    germanStrings(inner, german || name === 'de'),
  );
}

it('finds no long word without hyphenation in the texts of the tablet and the consents', () => {
  const missing = germanFiles().flatMap((file) => {
    const texts = germanStrings(
      JSON.parse(readFileSync(join(root, file), 'utf8')),
      file.startsWith('kiosk'),
    );
    return [...new Set(texts.flatMap(wordsWithoutEntry))].map((word) => `${file}: ${word}`);
  });
  expect(missing, 'add these words with their breaks to kiosk/ui/hyphenated.ts').toEqual([]);
});

it('breaks compounds between their parts, at 320 px and 200 % as on a tablet', () => {
  expect(softHyphens('Eine Herzklappenentzündung.', 'de')).toBe(
    'Eine Herz\u00ADklappen\u00ADentzündung.',
  );
  expect(softHyphens('Wundheilungsstörungen', 'de-AT')).toBe('Wund\u00ADheilungs\u00ADstörungen');
});

it('changes nothing else: short words, other languages, unknown words such as drugs and names', () => {
  for (const text of [
    'Weiter',
    'Clopidogrelhydrogensulfat',
    'Schmidt-Rottenberger',
    'Wundheilungsstörung@praxis.example',
  ])
    expect(softHyphens(text, 'de')).toBe(text);
  expect(softHyphens('Wundheilungsstörung', 'en')).toBe('Wundheilungsstörung');
  for (const entry of HYPHENATED) {
    const word = entry.replace(/-/g, '');
    expect(softHyphens(word, 'de').replace(/\u00AD/g, '')).toBe(word);
  }
});

it('lists each word once', () => {
  const plain = HYPHENATED.map((entry) => entry.replace(/-/g, '').toLowerCase());
  expect(plain.filter((word, index) => plain.indexOf(word) !== index)).toEqual([]);
});
