// Overview layouts over HTTP: stored by user and practice, idempotent, and for owners only.

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

it('is empty at first and then returns the last layout, for this user only', async () => {
  expect((await t.call(PATH, { as: p.users.owner })).json).toEqual({ settings: null });
  for (const json of [{ order: ['umsatz'], hidden: [] }, order, order])
    expect((await t.call(PATH, { as: p.users.owner, method: 'PUT', json })).status).toBe(200);
  expect((await t.call(PATH, { as: p.users.owner })).json).toEqual({ settings: order });
  expect((await t.call(PATH, { as: other.users.owner })).json).toEqual({ settings: null });
});
it('only the owner may read or save a layout, and it contains keys only', async () => {
  expect([
    (await t.call(PATH, { as: p.users.reception })).code,
    (await t.call(PATH, { as: p.users.owner, method: 'PUT', json: { order: ['<b>'], hidden: [] } }))
      .code,
    (await t.call(PATH, {})).status,
  ]).toEqual(['forbidden', 'validation', 401]);
});
