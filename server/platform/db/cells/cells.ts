// Encryption of single values: each is bound to its practice, table, column and row, so that it
// opens in no other place.

import { is, SQL } from 'drizzle-orm';
import { DAMAGED_TEXT } from '../../../../shared/base/damaged-text.ts';
import { wordOfRow, type SealedColumn, type SealedShape } from './sealed-columns.ts';

/** Keys of one practice for its cells. */
export interface CellKeys {
  /** Encrypts with the newest key. @returns `CELL_MARK` and base64 */
  seal(plain: string, name: string): string;
  /**
   * Decrypts with the key that the value names.
   * @throws UnknownCellKey if no such key was loaded
   * @throws DamagedCell if the value or its place differs
   */
  open(sealed: string, name: string): string;
  /** Columns up to this version of the list are encrypted in every row: a value in clear is damage. */
  readonly complete: number;
  /** Columns up to this version are encrypted when they are written. */
  readonly begun: number;
}

/** Start of every encrypted value. */
export const CELL_MARK = 'molar1.';
/** A value whose key was made by another process after the keys were loaded, or is lost. */
export class UnknownCellKey extends Error {}
/** A stored value that is not the one that was written there. */
export class DamagedCell extends Error {
  readonly code = 'CELL_DAMAGED';
  constructor(name: string, cause?: unknown) {
    super(`a stored value was changed outside of the program: ${name}`, { cause });
  }
}
/** Place of a damaged cell, without its content. */
export interface CellPlace {
  table: string;
  column: string;
  row: string;
}

type Cells = Readonly<Record<string, unknown>>;
/** Returns the name of a cell; it is authenticated with the value, and contains no patient data. */
const nameOfCell = (
  cid: string,
  { table, keys }: SealedShape,
  column: string,
  row: Cells,
): string =>
  JSON.stringify([
    'cell',
    cid,
    table,
    column,
    keys.length === 1 ? row[keys[0]!] : keys.map((key) => row[key]),
  ]);

/** Whether a stored value is encrypted. */
export const isSealed = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith(CELL_MARK);
/** Checks whether the row contains a value of an encrypted column. */
export const hasCells = ({ columns }: SealedShape, row: Cells): boolean =>
  columns.some((column) =>
    column.isSealed
      ? row[column.name] !== undefined && row[column.name] !== null
      : isSealed(row[column.name]),
  );
/** Refuses a row without its whole key: its values are bound to it. */
function requireKey({ table, keys }: SealedShape, row: Cells): void {
  for (const key of keys)
    if (typeof row[key] !== 'string' && typeof row[key] !== 'number')
      throw new Error(`a row of ${table} is encrypted without its key`);
}

/**
 * Returns the row with its cells encrypted; empty values stay empty.
 * @param key contains the column that selects the row
 * @throws Error for a value that the database computes, or a row without its key
 */
export function sealCells<R extends Cells>(
  keys: CellKeys,
  cid: string,
  shape: SealedShape,
  row: R,
  key: Cells = row,
): R {
  if (!hasCells(shape, row)) return row;
  requireKey(shape, key);
  const sealed: Record<string, unknown> = { ...row };
  for (const { name, isJson, since, isSealed: isOurs } of shape.columns) {
    const value = row[name];
    if (value === undefined || value === null || !isOurs || since > keys.begun) continue;
    if (is(value, SQL) || (!isJson && typeof value !== 'string'))
      throw new Error(`${shape.table}.${name} cannot be encrypted`);
    sealed[name] = keys.seal(
      isJson ? JSON.stringify(value) : (value as string),
      nameOfCell(cid, shape, name, key),
    );
  }
  return sealed as R;
}

function openCell(
  keys: CellKeys | undefined,
  { name, isJson, since, isSealed: isOurs }: SealedColumn,
  value: unknown,
  where: () => string,
): unknown {
  if (value === undefined || value === null) return value;
  if (isSealed(value)) {
    if (!keys) throw new UnknownCellKey(`no key for ${name}`);
    const plain = keys.open(value, where());
    return isJson ? (JSON.parse(plain) as unknown) : plain;
  }
  if (!isOurs) return value;
  if (isJson && typeof value === 'string') throw new DamagedCell(where());
  // Written before values were encrypted; such rows are encrypted by a job.
  if (keys && keys.complete >= since) throw new DamagedCell(where());
  return value;
}

/** Puts an error in the place of a value: reading it throws, reading the rest of the row does not. */
const breakCell = (row: Record<string, unknown>, name: string, error: DamagedCell): void => {
  Object.defineProperty(row, name, {
    configurable: true,
    // A copy of the row throws as well, instead of losing the value without a word.
    enumerable: true,
    get: () => {
      throw error;
    },
  });
};
/** What happens to a cell that does not open. */
export interface Damage {
  /** Reports the place. */
  found(place: CellPlace): void;
  /** Whether an unknown key is damage: the keys were loaded again. */
  areKeysFresh: boolean;
}
/**
 * Returns the row with its cells decrypted. A damaged cell throws when it is read, so that the other
 * cells and rows stay readable; a text that is only shown is replaced by words.
 * @param row with the column of the table's key
 * @throws UnknownCellKey while the keys are not fresh
 */
export function openCells<R extends Cells>(
  keys: CellKeys | undefined,
  cid: string,
  shape: SealedShape,
  row: R,
  damage: Damage,
): R {
  if (!hasCells(shape, row)) return row;
  requireKey(shape, row);
  const opened: Record<string, unknown> = { ...row };
  for (const column of shape.columns) {
    const { name, standIn } = column;
    if (!(name in row)) continue;
    const where = (): string => nameOfCell(cid, shape, name, row);
    try {
      opened[name] = openCell(keys, column, row[name], where);
    } catch (error) {
      const isUnknown = error instanceof UnknownCellKey;
      if (!(error instanceof DamagedCell) && !(isUnknown && damage.areKeysFresh)) throw error;
      damage.found({ table: shape.table, column: name, row: wordOfRow(shape, row) });
      if (standIn !== undefined) opened[name] = standIn;
      else breakCell(opened, name, isUnknown ? new DamagedCell(where(), error) : error);
    }
  }
  return opened as R;
}

/** Returns the names of the cells of a row that throw when they are read. */
export const brokenCells = (row: object): string[] =>
  Object.entries(Object.getOwnPropertyDescriptors(row)).flatMap(([name, { get }]) =>
    get ? [name] : [],
  );
/**
 * Returns the row with values for its damaged cells, for a list that shows it as damaged: nothing
 * may be decided by them.
 */
export function withStandIns<R extends object>(
  row: R,
  values: Partial<R>,
): { row: R; isDamaged: boolean } {
  const broken = brokenCells(row);
  if (broken.length === 0) return { row, isDamaged: false };
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(row)) as R;
  for (const name of broken)
    if (name in values)
      Object.defineProperty(copy, name, {
        value: values[name as keyof R],
        enumerable: true,
        configurable: true,
        writable: true,
      });
  return { row: copy, isDamaged: true };
}
/** Returns the row with words for its damaged cells, for a file that shows everything stored. */
export const legible = <R extends object>(row: R): R =>
  withStandIns(
    row,
    Object.fromEntries(brokenCells(row).map((name) => [name, DAMAGED_TEXT])) as Partial<R>,
  ).row;
