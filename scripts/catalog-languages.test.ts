/** The page of languages lists what the catalogue has; no item lacks a language of the tablet. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { languagesPage, PAGE } from './catalog-languages.mjs';

/** The formatter aligns the columns of tables. */
const bare = (text: string): string => text.replace(/[ -]+/g, ' ');

test('docs/languages.md is the page that the script writes', () => {
  expect(bare(readFileSync(PAGE, 'utf8'))).toBe(bare(languagesPage()));
});

test('each item exists in each language of the tablet, with its review', () => {
  const rows = languagesPage()
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  expect(rows.length).toBeGreaterThanOrEqual(16);
  expect(rows.filter((line) => line.includes('missing'))).toEqual([]);
  for (const row of rows) expect(row.match(/machine/g), row).toHaveLength(11);
});
