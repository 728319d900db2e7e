// The practices of „Betrieb“: people and state of the seal of each, in the same number of statements
// whatever their number.

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ClientList } from '../../../shared/vendor/grants.schema.ts';
import { SEAL_MARGIN_MS } from '../../../shared/papers/seal-end.ts';
import { statementsOf } from '../../../tests/support/count-statements.ts';
import { createTestApp, type TestApp } from '../../../tests/support/in-process.ts';
import { addPractice, addVendor, login } from '../../../tests/support/practice.ts';
import { STORES } from '../../../tests/support/stores.ts';
import { sealEnd, sealStanding } from '../../platform/keys/seals.ts';
import { authorityRows, sealRows } from '../../platform/keys/store.ts';

describe.each(STORES)('practices of the vendor (%s)', (kind) => {
  let t: TestApp;
  const page = async (asked = ''): Promise<ClientList> => {
      const as = await login(t, 'support@molar.test');
      return (await t.call(`/support/clients${asked}`, { as })).json as ClientList;
    },
    list = async (): Promise<ClientList['items']> => (await page()).items;
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
      ['Zahnarztpraxis sued', 'ok'],
      // A practice that never sealed has no end.
      ['Zahnarztpraxis west', 'ok'],
    ]);
    expect((await list()).map(({ people }) => people)).toEqual([3, 3, 3]);
    for (const name of ['ost', 'mitte', 'tal']) await t.deps.keys((await addPractice(t, name)).cid);
    if (kind === 'sqlite') expect([few > 0, await counted()]).toEqual([true, few]);
  });

  test('are read page by page, and found by a part of their name', async () => {
    const { read, write, t: tables } = t.deps.store,
      [praxis] = await read.select().from(tables.praxis).limit(1),
      [r4c] = await read.select().from(tables.r4c).limit(1),
      // Names are not unique, and one page ends within them.
      names = Array.from({ length: 120 }, (_, n) => (n < 60 ? 'Praxis am Markt' : `Praxis ${n}`));
    await write(async (tx) => {
      for (const [n, name] of [...names, 'Praxis Öztürk'].entries()) {
        const cid = `many${n}`;
        await tx.insert(tables.praxis).values({ ...praxis!, cid, name });
        await tx.insert(tables.r4c).values({ ...r4c!, cid, r4cUuid: cid, r4chost: cid });
      }
    });
    const seen: string[] = [];
    let cursor: string | null = '';
    for (let turn = 0; cursor !== null && turn < 9; turn += 1) {
      const answer: ClientList = await page(cursor === '' ? '' : `?cursor=${cursor}`);
      expect(answer.items.length).toBeLessThanOrEqual(50);
      seen.push(...answer.items.map(({ cid }) => cid));
      cursor = answer.cursor;
    }
    expect(cursor).toBe(null);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((cid) => cid.startsWith('many')).length).toBe(121);

    // The practice at the end of a page is deleted before the next page is read.
    const before = await page(),
      gone = before.items.at(-1)!,
      nextOf = async (): Promise<string | undefined> =>
        (await page(`?cursor=${before.cursor}`)).items[0]?.cid,
      next = await nextOf();
    expect(next).not.toBe(undefined);
    await write(async (tx) => {
      await tx.delete(tables.praxis).where(eq(tables.praxis.cid, gone.cid));
    });
    expect(await nextOf()).toBe(next);
    const as = await login(t, 'support@molar.test');
    for (const cursor of ['unknown', 'W10', 'WyJhIiwiXHUwMDAwIl0'])
      expect((await t.call(`/support/clients?cursor=${cursor}`, { as })).code).toBe('validation');

    expect((await page('?q=am%20markt')).items.length).toBe(50);
    expect((await page('?q=west')).items.map(({ name }) => name)).toEqual(['Zahnarztpraxis west']);
    // Signs of a pattern stand for themselves.
    expect((await page('?q=%25')).items).toEqual([]);
    // The fleet, which is looked at every few minutes, knows umlauts in lower case.
    t.clock.now += 10 * 60_000;
    await t.call('/support/fleet', { as: await login(t, 'support@molar.test') });
    expect((await page('?q=%C3%B6zt')).items.map(({ name }) => name)).toEqual(['Praxis Öztürk']);
  });
});
