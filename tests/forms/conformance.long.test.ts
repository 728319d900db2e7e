/**
 * Conformance to FHIR R4 and SDC, element by element: each row of `docs/forms.md` is what the import
 * of a form with that element does. `npm run forms:page` writes the page.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import r4 from 'fhirpath/fhir-context/r4';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { knownExtensions } from '../../shared/forms/design/extension-meanings.ts';
import { createTestApp, type TestApp } from '../support/in-process.ts';
import { addPractice, type Practice } from '../support/practice.ts';
import { CONDITIONS } from './conformance/conditions.ts';
import { OF_FORM, PLACES } from './conformance/elements-of-form.ts';
import { OF_ITEMS } from './conformance/elements-of-items.ts';
import { EXPRESSIONS } from './conformance/expressions.ts';
import { OF_ANSWERS } from './conformance/extensions-of-answers.ts';
import { OF_PAGES } from './conformance/extensions-of-pages.ts';
import { pageOf, PAGE } from './conformance/page.ts';
import { rowsOf, type Case, type Row } from './conformance/rows.ts';
import { UNEXECUTED } from './conformance/unexecuted.ts';

const ELEMENTS: readonly Case[] = [...OF_FORM, ...PLACES, ...OF_ITEMS, ...CONDITIONS];
const EXTENSIONS: readonly Case[] = [...OF_PAGES, ...OF_ANSWERS, ...EXPRESSIONS, ...UNEXECUTED];

let t: TestApp, p: Practice;
beforeAll(async () => {
  t = await createTestApp('sqlite');
  p = await addPractice(t, 'nord');
});
afterAll(() => t.drop());

const named = (cases: readonly Case[]): ReadonlySet<string> =>
  new Set(cases.flatMap((one) => one.of));

test('the page has a row for every element of the standard', () => {
  const all = Object.keys(r4.path2Type).filter((path) => path.startsWith('Questionnaire.'));
  expect(all.length).toBeGreaterThan(80);
  expect([...all, 'Questionnaire.item.item'].filter((path) => !named(ELEMENTS).has(path))).toEqual(
    [],
  );
});

test('the page has a row for every extension that has a meaning here', () => {
  const own = (url: string): boolean => url.startsWith('urn:molar:');
  expect(knownExtensions().filter((url) => !own(url) && !named(EXTENSIONS).has(url))).toEqual([]);
});

/** Formatting aligns the columns of tables. */
const bare = (text: string): string => text.replace(/[ -]+/g, ' ');

test('docs/forms.md says what the import of each form does', async () => {
  const failures: string[] = [];
  const rows = async (cases: readonly Case[]): Promise<Row[]> => {
    const found: Row[] = [];
    for (const one of cases)
      await rowsOf({ t, p }, one).then(
        (some) => found.push(...some),
        (error: unknown) => failures.push(String(error)),
      );
    return found;
  };
  const page = pageOf({ elements: await rows(ELEMENTS), extensions: await rows(EXTENSIONS) });
  expect(failures).toEqual([]);
  if (process.env['MOLAR_WRITE_PAGE'] !== undefined) writeFileSync(PAGE, page);
  expect(bare(readFileSync(PAGE, 'utf8'))).toBe(bare(page));
});
