// Encrypts the stored rows of a practice: those from before cells were encrypted, and those of an
// older key. In small transactions, continued after the last one whatever ended it.

import { setTimeout as pause } from 'node:timers/promises';
import {
  DamagedCell,
  hasCells,
  isSealed,
  openCells,
  sealCells,
  UnknownCellKey,
} from '../../db/cells/cells.ts';
import {
  keyFromWord,
  sealedVersion,
  shapeOf,
  wordOfRow,
  type SealedShape,
} from '../../db/cells/sealed-columns.ts';
import type { Schema } from '../../db/schema.ts';
import { scopeStore, scopeWriter, type ScopedWriter, type TenantTable } from '../../db/scope.ts';
import type { Store } from '../../db/store.ts';
import type { Look, Work, Workshop } from '../../work.ts';
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

/**
 * Rows that one transaction reads and writes at most, and the pause after it (ms): other writes wait
 * for it.
 */
const MOST_READ = 200,
  MOST_WRITTEN = 25,
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

/**
 * Returns the cells of a row for the newest key, in clear where another kind of database encrypted
 * them; undefined if they are so already.
 */
function renewed(
  keys: LoadedCellKeys,
  cid: string,
  shape: SealedShape,
  row: Record<string, unknown>,
): Record<string, unknown> | undefined {
  const isDone = shape.columns.every(({ name, isSealed: isOurs }) =>
    isOurs
      ? row[name] === null || row[name] === undefined || keys.isNewest(row[name])
      : !isSealed(row[name]),
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

/** Encrypts the next rows of one table. @returns the word of the last row; undefined at its end */
async function sealBatch(
  tx: ScopedWriter,
  { table, shape }: SealedEntry,
  after: string | null,
  keys: LoadedCellKeys,
  log: SealStoredDeps['log'],
): Promise<string | undefined> {
  const rows = await storedRows(
    tx,
    table,
    shape.keys,
    after === null ? undefined : keyFromWord(shape, after),
    MOST_READ,
  );
  let written = 0;
  for (const [at, row] of rows.entries()) {
    let cells: Record<string, unknown> | undefined;
    try {
      cells = renewed(keys, tx.cid, shape, row);
    } catch (error) {
      if (!(error instanceof DamagedCell || error instanceof UnknownCellKey)) throw error;
      log.note('cells.damaged', { cid: tx.cid, table: shape.table, row: wordOfRow(shape, row) });
    }
    if (!cells) continue;
    await saveCells(tx, table, shape.keys, row, cells);
    written += 1;
    if (written === MOST_WRITTEN && at < rows.length - 1) return wordOfRow(shape, row);
  }
  return rows.length < MOST_READ ? undefined : wordOfRow(shape, rows.at(-1)!);
}

/**
 * Lets every server encrypt what it writes into the columns that the list gained, within a minute.
 * @returns whether it was the first to do so
 */
async function beginWalk(tx: ScopedWriter, t: Schema, version: number): Promise<boolean> {
  const known = await cellStateOf(tx, t);
  if (known === undefined || known.version === version) return false;
  await saveCellState(tx, t, {
    complete: Math.min(known.complete, version),
    version,
    keyId: known.keyId,
    lastTable: null,
    lastRow: null,
    doneAt: null,
  });
  return true;
}

/**
 * Encrypts everything that is stored in clear or by an older key, then retires older keys. Continues
 * where an earlier run ended.
 */
export async function sealStored(deps: SealStoredDeps, cid: string): Promise<void> {
  const { store, cells, log } = deps,
    { t } = store,
    version = sealedVersion(store.t),
    tables = sealedTables(t);
  if (!(await cells.again(cid)))
    await store.write((db) => cells.make(scopeWriter(db, cid), t), cid);
  await store.write(async (db) => beginWalk(scopeWriter(db, cid), t, version), cid);
  const keys = (await cells.again(cid))!;
  /** @returns whether everything is done */
  const step = async (
    tx: ScopedWriter,
    retire: () => Promise<unknown>,
    now: number,
  ): Promise<boolean> => {
    const known = await cellStateOf(tx, t);
    const isSame = known?.version === version && known.keyId === keys.newest;
    if (isSame && known.doneAt !== null) return true;
    const at = isSame ? tables.findIndex(({ shape }) => shape.table === known.lastTable) : 0,
      table = tables[Math.max(at, 0)]!;
    const last = await sealBatch(tx, table, isSame ? known.lastRow : null, keys, log);
    const next = last === undefined ? tables[Math.max(at, 0) + 1] : table,
      isDone = next === undefined;
    await saveCellState(tx, t, {
      complete: isDone ? version : Math.min(known?.complete ?? 0, version),
      version,
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

/** Checks whether everything in the list is encrypted; what a new practice writes is from the start. */
export async function isSealingDone({ db, t }: Look): Promise<boolean> {
  const state = await cellStateOf(db, t);
  return state === undefined || state.complete >= sealedVersion(t);
}

export interface QueueSealingDeps extends Pick<SealStoredDeps, 'store' | 'cells'> {
  workshop: Workshop;
  /** Whether every server on this database knows this version of the list. */
  isEveryServerNew: () => Promise<boolean>;
}
/**
 * Queues the walk over a practice's rows where it is due: not while a server of an older version
 * works on them, which would show the encrypted values.
 * @returns whether it is
 */
export async function queueSealing(
  { store, workshop, cells, isEveryServerNew }: QueueSealingDeps,
  cid: string,
): Promise<boolean> {
  const keys = await cells.of(cid),
    state = await cellStateOf(scopeStore(store, cid), store.t),
    version = sealedVersion(store.t);
  if (keys && state?.version === version && state.keyId === keys.newest && state.doneAt !== null)
    return false;
  if (state && state.version < version && !(await isEveryServerNew())) return false;
  await workshop.write(cid, { kind: 'system', cid }, async (w) => {
    const isFirst = await beginWalk(w.tx, w.t, version);
    // Other servers learn within a minute that they have to encrypt the new columns.
    const runAfter = isFirst ? w.now + 2 * CELL_KEYS_FRESH_MS : w.now;
    await w.job('seal-cells', sealingKey(version, keys?.newest ?? 'first'), {}, runAfter);
  });
  return true;
}
const sealingKey = (version: number, id: string): string => `seal-cells:${version}:${id}`;

/**
 * Makes a new key for a practice's cells. Servers encrypt with it within a minute; afterwards a job
 * encrypts all stored rows again.
 * @returns the id of the key
 */
export async function rotateCellKey(w: Work, rootKey: Root): Promise<string> {
  const { row } = newCellKey(w.cid, w.newId(), rootKey, w.now);
  await insertKeys(w.tx, w.t, [row]);
  await w.audit('key.created', { keys: [row.id] });
  await w.job(
    'seal-cells',
    sealingKey(sealedVersion(w.t), row.id),
    {},
    w.now + 2 * CELL_KEYS_FRESH_MS,
  );
  return row.id;
}
