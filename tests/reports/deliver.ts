/** Writes rows into the server's tables as a closed delivery. */
import { PVS_FIELDS, type PvsEntity } from '../../shared/analytics/deliveries/pvs.ts';
import type { TestApp } from '../support/in-process.ts';

export interface DeliveredRow {
  entity: PvsEntity;
  id: string;
  version: number;
  hash: number;
  isDeleted: boolean;
  values: Record<string, unknown>;
}

/** Returns a row of a delivery. */
export const row = (
  entity: PvsEntity,
  id: string,
  values: Record<string, unknown>,
  version = 1,
): DeliveredRow => ({ entity, id, version, hash: 1, isDeleted: false, values });

let batch = 0;
/** Writes the rows. @returns the number of the delivery */
export async function deliverRows(
  t: TestApp,
  cid: string,
  rows: readonly DeliveredRow[],
): Promise<number> {
  const { store } = t.deps,
    number = (batch += 1);
  await store.write(async (db) => {
    await db.insert(store.t.pvsBatch).values({
      cid,
      batch: number,
      run: `run${number}`,
      state: 'closed',
      source: 'Test',
      way: 'api',
      sha256: 'x',
      rows: rows.length,
      counts: {},
      refused: 0,
      openedAt: 1,
      closedAt: t.clock.now,
      withdrawnAt: null,
      by: 'test',
      withdrawnBy: null,
    });
    for (const { entity, id, version, hash, isDeleted, values } of rows) {
      const table = store.t[`pvs${entity[0]!.toUpperCase()}${entity.slice(1)}` as 'pvsLeistung'];
      await db
        .insert(table)
        .values({
          ...Object.fromEntries(PVS_FIELDS[entity].map((f) => [f.name, values[f.name] ?? null])),
          cid,
          id,
          version,
          hash,
          batch: number,
          deleted: isDeleted,
        } as never)
        .onConflictDoNothing();
    }
  });
  return number;
}
