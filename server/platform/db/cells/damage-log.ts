// Damaged cells of all practices: named in the log when one is met, stored for monitor and board.

import { and, eq, or } from 'drizzle-orm';
import type { Log } from '../../http/log.ts';
import { scopeStore, scopeWriter, type Row } from '../scope.ts';
import type { Schema } from '../schema.ts';
import type { Store } from '../store.ts';
import type { CellPlace } from './cells.ts';

type DamageRow = Row<Schema['damagedCell']>;
export interface DamageLog {
  /** Notes a cell that did not open, at most once an hour. */
  note(cid: string, place: CellPlace): void;
  /** Stores the noted damage. Reading must not write, so this is called between requests. */
  flush(): Promise<void>;
  /** Whether no damage is known in any practice; stores the noted damage first. */
  isClean(): Promise<boolean>;
  /**
   * Stores the result of a look at a practice's cells.
   * @param found every damaged cell
   */
  settle(cid: string, found: readonly CellPlace[]): Promise<void>;
}

const AGAIN_MS = 3_600_000,
  /** Damaged cells that are remembered; of a destroyed table the rest is found by the daily look. */
  MOST = 1000;
/** Rows of one insert. */
const BATCH = 100;
const wordOf = (cid: string, { table, row, column }: CellPlace): string =>
  JSON.stringify([cid, table, row, column]);

/** Creates the list of this process. */
export function createDamageLog({
  store,
  now,
  log,
}: {
  store: Store;
  now: () => number;
  log: Pick<Log, 'note'>;
}): DamageLog {
  const { t } = store,
    noted = new Map<string, number>();
  let waiting: { cid: string; place: CellPlace }[] = [];
  const insert = (cid: string, places: readonly CellPlace[]): Promise<void> =>
    store.write(async (db) => {
      const tx = scopeWriter(db, cid),
        foundAt = now();
      for (let at = 0; at < places.length; at += BATCH)
        await tx.insert(
          t.damagedCell,
          places.slice(at, at + BATCH).map(({ table, row, column }) => ({
            tableName: table,
            row,
            columnName: column,
            foundAt,
          })),
          { ifAbsent: true },
        );
    }, cid);
  const flush = async (): Promise<void> => {
    const taken = waiting;
    waiting = [];
    try {
      for (const cid of new Set(taken.map((one) => one.cid)))
        await insert(
          cid,
          taken.filter((one) => one.cid === cid).map(({ place }) => place),
        );
    } catch (error) {
      waiting = [...taken, ...waiting].slice(0, MOST);
      throw error;
    }
  };
  const note: DamageLog['note'] = (cid, place) => {
    const word = wordOf(cid, place),
      at = performance.now(),
      before = noted.get(word);
    if (before !== undefined && at - before < AGAIN_MS) return;
    if (noted.size >= MOST) noted.clear();
    noted.set(word, at);
    if (waiting.length < MOST) waiting.push({ cid, place });
    log.note('cells.damaged', { cid, ...place });
  };
  return {
    note,
    flush,
    async isClean() {
      if (waiting.length > 0) {
        await flush();
        return false;
      }
      const [row] = await store.read
        .select({ cid: t.damagedCell.cid })
        .from(t.damagedCell)
        .limit(1);
      return row === undefined;
    },
    async settle(cid, found) {
      for (const place of found) note(cid, place);
      await flush();
      const isFound = new Set(found.map((place) => wordOf(cid, place)));
      const healed = (await scopeStore(store, cid).find(t.damagedCell)).filter(
        (row) =>
          !isFound.has(wordOf(cid, { table: row.tableName, row: row.row, column: row.columnName })),
      );
      await forget(store, cid, healed);
      for (const row of healed)
        noted.delete(wordOf(cid, { table: row.tableName, row: row.row, column: row.columnName }));
    },
  };
}

async function forget(store: Store, cid: string, rows: readonly DamageRow[]): Promise<void> {
  const { damagedCell } = store.t;
  for (let at = 0; at < rows.length; at += BATCH)
    await store.write(
      (db) =>
        scopeWriter(db, cid).remove(
          damagedCell,
          or(
            ...rows
              .slice(at, at + BATCH)
              .map((one) =>
                and(
                  eq(damagedCell.tableName, one.tableName),
                  eq(damagedCell.row, one.row),
                  eq(damagedCell.columnName, one.columnName),
                ),
              ),
          )!,
        ),
      cid,
    );
}
