// Encrypts the stored rows of a practice: those from before cells were encrypted, and those of an
// older key. In small transactions, continued after the last one whatever ended it.

import { setTimeout as pause } from 'node:timers/promises';
import {
  DamagedCell,
  hasCells,
  openCells,
  sealCells,
  UnknownCellKey,
} from '../../db/cells/cells.ts';
import { SEALED_VERSION, shapeOf, type SealedShape } from '../../db/cells/sealed-columns.ts';
import type { Schema } from '../../db/schema.ts';
import { scopeStore, scopeWriter, type ScopedWriter, type TenantTable } from '../../db/scope.ts';
import type { Store } from '../../db/store.ts';
import type { Work, Workshop } from '../../work.ts';
import {
  CELL_KEYS_FRESH_MS,
  newCellKey,
  type LoadedCellKeys,
  type OwnCellKeyring,
} from './cell-keys.ts';
import {
  cellStateOf,
  insertKeys,
  retireCellKeys,
  saveCells,
  saveCellState,
  storedRows,
} from '../store.ts';
import type { Root } from '../rootkey/root-keys.ts';

/** Rows of one transaction, and the pause after it (ms): other writes wait for it. */
const BATCH = 25,
  PAUSE_MS = 5;

export interface SealStoredDeps {
  store: Store;
  cells: OwnCellKeyring;
  now: () => number;
  /** Reports a row that cannot be read, which stays as it is, and the end of the walk. */
  log: { note: (code: string, facts: Record<string, string>) => void };
}

interface SealedEntry {
  table: TenantTable;
  shape: SealedShape;
}
/** Tables with encrypted columns, in a fixed order. */
export const sealedTables = (t: Schema): SealedEntry[] =>
  Object.values(t)
    .flatMap((table) => {
      const shape = shapeOf(table);
      return shape ? [{ table: table as TenantTable, shape }] : [];
    })
    .sort((a, b) => (a.shape.table < b.shape.table ? -1 : 1));

/** Returns the cells of a row for the newest key; undefined if they are already encrypted by it. */
function renewed(
  keys: LoadedCellKeys,
  cid: string,
  shape: SealedShape,
  row: Record<string, unknown>,
): Record<string, unknown> | undefined {
  const isDone = shape.columns.every(
    ({ name }) => row[name] === null || row[name] === undefined || keys.isNewest(row[name]),
  );
  if (isDone || !hasCells(shape, row)) return undefined;
  // Reading a damaged cell throws below; words in the place of one must not be stored.
  const plain = openCells(keys, cid, shape, row, {
    areKeysFresh: true,
    found: ({ table, column }) => {
      throw new DamagedCell(`${table}.${column}`);
    },
  });
  const cells = Object.fromEntries(shape.columns.map(({ name }) => [name, plain[name]]));
  return sealCells(keys, cid, shape, cells, row);
}

/** Encrypts the next rows of one table. @returns the last row's key; undefined at its end */
async function sealBatch(
  tx: ScopedWriter,
  { table, shape }: SealedEntry,
  after: string,
  keys: LoadedCellKeys,
  log: SealStoredDeps['log'],
): Promise<string | undefined> {
  const rows = await storedRows(tx, table, shape.key, after, BATCH);
  for (const row of rows) {
    const id = String(row[shape.key]);
    let cells: Record<string, unknown> | undefined;
    try {
      cells = renewed(keys, tx.cid, shape, row);
    } catch (error) {
      if (!(error instanceof DamagedCell || error instanceof UnknownCellKey)) throw error;
      log.note('cells.damaged', { cid: tx.cid, table: shape.table, row: id });
    }
    if (cells) await saveCells(tx, table, shape.key, id, cells);
  }
  return rows.length < BATCH ? undefined : String(rows.at(-1)![shape.key]);
}

/**
 * Encrypts everything that is stored in clear or by an older key, then retires older keys. Continues
 * where an earlier run ended.
 */
export async function sealStored(deps: SealStoredDeps, cid: string): Promise<void> {
  const { store, cells, log } = deps,
    { t } = store,
    tables = sealedTables(t);
  if (!(await cells.again(cid)))
    await store.write((db) => cells.make(scopeWriter(db, cid), t), cid);
  const keys = (await cells.again(cid))!;
  /** @returns whether everything is done */
  const step = async (
    tx: ScopedWriter,
    retire: () => Promise<unknown>,
    now: number,
  ): Promise<boolean> => {
    const known = await cellStateOf(tx, t);
    const isSame = known?.version === SEALED_VERSION && known.keyId === keys.newest;
    if (isSame && known.doneAt !== null) return true;
    const at = isSame ? tables.findIndex(({ shape }) => shape.table === known.lastTable) : 0,
      table = tables[Math.max(at, 0)]!;
    const last = await sealBatch(tx, table, (isSame ? known.lastRow : null) ?? '', keys, log);
    const next = last === undefined ? tables[Math.max(at, 0) + 1] : table,
      isDone = next === undefined;
    await saveCellState(tx, t, {
      complete: isDone ? SEALED_VERSION : (known?.complete ?? 0),
      version: SEALED_VERSION,
      keyId: keys.newest,
      lastTable: next?.shape.table ?? null,
      lastRow: last ?? null,
      doneAt: isDone ? now : null,
    });
    if (isDone) await retire();
    return isDone;
  };
  for (;;) {
    // Below the encryption: the rows are read and written as they are stored.
    const isDone = await store.write(async (db) => {
      const tx = scopeWriter(db, cid),
        now = deps.now();
      return step(tx, () => retireCellKeys({ tx, t, now }, keys.newest), now);
    }, cid);
    if (isDone) break;
    await pause(PAUSE_MS);
  }
  await cells.again(cid);
  log.note('cells.done', { cid, key: keys.newest });
}

/**
 * Queues the walk over a practice's rows where it is due.
 * @returns whether it is
 */
export async function queueSealing(
  { store, workshop, cells }: Pick<SealStoredDeps, 'store' | 'cells'> & { workshop: Workshop },
  cid: string,
): Promise<boolean> {
  const keys = await cells.of(cid),
    state = await cellStateOf(scopeStore(store, cid), store.t);
  if (
    keys &&
    state?.version === SEALED_VERSION &&
    state.keyId === keys.newest &&
    state.doneAt !== null
  )
    return false;
  await workshop.write(cid, { kind: 'system', cid }, (w) =>
    w.job('seal-cells', sealingKey(keys?.newest ?? 'first'), {}),
  );
  return true;
}
const sealingKey = (id: string): string => `seal-cells:${SEALED_VERSION}:${id}`;

/**
 * Makes a new key for a practice's cells. Servers encrypt with it within a minute; afterwards a job
 * encrypts all stored rows again.
 * @returns the id of the key
 */
export async function rotateCellKey(w: Work, rootKey: Root): Promise<string> {
  const { row } = newCellKey(w.cid, w.newId(), rootKey, w.now);
  await insertKeys(w.tx, w.t, [row]);
  await w.audit('key.created', { keys: [row.id] });
  await w.job('seal-cells', sealingKey(row.id), {}, w.now + 2 * CELL_KEYS_FRESH_MS);
  return row.id;
}
