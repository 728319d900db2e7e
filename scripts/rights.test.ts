/** Tests that the page of rights lists what the policies say. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { POLICIES } from '../server/platform/http/policy.ts';
import { PAGE, rightsPage } from './rights.mjs';
import { differences, WANTED } from './rights/wanted.mjs';

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

test('each difference from the first matrix is decided, and each decision is about one', () => {
  const found = differences(POLICIES);
  expect(found.filter(({ reason }) => reason === undefined)).toEqual([]);
  const decided = WANTED.flatMap(({ what, decided = {} }) =>
    Object.keys(decided).map((role) => `${what}: ${role}`),
  );
  expect(found.map(({ what, role }) => `${what}: ${role}`).toSorted()).toEqual(decided.toSorted());
});

test('the matrix names policies that exist, and a right that is taken away is noticed', () => {
  const names = WANTED.flatMap(({ policies }) => policies);
  expect(names.filter((name) => !(name in POLICIES))).toEqual([]);
  const without = { ...POLICIES, 'share.work': { who: ['owner', 'staff'] } };
  expect(differences(without)).toContainEqual({
    what: 'make, end and unlock a share',
    role: 'reception',
    isMore: false,
    reason: undefined,
  });
});
