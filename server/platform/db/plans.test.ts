// Tests of SQLite's query plans for rows requested by every board and tablet: by index, never by a
// full scan of a practice's data.

import Database from 'better-sqlite3';
import { and, eq, gt } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import { afterAll, expect, it } from 'vitest';
import { liteKit } from './kit.ts';
import { migrationsFolder } from './migrations.ts';
import { jsonRows } from './query/one-of.ts';
import { defineSchema } from './schema.ts';
import type { Reader } from './store.ts';

const db = new Database(':memory:');
migrate(drizzle(db), { migrationsFolder: migrationsFolder('sqlite') });
afterAll(() => {
  db.close();
});

const LIST = 'in (select value from json_each(?))';
/** Tables with the columns that select their rows. */
const ASKED: readonly [string, string][] = [
  ['task', 'mappe_id = ?'],
  ['task', `mappe_id ${LIST}`],
  ['task', 'task_id = ?'],
  ['task', `task_id ${LIST}`],
  ['task', 'task_id in (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'],
  ['task', `patid ${LIST} and state in (?, ?)`],
  ['mappe', 'id = ?'],
  ['mappe', `id ${LIST}`],
  ['mappe', `id ${LIST} and tablet_id = ?`],
  ['mappe', 'tablet_id = ?'],
  ['document', `task_id ${LIST}`],
  ['document', 'file_id in (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'],
  ['answers', `task_id ${LIST}`],
  ['answers', `patid ${LIST} and adds_to is null`],
  ['envelope', `task_id ${LIST}`],
  ['envelope', 'task_id in (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'],
  ['patient', `patid ${LIST}`],
  ['patient', 'last_name = ? and patid <> ? and merged_into is null'],
  ['patient', 'merged_into in (?, ?, ?)'],
  ['answers', 'adds_to = ?'],
  ['document', 'patid in (?) and voided_at is null order by at desc, file_id desc limit 101'],
  ['op', 'id = ?'],
  ['op', 'device = ? and inc = ? and n = ?'],
  ['termin', `patid ${LIST} and day < ?`],
  ['master_change', `state = ? and patid ${LIST}`],
  ['signature_part', `task_id ${LIST}`],
];

it('finds open items of staff by a small separate index', () => {
  const [{ detail } = { detail: '' }] = db
    .prepare<unknown[], { detail: string }>(
      "explain query plan select id from op where cid = ? and result = 'parked' and settled_at is null order by received_at desc limit 9",
    )
    .all('x');
  expect(detail).toBe('SEARCH op USING INDEX op_parked (cid=?)');
});

it.each(ASKED)('rows of %s where %s', (table, condition) => {
  const asked = `select * from ${table} where cid = ? and ${condition}`;
  const plan =
    db
      .prepare<unknown[], { detail: string }>(`explain query plan ${asked}`)
      .all(...[...asked.matchAll(/\?/g)].map(() => 'x'))
      .map(({ detail }) => detail)
      .find((detail) => detail.includes(` ${table} `)) ?? '';
  const [column = ''] = condition.replace('state = ? and ', '').split(' ');
  expect(plan).toMatch(new RegExp(String.raw`^SEARCH ${table} USING .*\b${column}=\?`));
});

it('finds ops of many tablets by tablet and number, starting from the list of tablets', () => {
  const { op } = defineSchema(liteKit),
    held = jsonRows(op, 'held'),
    reader = drizzle(db, { casing: 'snake_case' }) as unknown as Reader;
  const asked = reader
    .select({ taskId: op.taskId })
    .from(held.from)
    .crossJoin(op)
    .where(
      and(
        eq(op.cid, 'x'),
        eq(op.device, held.text('id')),
        eq(op.inc, held.text('inc')),
        gt(op.n, held.int('ackSeen')),
      ),
    )
    .toSQL().sql;
  expect(
    db
      .prepare<unknown[], { detail: string }>(`explain query plan ${asked}`)
      .all('[]', 'x')
      .map(({ detail }) => detail),
  ).toEqual([
    expect.stringMatching(/^SCAN given VIRTUAL TABLE/),
    expect.stringMatching(/^SEARCH op USING .*\(device=\? AND inc=\? AND n>\?\)$/),
  ]);
});
