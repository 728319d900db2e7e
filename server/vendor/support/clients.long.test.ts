// The practices of „Betrieb“: people and state of the seal of each, in the same number of statements
// whatever their number.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SEAL_MARGIN_MS } from '../../../shared/papers/seal-end.ts';
import { statementsOf } from '../../../tests/support/count-statements.ts';
import { createTestApp, type TestApp } from '../../../tests/support/in-process.ts';
import { addPractice, addVendor, login } from '../../../tests/support/practice.ts';
import { STORES } from '../../../tests/support/stores.ts';
import { sealEnd, sealStanding } from '../../platform/keys/seals.ts';
import { authorityRows, sealRows } from '../../platform/keys/store.ts';

describe.each(STORES)('practices of the vendor (%s)', (kind) => {
  let t: TestApp;
  const list = async (): Promise<{ name: string; people: number; seal: string }[]> => {
    const as = await login(t, 'support@molar.test'),
      answer = await t.call('/support/clients', { as });
    return (answer.json as { items: { name: string; people: number; seal: string }[] }).items;
  };
  const counted = async (): Promise<number> => {
    const as = await login(t, 'support@molar.test');
    await t.call('/support/clients', { as });
    return statementsOf(() => t.call('/support/clients', { as }));
  };
  beforeAll(async () => {
    t = await createTestApp(kind);
    await addVendor(t);
  });
  afterAll(() => t.drop());

  test('each has its own seal, as the practice itself reads it', async () => {
    const nord = await addPractice(t, 'nord');
    await addPractice(t, 'west');
    await t.deps.keys(nord.cid);
    const few = await counted(),
      { db, t: tables } = t.deps.workshop.look(nord.cid, nord.system),
      end = sealEnd(await sealRows(db, tables), await authorityRows(db, tables), t.clock.now)!;
    t.clock.now = end - SEAL_MARGIN_MS + 1;
    const sued = await addPractice(t, 'sued');
    await t.deps.keys(sued.cid);
    const standing = await sealStanding(t.deps.workshop.look(nord.cid, nord.system));
    expect(standing.state).toBe('over');
    expect((await list()).map(({ name, seal }) => [name, seal])).toEqual([
      ['Zahnarztpraxis nord', 'over'],
      // A practice that never sealed has no end.
      ['Zahnarztpraxis west', 'ok'],
      ['Zahnarztpraxis sued', 'ok'],
    ]);
    expect((await list()).map(({ people }) => people)).toEqual([3, 3, 3]);
    for (const name of ['ost', 'mitte', 'tal']) await t.deps.keys((await addPractice(t, name)).cid);
    if (kind === 'sqlite') expect([few > 0, await counted()]).toEqual([true, few]);
  });
});
