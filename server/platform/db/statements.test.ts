// Tests of the statement cache: one statement per text for all callers; one parameter for a list.

import Database from 'better-sqlite3';
import { asc, eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { expect, it, vi } from 'vitest';
import { openTestStore, STORES } from '../../../tests/support/stores.ts';
import { oneOf } from './query/one-of.ts';
import { scopeReader, scopeWriter } from './scope.ts';
import { keepStatements } from './statements.ts';

const thing = sqliteTable('thing', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
});

function open() {
  const real = new Database(':memory:');
  real.exec(
    "create table thing (id integer primary key, name text not null); insert into thing values (1, 'a'), (2, 'b')",
  );
  const compile = vi.spyOn(real, 'prepare');
  return { real, compile, db: drizzle(keepStatements(real)) };
}

it('compiles a text once, and each caller gets rows in the requested form', () => {
  const { db, compile } = open(),
    named = db.select().from(thing).where(eq(thing.id, 1)),
    asText = sql`select "id", "name" from "thing" where "thing"."id" = ${1}`;
  expect([
    named.all(),
    db.all(asText),
    db.values(asText),
    named.get(),
    db.get(asText),
    named.all(),
  ]).toEqual([
    [{ id: 1, name: 'a' }],
    [{ id: 1, name: 'a' }],
    [[1, 'a']],
    { id: 1, name: 'a' },
    { id: 1, name: 'a' },
    [{ id: 1, name: 'a' }],
  ]);
  expect(new Set(compile.mock.calls.map(([one]) => one)).size).toBe(compile.mock.calls.length);
  expect(compile.mock.calls.length).toBe(1);
});

it('a failed change leaves its statement usable, and a changed table is read correctly', () => {
  const { db, real } = open(),
    add = (id: number): unknown => db.insert(thing).values({ id, name: 'c' }).returning().all();
  expect(() => add(1)).toThrow(/UNIQUE/);
  expect(add(3)).toEqual([{ id: 3, name: 'c' }]);
  const all = (): unknown[] =>
    db.select({ name: thing.name }).from(thing).orderBy(asc(thing.id)).all();
  expect(all()).toHaveLength(3);
  real.exec('alter table thing add column more text; delete from thing where id < 3');
  expect(all()).toEqual([{ name: 'c' }]);
});

it('keeps the most recently used texts', () => {
  const { db, compile } = open(),
    ask = (n: number): unknown => db.get(sql.raw(`select ${n} as n`));
  for (let n = 0; n < 500; n += 1) {
    ask(n);
    ask(0);
  }
  const before = compile.mock.calls.length;
  ask(0);
  ask(499);
  expect(compile.mock.calls.length).toBe(before);
  ask(1);
  expect(compile.mock.calls.length).toBe(before + 1);
});

it.each(STORES)('finds rows by a list of any length, each once, on %s', async (kind) => {
  const { store, drop } = await openTestStore(kind),
    { tabletNonce } = store.t;
  try {
    await store.write((db) =>
      scopeWriter(db, 'a').insert(
        tabletNonce,
        ['x', "y'", 'z"'].map((hash) => ({ hash, tabletId: 't', expiresAt: 1 })),
      ),
    );
    await store.write((db) =>
      scopeWriter(db, 'b').insert(tabletNonce, { hash: 'w', tabletId: 't', expiresAt: 1 }),
    );
    const find = async (hashes: string[]): Promise<string[]> =>
      (
        await scopeReader(store.read, 'a').find(tabletNonce, oneOf(tabletNonce.hash, hashes), {
          orderBy: asc(tabletNonce.hash),
        })
      ).map((row) => row.hash);
    expect([await find([]), await find(['x', 'x', 'none', 'w']), await find(["y'", 'z"'])]).toEqual(
      [[], ['x'], ["y'", 'z"']],
    );
    expect(await find(['x', ...Array.from({ length: 70_000 }, (_, n) => `n${n}`)])).toEqual(['x']);
  } finally {
    await drop();
  }
});
