/**
 * Tests that no key of the database lets two practices collide: for each table, two practices store
 * a row with the same values. Only ids that no user chooses are unique across practices.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { getTableConfig as pgConfig, type PgTable } from 'drizzle-orm/pg-core';
import { getTableConfig as liteConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from './open-store.ts';
import * as lite from './schema.lite.ts';
import * as pg from './schema.pg.ts';

/** Tables of the installation: they belong to no practice. */
const OF_INSTALLATION = [
  'attempt',
  'backup_config',
  'backup_run',
  'installation',
  'recovery_sheet',
];
/**
 * Keys across practices: random ids (also of the payment provider), random secrets and their hashes,
 * the operator's host names, the mail address with which a person signs in, and the numbers of
 * invoices, which the vendor writes for all practices in one row of numbers.
 */
const RANDOM_ID =
  'access_grant answers api_token draft:taskId envelope erasure_item erasure_run factoring_partner ' +
  'document:fileId home_link image job legal_hold mail mappe op passkey person_export practice_key ' +
  'printed_paper restriction restriction_opening scan_page session share share_event share_item ' +
  'sms_sent tablet tablet_pending task:taskId user withdrawal r4c:r4cUuid share_code:share ' +
  'feed:tabletId,seq ticket:helpdeskid contract:customerId op:device,inc,n op_head:device,inc news_read:userId,newsId signature_part:taskId,role ' +
  'voucher_redemption:batchId,tenant invoice_document:source,revision';
const SECRET_HASH =
  'access_token:hash api_token:hash first_user_token:hash home_link:hash known_device:hash ' +
  'login_step:hash one_time_link:hash recovery_code session:refreshHash share:hash ' +
  'share_session:hash tablet:tokenHash tablet_code:hash tablet_nonce:hash takeover:hash ticket:mailWord';
const OPERATOR_OR_PERSON = 'r4c:r4chost user:email invoice_document:number shop_order:number';
const ACROSS = new Set(
  [RANDOM_ID, SECRET_HASH, OPERATOR_OR_PERSON]
    .flatMap((list) => list.split(' '))
    .map((one) => (one.includes(':') ? one : `${one}:id`)),
);

interface Column {
  name: string;
  dataType: string;
  isScalar: boolean;
}
interface Shape {
  name: string;
  columns: Column[];
  keys: string[][];
}

function shapeOf(config: ReturnType<typeof liteConfig> | ReturnType<typeof pgConfig>): Shape {
  const indexes: { config: { unique?: boolean; columns: object[] } }[] = config.indexes;
  return {
    name: config.name,
    columns: config.columns.map(({ name, dataType, primary }) => ({
      name,
      dataType,
      isScalar: primary,
    })),
    keys: [
      ...config.primaryKeys.map((key) => key.columns.map(({ name }) => name)),
      ...config.columns.filter(({ primary }) => primary).map(({ name }) => [name]),
      ...indexes
        .filter((one) => one.config.unique === true)
        .map((one) => one.config.columns.map((c) => ('name' in c ? String(c.name) : '<sql>'))),
    ],
  };
}
const shapes = Object.values(lite).map((table) => shapeOf(liteConfig(table as SQLiteTable))),
  practices = shapes.filter(({ name }) => !OF_INSTALLATION.includes(name));
const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (one) => `_${one.toLowerCase()}`);
const across = (shape: Shape): string[][] => shape.keys.filter((key) => !key.includes('cid'));

function valueOf({ dataType, name }: Column): unknown {
  if (dataType === 'number' || dataType === 'boolean') return 1;
  if (dataType === 'buffer' || dataType === 'custom') return Buffer.from([1]);
  return dataType === 'json' ? '{}' : name;
}

describe('two practices', () => {
  const folder = mkdtempSync(
    path.join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'molar-two-'),
  );
  let db: Database.Database;
  beforeAll(async () => {
    const file = path.join(folder, 'molar.db');
    await (await openStore({ file })).close();
    db = new Database(file);
    db.pragma('foreign_keys=OFF');
  });
  afterAll(() => {
    db.close();
    rmSync(folder, { recursive: true });
  });
  const insert = (shape: Shape, cid: string, own: readonly string[]): void => {
    const names = shape.columns.map(({ name }) => `"${snake(name)}"`),
      values = shape.columns.map((column) => {
        if (column.name === 'cid') return cid;
        const value = valueOf(column);
        if (!own.includes(column.name)) return value;
        return typeof value === 'number' ? cid.length : `${cid} ${column.name}`;
      });
    db.prepare(
      `insert into "${shape.name}" (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`,
    ).run(values);
  };

  it('finds keys across practices only where a key is random, a hash, or a name of the operator', () => {
    const found = practices.flatMap((shape) =>
      across(shape).map((key) => `${shape.name}:${key.join(',')}`),
    );
    expect(found.filter((key) => !ACROSS.has(key))).toEqual([]);
    expect([...ACROSS].filter((key) => !found.includes(key))).toEqual([]);
  });

  it('gives every table the same keys on PostgreSQL', () => {
    const keys = (all: Shape[]): string[] =>
      all.map(({ name, keys: own }) => `${name} ${own.map((key) => key.join(',')).join(' | ')}`);
    expect(keys(Object.values(pg).map((table) => shapeOf(pgConfig(table as PgTable))))).toEqual(
      keys(shapes),
    );
  });

  it.each(practices.map((shape) => [shape.name, shape] as const))(
    'two practices store the same row of %s',
    (_name, shape) => {
      const own = across(shape).flat();
      // Written by a trigger before.
      if (shape.name === 'patient_version') db.exec('delete from patient_version');
      insert(shape, 'practice-a', own);
      insert(shape, 'practice-bb', own);
      if (shape.keys.length > 0)
        expect(() => insert(shape, 'practice-a', own)).toThrow(/UNIQUE|PRIMARY/);
    },
  );
});
