// Opens every encrypted cell of a practice once a day, so that damage is found before the row is
// needed, and forgets damage that was repaired.

import { setTimeout as pause } from 'node:timers/promises';
import { openCells, type CellPlace } from '../../db/cells/cells.ts';
import type { DamageLog } from '../../db/cells/damage-log.ts';
import { scopeStore } from '../../db/scope.ts';
import type { Store } from '../../db/store.ts';
import type { Workshop } from '../../work.ts';
import type { OwnCellKeyring } from './cell-keys.ts';
import { sealedTables } from './seal-stored.ts';
import { storedRows } from '../store.ts';

/** Rows that are opened at a time, and the pause after them (ms): requests wait for them. */
const BATCH = 25,
  PAUSE_MS = 10;

export interface CheckStoredDeps {
  store: Store;
  cells: OwnCellKeyring;
  damage: DamageLog;
}

/** Queues the look at a practice's cells, once a day. */
export const queueCheck = (workshop: Workshop, cid: string, day: string): Promise<void> =>
  workshop.write(cid, { kind: 'system', cid }, (w) =>
    w.job('check-cells', `check-cells:${day}`, {}),
  );

/** Opens all cells of a practice and stores which are damaged. */
export async function checkStored(
  { store, cells, damage }: CheckStoredDeps,
  cid: string,
): Promise<void> {
  const db = scopeStore(store, cid),
    found = new Map<string, CellPlace>();
  for (const { table, shape } of sealedTables(store.t)) {
    if (!shape.columns.some((column) => column.isSealed)) continue;
    let after: unknown[] | undefined;
    for (let isLast = false; !isLast;) {
      const rows: Record<string, unknown>[] = await storedRows(db, table, shape.keys, after, BATCH),
        // Fresh for each batch: rows are written by a new key while this runs.
        keys = await cells.of(cid);
      const open = (by: typeof keys, areKeysFresh: boolean): void => {
        for (const row of rows)
          openCells(by, cid, shape, row, {
            areKeysFresh,
            found: (place) => found.set(JSON.stringify(place), place),
          });
      };
      try {
        open(keys, false);
      } catch {
        open(await cells.again(cid), true);
      }
      isLast = rows.length < BATCH;
      if (!isLast) after = shape.keys.map((key) => rows.at(-1)![key]);
      await pause(PAUSE_MS);
    }
  }
  await damage.settle(cid, [...found.values()]);
}
