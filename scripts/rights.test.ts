/** Tests that the page of rights lists what the policies say. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { POLICIES } from '../server/platform/http/policy.ts';
import { PAGE, rightsPage } from './rights.mjs';

/** The formatter aligns the columns of tables. */
const bare = (text: string): string => text.replace(/[ -]+/g, ' ');

test('docs/rights.md is the page that the script writes', () => {
  expect(bare(readFileSync(PAGE, 'utf8'))).toBe(bare(rightsPage(POLICIES)));
});

test('the page refuses a principal that has no column', () => {
  expect(() => rightsPage({ 'a.read': { who: ['stranger'], note: '' } })).toThrow(
    'a.read names stranger',
  );
});
