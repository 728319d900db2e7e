/**
 * Damaged names, contacts and titles on PostgreSQL: every list still opens, and no paper is made for a
 * person whose name is damaged.
 */
import { getTableName, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testRenderer } from '../../server/paper/seal/sample.fixture.ts';
import { ONLY_POSTGRES, shapeOf } from '../../server/platform/db/cells/sealed-columns.ts';
import { checkStored } from '../../server/platform/keys/cells/check-stored.ts';
import { fillPraxis, type Filled } from '../support/filled.ts';
import { composition } from '../support/mappe.ts';
import { createTestApp, type Bearer, type TestApp } from '../support/in-process.ts';

/** Streams, and state that each call changes. */
const LEFT_OUT = /\/live$|\/readyz$|\/metrics$|\/ui\/incidents$/,
  QUERIES = ['', '?q=Gro', '?patid=1001'];
/** Calls that open one entry, and the answer where its own values are damaged. */
const OPENS: readonly [route: RegExp, code: string][] = [
  [/\/agreements\/\{agreementId\}\/print$/, 'entry_damaged'],
  [/\/factoringinit\//, 'birthdate_invalid'],
];

describe('damaged values of people', () => {
  const renderer = testRenderer();
  let t: TestApp, a: Filled;
  const calls: { path: string; route: string; as: Bearer }[] = [];
  beforeAll(async () => {
    t = await createTestApp('postgres', { renderer });
    a = await fillPraxis(t, 'anna', '1001');
    const contacts = { mobile: '0171 1', email: 'a@b.test', birthplace: 'Ulm' };
    await t.deps.workshop.write(a.p.cid, a.p.system, (w) =>
      w.tx.update(w.t.patient, contacts, { patid: '1001' }),
    );
    const ids = a.ids as unknown as Record<string, string | undefined>;
    for (const m of t.app.table) {
      const names = [...m.path.matchAll(/\{(\w+)\}/g)].map((one) => one[1]!);
      if (m.method !== 'get' || LEFT_OUT.test(m.path) || names.some((name) => !ids[name])) continue;
      const path = m.path.replace(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(ids[name]!),
      );
      for (const query of QUERIES)
        for (const as of [a.p.users.owner, a.tablet] as Bearer[])
          if ((await t.call(path + query, { as })).status === 200)
            calls.push({ path: path + query, route: m.path, as });
    }
  }, 120_000);
  afterAll(async () => {
    await t.drop();
    renderer.close();
  });
  /** Damages every encrypted text of the table that only PostgreSQL encrypts. */
  const damage = async (table: PgTable): Promise<void> => {
    const columns = table as unknown as Record<string, PgColumn>,
      own = shapeOf(table)!.columns.filter(({ since }) => since >= ONLY_POSTGRES);
    const set = own.map(({ name, isJson }) => [
      name,
      isJson
        ? sql`to_jsonb(overlay(${columns[name]} #>> '{}' placing 'AAAA' from 60))`
        : sql`overlay(${columns[name]} placing 'AAAA' from 60)`,
    ]);
    await t.deps.store.write((db) => db.update(table).set(Object.fromEntries(set) as never));
  };

  it('leave every list open, and are named', async () => {
    const { patient, printedPaper, onlineTermin, exportItem, importItem, scanPage, termin } =
      t.deps.store.t;
    const tables = [patient, printedPaper, onlineTermin, exportItem, importItem, scanPage, termin];
    for (const table of tables) await damage(table);
    expect(calls.length).toBeGreaterThan(80);
    const closed: string[] = [];
    for (const { path, route, as } of calls) {
      const answer = await t.call(path, { as });
      if (answer.status === 200) continue;
      if (!OPENS.some(([one, code]) => one.test(route) && answer.code === code))
        closed.push(`${route} ${answer.status} ${answer.code ?? ''}`);
    }
    expect([...new Set(closed)]).toEqual([]);
    await checkStored(t.deps, a.p.cid);
    const { damagedCell } = t.deps.store.t,
      named = await t.deps.store.read.select().from(damagedCell);
    const found = new Set(named.map((row) => row.tableName));
    for (const table of [patient, printedPaper, onlineTermin])
      expect([...found]).toContain(getTableName(table));
  });

  it('make no paper for a person without a readable name', async () => {
    const sent = await t.call(`${a.p.base}/tablet/mappen`, {
      as: a.p.users.reception,
      method: 'POST',
      json: composition({ patid: '1001', name: 'Anna', tabletId: a.free.id }),
    });
    expect(sent.code).toBe('entry_damaged');
  });
});
