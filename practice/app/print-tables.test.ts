// Tests of tables on paper: a sheet is as narrow as a small window, and keeps its tables and heads.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Width of a sheet of A4 for a style, in px. */
const SHEET = 794;
const files = readdirSync('practice', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css'))
  .map((file) => ({ file, text: readFileSync(join('practice', file), 'utf8') }));
/** A condition of a style with its rules, up to the brace that closes it. */
const MEDIA = /^@media ([^{]*)\{\n([\s\S]*?)^\}/gm;

test('what turns a table into cards on a small screen leaves paper alone', () => {
  const faults: string[] = [];
  for (const { file, text } of files)
    for (const [, condition = '', rules = ''] of text.matchAll(MEDIA)) {
      const width = Number(/max-width: (\d+)px/.exec(condition)?.[1] ?? 0);
      if (width >= SHEET - 100 && /thead( th)? \{/.test(rules) && !condition.startsWith('screen'))
        faults.push(`${file}: ${condition}`);
    }
  expect(faults).toEqual([]);
});

test('a button that sorts is words on paper: a browser repeats these on each sheet', () => {
  for (const name of ['p-sort', 'a-sort'])
    expect(
      files.filter(({ text }) =>
        [...text.matchAll(MEDIA)].some(
          ([, condition = '', rules = '']) =>
            condition.startsWith('print') &&
            new RegExp(`\\.${name} \\{\\s*display: contents;`).test(rules),
        ),
      ),
    ).toHaveLength(1);
});
