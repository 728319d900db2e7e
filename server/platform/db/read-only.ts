// A snapshot of the database, read while a server may be running: writes nothing, migrates nothing,
// and does not see later changes.

import { drizzle as drizzleLite } from 'drizzle-orm/better-sqlite3';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { openFile, type SqliteFile } from './file/open-file.ts';
import { liteKit } from './kit.ts';
import { SEE_EVERY_TENANT } from './postgres/tenants.ts';
import { defineSchema, type Schema } from './schema.ts';
import { pgSchema } from './schema.ts';
import type { Reader } from './store.ts';

export interface Instant {
  t: Schema;
  read: Reader;
  close(): Promise<void>;
}

/**
 * Opens a reader of one state of the database.
 * @throws when the database is missing or unreadable
 */
export async function openInstant(database: { url: string } | SqliteFile): Promise<Instant> {
  if ('file' in database) {
    const db = openFile(database, { readonly: true, fileMustExist: true, timeout: 5000 });
    // A read transaction takes its snapshot with its first read.
    db.exec('BEGIN');
    db.prepare('select count(*) from sqlite_master').get();
    return {
      t: defineSchema(liteKit),
      read: drizzleLite(db, { casing: 'snake_case' }) as unknown as Reader,
      close: () => {
        db.close();
        return Promise.resolve();
      },
    };
  }
  const client = new pg.Client({ connectionString: database.url, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  await client.connect();
  await client.query(SEE_EVERY_TENANT);
  await client.query('begin isolation level repeatable read read only');
  return {
    t: pgSchema,
    read: drizzlePg(client, { casing: 'snake_case' }),
    close: () => client.end(),
  };
}

/**
 * Opens a separate reader that stays open and sees each commit, for a worker thread on the data of
 * others.
 * @throws when the database is missing
 */
export async function openReading(database: { url: string } | SqliteFile): Promise<Instant> {
  if ('file' in database) {
    const db = openFile(database, { readonly: true, fileMustExist: true, timeout: 5000 });
    return {
      t: defineSchema(liteKit),
      read: drizzleLite(db, { casing: 'snake_case' }) as unknown as Reader,
      close: () => {
        db.close();
        return Promise.resolve();
      },
    };
  }
  const pool = new pg.Pool({
    connectionString: database.url,
    max: 5,
    connectionTimeoutMillis: 5000,
    verify: (client, done) => {
      client.query(SEE_EVERY_TENANT, (error) => {
        done(error);
      });
    },
  });
  pool.on('error', () => undefined);
  await pool.query('select 1');
  return { t: pgSchema, read: drizzlePg(pool, { casing: 'snake_case' }), close: () => pool.end() };
}
