// Tests the lookup of delivery rows: by index, regardless of the number of other rows.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PVS_ENTITIES } from '../../../shared/analytics/deliveries/pvs.ts';
import { liteKit } from '../../platform/db/kit.ts';
import { defineSchema } from '../../platform/db/schema.ts';
import { type Reader } from '../../platform/db/store.ts';
import { openStore } from '../../platform/db/open-store.ts';
import { sourceFrom } from './store.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'molar-reports-')),
  file = path.join(folder, 'molar.db');
let db: Database.Database;
beforeAll(async () => {
  await (await openStore({ file })).close();
  db = new Database(file);
});
afterAll(() => {
  db.close();
  rmSync(folder, { recursive: true });
});

describe('rows of one delivery', () => {
  it.each(PVS_ENTITIES)(
    '%s: finds rows by the delivery index without a full scan',
    async (entity) => {
      const asked: string[] = [],
        read = drizzle(db, {
          casing: 'snake_case',
          logger: {
            logQuery: (query) => {
              asked.push(query);
            },
          },
        }) as unknown as Reader;
      for await (const rows of sourceFrom(read, defineSchema(liteKit)).rows(
        'c1',
        entity,
        new Set([7]),
        false,
      ))
        expect(rows).toEqual([]);
      expect(asked).toHaveLength(1);
      const plan = db.prepare(`explain query plan ${asked[0]!}`).all('c1', 7) as {
        detail: string;
      }[];
      expect(plan.map(({ detail }) => detail)).toEqual([
        expect.stringMatching(/USING INDEX pvs_\w+_batch \(cid=\? AND batch=\?\)$/),
      ]);
    },
  );

  it('returns rows in primary key order', async () => {
    const insert = db.prepare(
      'insert into pvs_zimmer (cid, id, version, hash, batch, deleted, name) values (?, ?, ?, ?, ?, 0, ?)',
    );
    for (const [id, version, hash] of [
      ['b', 1, 1],
      ['a', 10, 1],
      ['a', 9, 2],
      ['a', 9, 1],
      ['B', 1, 1],
    ] as const)
      insert.run('c1', id, version, hash, 7, id);
    const read = drizzle(db, { casing: 'snake_case' }) as unknown as Reader,
      parts: unknown[] = [];
    for await (const rows of sourceFrom(read, defineSchema(liteKit)).rows(
      'c1',
      'zimmer',
      new Set([7]),
      false,
    ))
      parts.push(...rows.map((row) => [row.id, row.version, row.hash]));
    expect(parts).toEqual([
      ['B', 1, 1],
      ['a', 9, 1],
      ['a', 9, 2],
      ['a', 10, 1],
      ['b', 1, 1],
    ]);
  });
});
