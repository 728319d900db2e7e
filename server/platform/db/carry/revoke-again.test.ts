/**
 * Tests of a restored older database: revoked users and ended links, also if their table is
 * missing.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { revokeAgain } from './revoke-again.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'molar-revoke-')),
  file = path.join(folder, 'molar.db');
const AGAIN = (['user', 'tablet', 'share', 'link'] as const).map((kind) => ({
  kind,
  id: 'one',
  at: 9,
}));
beforeAll(() => {
  const db = new Database(file);
  db.exec(
    "create table user (id text, disabled_at integer); create table tablet (id text, revoked_at integer); insert into user values ('one', null), ('other', null); insert into tablet values ('one', 5)",
  );
  db.close();
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

it('revokes again, ends again, once, and leaves others alone', () => {
  expect(revokeAgain({ file }, AGAIN)).toBe(1);
  const db = new Database(file);
  db.exec(
    "create table share (id text, ended_at integer, ended_by text); create table home_link (id text, ended_at integer, ended_by text); insert into share values ('one', null, null), ('other', null, null); insert into home_link values ('one', null, null)",
  );
  db.close();
  expect([revokeAgain({ file }, AGAIN), revokeAgain({ file }, AGAIN)]).toEqual([2, 0]);
  const after = new Database(file),
    all = (table: string): unknown[] => after.prepare(`select * from ${table}`).raw().all();
  expect([all('user'), all('tablet'), all('share'), all('home_link')]).toEqual([
    [
      ['one', 9],
      ['other', null],
    ],
    [['one', 5]],
    [
      ['one', 9, 'system'],
      ['other', null, null],
    ],
    [['one', 9, 'system']],
  ]);
  after.close();
});
