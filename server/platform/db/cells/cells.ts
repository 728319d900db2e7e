// Encryption of single values: each is bound to its practice, table, column and row, so that it
// opens in no other place.

import { is, SQL } from 'drizzle-orm';
import type { SealedColumn, SealedShape } from './sealed-columns.ts';

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
  /** Whether every stored value was encrypted: one in clear is damage then. */
  readonly isComplete: boolean;
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

type Cells = Readonly<Record<string, unknown>>;
/** Returns the name of a cell; it is authenticated with the value, and contains no patient data. */
const nameOfCell = (cid: string, { table, key }: SealedShape, column: string, row: Cells): string =>
  JSON.stringify(['cell', cid, table, column, row[key]]);

const isSealed = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith(CELL_MARK);
/** Checks whether the row contains a value of an encrypted column. */
export const hasCells = ({ columns }: SealedShape, row: Cells): boolean =>
  columns.some(({ name }) => row[name] !== undefined && row[name] !== null);

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
  if (typeof key[shape.key] !== 'string')
    throw new Error(`a row of ${shape.table} is encrypted without its key`);
  const sealed: Record<string, unknown> = { ...row };
  for (const { name, isJson } of shape.columns) {
    const value = row[name];
    if (value === undefined || value === null) continue;
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
  { name, isJson }: SealedColumn,
  value: unknown,
  where: () => string,
): unknown {
  if (value === undefined || value === null) return value;
  if (isSealed(value)) {
    if (!keys) throw new UnknownCellKey(`no key for ${name}`);
    const plain = keys.open(value, where());
    return isJson ? (JSON.parse(plain) as unknown) : plain;
  }
  if (isJson && typeof value === 'string') throw new DamagedCell(where());
  // Written before values were encrypted; such rows are encrypted by a job.
  if (keys?.isComplete) throw new DamagedCell(where());
  return value;
}
/**
 * Returns the row with its cells decrypted.
 * @param row with the column of the table's key
 * @throws DamagedCell
 * @throws UnknownCellKey
 */
export function openCells<R extends Cells>(
  keys: CellKeys | undefined,
  cid: string,
  shape: SealedShape,
  row: R,
): R {
  if (!hasCells(shape, row)) return row;
  const opened: Record<string, unknown> = { ...row };
  for (const column of shape.columns)
    if (column.name in row)
      opened[column.name] = openCell(keys, column, row[column.name], () =>
        nameOfCell(cid, shape, column.name, row),
      );
  return opened as R;
}
