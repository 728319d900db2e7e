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
 * Encodes a column of repeated strings; other columns stay as they are.
 * @param codes receives the indexes of the strings
 */
function kurz(werte: unknown[], codes: Int32Array): Column {
  const nach = new Map<unknown, number>(),
    worte: unknown[] = [];
  for (let i = 0; i < werte.length; i += 1) {
    let code = nach.get(werte[i]);
    if (code === undefined) {
      code = worte.length;
      if (code > MAX_NEW_WORDS && code > i / 2) return { werte };
      nach.set(werte[i], code);
      worte.push(werte[i]);
    }
    codes[i] = code;
  }
  return { worte };
}
/** The message: strings, and number buffers that are transferred and unusable here afterwards. */
export interface PackedReport {
  text: string;
  codes: Int32Array<ArrayBuffer>;
}
/** Returns the columns of rows that all have the keys of the first one; null where one differs. */
function columnsOf(
  zeilen: readonly Row[],
  names: readonly string[],
  codes: Int32Array,
): Column[] | null {
  if (zeilen.some((zeile) => Object.keys(zeile).length !== names.length)) return null;
  const spalten: Column[] = [];
  for (const name of names) {
    const werte: unknown[] = [],
      from = spalten.length * zeilen.length;
    let texte = 0;
    for (const zeile of zeilen) {
      const wert = zeile[name];
      if (wert === undefined) return null;
      if (typeof wert === 'string') texte += 1;
      werte.push(wert);
    }
    spalten.push(
      texte > zeilen.length / 2
        ? kurz(werte, codes.subarray(from, from + zeilen.length))
        : { werte },
    );
  }
  return spalten;
}
/**
 * A column of rows generated from indexes: the value at an index, or the code of a repeated string
 * and the string of a code.
 */
export type GridColumn =
  | { readonly name: string; readonly wert: (at: number) => CellValue }
  | {
      readonly name: string;
      readonly code: (at: number) => number;
      readonly wort: (code: number) => CellValue;
    };
/** Rows as indexes and their columns. */
export interface Grid {
  readonly places: readonly number[];
  readonly spalten: readonly GridColumn[];
}
const grids = new WeakMap<object, Grid>();
/** The rows of an answer as indexes and columns, if it has them in this form. */
export const gridOf = (answer: object): Grid | undefined => grids.get(answer);
/**
 * Attaches rows that are created lazily when read here; for another thread their columns are
 * transferred.
 */
export function withGrid<A extends object>(
  answer: A,
  grid: Grid,
): A & { zeilen: Record<string, CellValue>[] } {
  let made: Record<string, CellValue>[] | undefined;
  const zeilen = (): Record<string, CellValue>[] =>
    (made ??= grid.places.map((at) =>
      Object.fromEntries(
        grid.spalten.map((one) => [
          one.name,
          'wert' in one ? one.wert(at) : one.wort(one.code(at)),
        ]),
      ),
    ));
  Object.defineProperty(answer, 'zeilen', { enumerable: true, get: zeilen });
  grids.set(answer, grid);
  return answer as A & { zeilen: Record<string, CellValue>[] };
}
function packGrid(answer: object, { places, spalten }: Grid): PackedReport {
  const anzahl = places.length,
    codes = new Int32Array(anzahl * spalten.length),
    all: Record<string, unknown> = {};
  for (const key of Object.keys(answer))
    all[key] = key === 'zeilen' ? [] : answer[key as keyof typeof answer];
  const made = spalten.map((one, place): Column => {
    if ('wert' in one) return { werte: places.map(one.wert) };
    const nach = new Map<number, number>(),
      worte: unknown[] = [],
      from = place * anzahl;
    for (let n = 0; n < anzahl; n += 1) {
      const code = one.code(places[n]!);
      let at = nach.get(code);
      if (at === undefined) {
        nach.set(code, (at = worte.length));
        worte.push(one.wort(code));
      }
      codes[from + n] = at;
    }
    return { worte };
  });
  return {
    text: JSON.stringify({
      ...all,
      gepackt: { anzahl, names: spalten.map((one) => one.name), spalten: made },
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
  const anzahl = answer.zeilen.length,
    names = Object.keys(answer.zeilen[0]!),
    codes = new Int32Array(anzahl * names.length),
    spalten = columnsOf(answer.zeilen, names, codes);
  return {
    text: JSON.stringify(
      spalten === null ? answer : { ...answer, zeilen: [], gepackt: { anzahl, names, spalten } },
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
    { anzahl, names, spalten } = gepackt;
  // All rows get their keys at once, which is faster than one by one.
  const leer = Object.fromEntries(names.map((name) => [name, null])),
    zeilen = Array.from({ length: anzahl }, (): Row => ({ ...leer }));
  names.forEach((name, at) => {
    const spalte = spalten[at]!,
      from = at * anzahl;
    if ('worte' in spalte)
      for (let i = 0; i < anzahl; i += 1) zeilen[i]![name] = spalte.worte[codes[from + i]!];
    else for (let i = 0; i < anzahl; i += 1) zeilen[i]![name] = spalte.werte[i];
  });
  return { ...rest, zeilen };
}
