// An answer as words between two threads: many lines of the same form cross column by column, and a word that stands in many of them once.

import type { CellValue } from '../../../../shared/analytics/reports/report.ts';

type Row = Record<string, unknown>;
interface ManyLines {
  zeilen: Row[];
}
/** Fewer lines are not worth it. */
const MANY = 100;
const hasManyRows = (answer: unknown): answer is ManyLines =>
  typeof answer === 'object' &&
  answer !== null &&
  'zeilen' in answer &&
  Array.isArray(answer.zeilen) &&
  answer.zeilen.length >= MANY;

/** A column: its values in the order of the lines, or `worte` where each stands once and its places are numbers beside the text. */
type Column = { werte: unknown[] } | { worte: unknown[] };
/** So many words may be new before it counts that they are. */
const MAX_NEW_WORDS = 64;
/** A column of words that come again and again; others stay as they are. @param codes takes the places of the words */
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
/** What crosses: words, and numbers of which nothing is left here once they have gone. */
export interface PackedReport {
  text: string;
  codes: Int32Array<ArrayBuffer>;
}
/** The columns of lines that all have the names of the first one; null where one has others. */
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
/** A column of lines that are made from places: what stands there, or the number of a word that comes again and the word of such a number. */
export type GridColumn =
  | { readonly name: string; readonly wert: (at: number) => CellValue }
  | {
      readonly name: string;
      readonly code: (at: number) => number;
      readonly wort: (code: number) => CellValue;
    };
/** Lines as places and their columns. */
export interface Grid {
  readonly places: readonly number[];
  readonly spalten: readonly GridColumn[];
}
const grids = new WeakMap<object, Grid>();
/** The lines of an answer as places and columns, where it has them so. */
export const gridOf = (answer: object): Grid | undefined => grids.get(answer);
/** Gives an answer lines that are made when somebody reads them here; to another thread their columns cross. */
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
/** What `unpack` makes the same answer of. */
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
/** The answer that was packed. */
export function unpack({ text, codes }: PackedReport): unknown {
  const answer = JSON.parse(text) as unknown;
  if (typeof answer !== 'object' || answer === null || !('gepackt' in answer)) return answer;
  const { gepackt, ...rest } = answer as {
      gepackt: { anzahl: number; names: string[]; spalten: Column[] };
    },
    { anzahl, names, spalten } = gepackt;
  // All lines get their names at once, which is quicker than one by one.
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
