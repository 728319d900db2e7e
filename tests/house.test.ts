/** Checks the laws of the house against every file; each law is also shown to catch a violation. */
import { describe, expect, test } from 'vitest';
import { rows } from './support/house/rows.ts';
import { readCode, readProject, type SourceFile } from './support/house/source.ts';
import { glossaryHolds } from './support/house/texts.ts';

const project = readProject();

/** A file that exists only in this test. */
const planted = (path: string, text: string): SourceFile => ({
  path,
  text,
  isTest: /\.test\.tsx?$/.test(path),
  code: /\.(tsx?|mjs)$/.test(path) ? readCode(path, text) : undefined,
});

describe('the laws of the house', () => {
  for (const { title, law } of rows) {
    test(title, () => expect(law(project)).toEqual([]));
  }

  test('the glossary has an entry for every mount', () => {
    expect(glossaryHolds(project)).toEqual([]);
  });

  for (const { title, law, broken, count } of rows) {
    test(`caught when broken: ${title}`, () =>
      expect(law(broken.map(([path, text]) => planted(path, text)))).toHaveLength(count));
  }
});
