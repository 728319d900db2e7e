// Tests that a limit is written into the text on SQLite, whose statements then stay compiled.

import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { integer, sqliteTable } from 'drizzle-orm/sqlite-core';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import { writeLimits } from './limit-text.ts';

const client = new Database(':memory:'),
  one = sqliteTable('one', { n: integer('n') }),
  db = writeLimits(drizzle(client));
client.exec('create table one (n integer); insert into one values (1), (2), (3)');
afterAll(() => {
  client.close();
});

describe('limits', () => {
  it('whole numbers are part of the text and no value', () => {
    expect(db.select().from(one).limit(2).toSQL()).toEqual({
      sql: 'select "n" from "one" limit 2',
      params: [],
    });
    expect(db.select().from(one).limit(2).all()).toEqual([{ n: 1 }, { n: 2 }]);
    expect(db.select().from(one).limit(0).all()).toEqual([]);
    expect(db.select().from(one).limit(1).offset(1).all()).toEqual([{ n: 2 }]);
  });
  it('other values stay values, and cannot be text', () => {
    expect(db.select().from(one).limit(1.5).toSQL().params).toEqual([1.5]);
    expect(
      db
        .select()
        .from(one)
        .limit('1; drop table one' as unknown as number)
        .toSQL().sql,
    ).toBe('select "n" from "one"');
  });
  it('refuses a placeholder for a limit', () => {
    expect(() => db.select().from(one).limit(sql.placeholder('most')).prepare()).toThrow(
      'a limit is a number',
    );
  });
  it('fails at once if the query builder writes limits elsewhere', () => {
    expect(() => writeLimits({})).toThrow('in another way');
  });
});
