// Packs an answer as strings for another thread: many rows of the same shape are transferred by
// column, and a repeated string only once.

import type { CellValue } from '../../../../shared/analytics/reports/report.ts';

type Row = Record<string, unknown>;
interface ManyLines {
  zeilen: Row[];
}
/** Below this number of rows packing does not pay off. */
const MANY = 100;
const hasManyRows = (answer: unknown): answer is ManyLines =>
  typeof answer === 'object' &&
  answer !== null &&
  'zeilen' in answer &&
  Array.isArray(answer.zeilen) &&
  answer.zeilen.length >= MANY;

/**
 * A column: its values in row order, or `worte` with each distinct value once and the indexes
 * stored next to the text.
 */
type Column = { werte: unknown[] } | { worte: unknown[] };
/** Number of distinct strings that may occur before their share is checked. */
const MAX_NEW_WORDS = 64;
/**
 * Encodes a column of repeated strings; other columns are unchanged.
 * @param codes receives the indexes of the strings
 */
function encodeRepeated(values: unknown[], codes: Int32Array): Column {
  const nach = new Map<unknown, number>(),
    words: unknown[] = [];
  for (let i = 0; i < values.length; i += 1) {
    let code = nach.get(values[i]);
    if (code === undefined) {
      code = words.length;
      if (code > MAX_NEW_WORDS && code > i / 2) return { werte: values };
      nach.set(values[i], code);
      words.push(values[i]);
    }
    codes[i] = code;
  }
  return { worte: words };
}
/** The message: strings, and number buffers that are transferred and unusable here afterwards. */
export interface PackedReport {
  text: string;
  codes: Int32Array<ArrayBuffer>;
}
/** Returns the columns of rows that all have the keys of the first one; null where one differs. */
function columnsOf(
  rows: readonly Row[],
  names: readonly string[],
  codes: Int32Array,
): Column[] | null {
  if (rows.some((row) => Object.keys(row).length !== names.length)) return null;
  const columns: Column[] = [];
  for (const name of names) {
    const values: unknown[] = [],
      from = columns.length * rows.length;
    let stringCount = 0;
    for (const row of rows) {
      const value = row[name];
      if (value === undefined) return null;
      if (typeof value === 'string') stringCount += 1;
      values.push(value);
    }
    columns.push(
      stringCount > rows.length / 2
        ? encodeRepeated(values, codes.subarray(from, from + rows.length))
        : { werte: values },
    );
  }
  return columns;
}
/**
 * A column of rows generated from indexes: the value at an index, or the code of a repeated string
 * and the string of a code.
 */
export type GridColumn =
  | { readonly name: string; readonly value: (at: number) => CellValue }
  | {
      readonly name: string;
      readonly code: (at: number) => number;
      readonly word: (code: number) => CellValue;
    };
/** Rows as indexes and their columns. */
export interface Grid {
  readonly places: readonly number[];
  readonly columns: readonly GridColumn[];
}
const grids = new WeakMap<object, Grid>();
/** Returns the rows of an answer as indexes and columns, if it has them in this form. */
export const gridOf = (answer: object): Grid | undefined => grids.get(answer);
/**
 * Attaches rows that are created lazily when read here; for another thread their columns are
 * transferred.
 * @param key name of the rows in the answer
 */
export function withGrid<A extends object, K extends string>(
  answer: A,
  key: K,
  grid: Grid,
): A & Record<K, Record<string, CellValue>[]> {
  let made: Record<string, CellValue>[] | undefined;
  const rows = (): Record<string, CellValue>[] =>
    (made ??= grid.places.map((at) =>
      Object.fromEntries(
        grid.columns.map((one) => [
          one.name,
          'value' in one ? one.value(at) : one.word(one.code(at)),
        ]),
      ),
    ));
  Object.defineProperty(answer, key, { enumerable: true, get: rows });
  grids.set(answer, grid);
  return answer as A & Record<K, Record<string, CellValue>[]>;
}
function packGrid(answer: object, { places, columns }: Grid): PackedReport {
  const count = places.length,
    codes = new Int32Array(count * columns.length),
    all: Record<string, unknown> = {};
  for (const key of Object.keys(answer))
    all[key] = key === 'zeilen' ? [] : answer[key as keyof typeof answer];
  const made = columns.map((one, place): Column => {
    if ('value' in one) return { werte: places.map(one.value) };
    const nach = new Map<number, number>(),
      words: unknown[] = [],
      from = place * count;
    for (let n = 0; n < count; n += 1) {
      const code = one.code(places[n]!);
      let at = nach.get(code);
      if (at === undefined) {
        nach.set(code, (at = words.length));
        words.push(one.word(code));
      }
      codes[from + n] = at;
    }
    return { worte: words };
  });
  return {
    text: JSON.stringify({
      ...all,
      gepackt: { anzahl: count, names: columns.map((one) => one.name), spalten: made },
    }),
    codes,
  };
}
/** Packs an answer for `unpack`. */
export function pack(answer: unknown): PackedReport {
  const grid = typeof answer === 'object' && answer !== null ? grids.get(answer) : undefined;
  if (grid && grid.places.length >= MANY) return packGrid(answer as object, grid);
  if (!hasManyRows(answer))
    return { text: JSON.stringify(answer ?? null), codes: new Int32Array(0) };
  const count = answer.zeilen.length,
    names = Object.keys(answer.zeilen[0]!),
    codes = new Int32Array(count * names.length),
    columns = columnsOf(answer.zeilen, names, codes);
  return {
    text: JSON.stringify(
      columns === null
        ? answer
        : { ...answer, zeilen: [], gepackt: { anzahl: count, names, spalten: columns } },
    ),
    codes,
  };
}
/** Unpacks an answer. */
export function unpack({ text, codes }: PackedReport): unknown {
  const answer = JSON.parse(text) as unknown;
  if (typeof answer !== 'object' || answer === null || !('gepackt' in answer)) return answer;
  const { gepackt, ...rest } = answer as {
      gepackt: { anzahl: number; names: string[]; spalten: Column[] };
    },
    { anzahl: count, names, spalten: columns } = gepackt;
  // All rows get their keys at once, which is faster than one by one.
  const empty = Object.fromEntries(names.map((name) => [name, null])),
    rows = Array.from({ length: count }, (): Row => ({ ...empty }));
  names.forEach((name, at) => {
    const column = columns[at]!,
      from = at * count;
    if ('worte' in column)
      for (let i = 0; i < count; i += 1) rows[i]![name] = column.worte[codes[from + i]!];
    else for (let i = 0; i < count; i += 1) rows[i]![name] = column.werte[i];
  });
  return { ...rest, zeilen: rows };
}
