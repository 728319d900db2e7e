// How people arrange their overview, over the wire: kept by person and practice, twice is once, and nobody but the owner has one.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../../tests/support/in-process.ts';
import { addPractice, type Practice } from '../../../../tests/support/practice.ts';

let t: TestApp, p: Practice, other: Practice;
beforeAll(async () => {
  t = await createTestApp('sqlite');
  p = await addPractice(t, 'nord');
  other = await addPractice(t, 'sued');
});
afterAll(() => t.drop());
const PATH = '/api/dashboard/settings',
  order = { order: ['stundensatz', 'umsatz'], hidden: ['anteilPkv'] };

it('is empty at first, then what was said last, for this person alone', async () => {
  expect((await t.call(PATH, { as: p.users.owner })).json).toEqual({ settings: null });
  for (const json of [{ order: ['umsatz'], hidden: [] }, order, order])
    expect((await t.call(PATH, { as: p.users.owner, method: 'PUT', json })).status).toBe(200);
  expect((await t.call(PATH, { as: p.users.owner })).json).toEqual({ settings: order });
  expect((await t.call(PATH, { as: other.users.owner })).json).toEqual({ settings: null });
});
it("is the owner's, and holds keys only", async () => {
  expect([
    (await t.call(PATH, { as: p.users.reception })).code,
    (await t.call(PATH, { as: p.users.owner, method: 'PUT', json: { order: ['<b>'], hidden: [] } }))
      .code,
    (await t.call(PATH, {})).status,
  ]).toEqual(['forbidden', 'validation', 401]);
});
