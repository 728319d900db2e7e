// An answer as words between two threads: many lines of the same form cross column by column, and a word that stands in many of them once.

import type { Zelle } from '../../../../shared/analytics/reports/report.ts';

type Zeile = Record<string, unknown>;
interface Viele {
  zeilen: Zeile[];
}
/** Fewer lines are not worth it. */
const VIELE = 100;
const hatViele = (answer: unknown): answer is Viele =>
  typeof answer === 'object' &&
  answer !== null &&
  'zeilen' in answer &&
  Array.isArray(answer.zeilen) &&
  answer.zeilen.length >= VIELE;

/** A column: its values in the order of the lines, or `worte` where each stands once and its places are numbers beside the text. */
type Spalte = { werte: unknown[] } | { worte: unknown[] };
/** So many words may be new before it counts that they are. */
const PROBE = 64;
/** A column of words that come again and again; others stay as they are. @param codes takes the places of the words */
function kurz(werte: unknown[], codes: Int32Array): Spalte {
  const nach = new Map<unknown, number>(),
    worte: unknown[] = [];
  for (let i = 0; i < werte.length; i += 1) {
    let code = nach.get(werte[i]);
    if (code === undefined) {
      code = worte.length;
      if (code > PROBE && code > i / 2) return { werte };
      nach.set(werte[i], code);
      worte.push(werte[i]);
    }
    codes[i] = code;
  }
  return { worte };
}
/** What crosses: words, and numbers of which nothing is left here once they have gone. */
export interface Gepackt {
  text: string;
  codes: Int32Array<ArrayBuffer>;
}
/** The columns of lines that all have the names of the first one; null where one has others. */
function spaltenVon(
  zeilen: readonly Zeile[],
  namen: readonly string[],
  codes: Int32Array,
): Spalte[] | null {
  if (zeilen.some((zeile) => Object.keys(zeile).length !== namen.length)) return null;
  const spalten: Spalte[] = [];
  for (const name of namen) {
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
export type TafelSpalte =
  | { readonly name: string; readonly wert: (at: number) => Zelle }
  | {
      readonly name: string;
      readonly code: (at: number) => number;
      readonly wort: (code: number) => Zelle;
    };
/** Lines as places and their columns. */
export interface Tafel {
  readonly orte: readonly number[];
  readonly spalten: readonly TafelSpalte[];
}
const tafeln = new WeakMap<object, Tafel>();
/** The lines of an answer as places and columns, where it has them so. */
export const tafelVon = (answer: object): Tafel | undefined => tafeln.get(answer);
/** Gives an answer lines that are made when somebody reads them here; to another thread their columns cross. */
export function mitTafel<A extends object>(
  answer: A,
  tafel: Tafel,
): A & { zeilen: Record<string, Zelle>[] } {
  let made: Record<string, Zelle>[] | undefined;
  const zeilen = (): Record<string, Zelle>[] =>
    (made ??= tafel.orte.map((at) =>
      Object.fromEntries(
        tafel.spalten.map((one) => [
          one.name,
          'wert' in one ? one.wert(at) : one.wort(one.code(at)),
        ]),
      ),
    ));
  Object.defineProperty(answer, 'zeilen', { enumerable: true, get: zeilen });
  tafeln.set(answer, tafel);
  return answer as A & { zeilen: Record<string, Zelle>[] };
}
function packeTafel(answer: object, { orte, spalten }: Tafel): Gepackt {
  const anzahl = orte.length,
    codes = new Int32Array(anzahl * spalten.length),
    all: Record<string, unknown> = {};
  for (const key of Object.keys(answer))
    all[key] = key === 'zeilen' ? [] : answer[key as keyof typeof answer];
  const made = spalten.map((one, place): Spalte => {
    if ('wert' in one) return { werte: orte.map(one.wert) };
    const nach = new Map<number, number>(),
      worte: unknown[] = [],
      from = place * anzahl;
    for (let n = 0; n < anzahl; n += 1) {
      const code = one.code(orte[n]!);
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
      gepackt: { anzahl, namen: spalten.map((one) => one.name), spalten: made },
    }),
    codes,
  };
}
/** What `entpacke` makes the same answer of. */
export function packe(answer: unknown): Gepackt {
  const tafel = typeof answer === 'object' && answer !== null ? tafeln.get(answer) : undefined;
  if (tafel && tafel.orte.length >= VIELE) return packeTafel(answer as object, tafel);
  if (!hatViele(answer)) return { text: JSON.stringify(answer ?? null), codes: new Int32Array(0) };
  const anzahl = answer.zeilen.length,
    namen = Object.keys(answer.zeilen[0]!),
    codes = new Int32Array(anzahl * namen.length),
    spalten = spaltenVon(answer.zeilen, namen, codes);
  return {
    text: JSON.stringify(
      spalten === null ? answer : { ...answer, zeilen: [], gepackt: { anzahl, namen, spalten } },
    ),
    codes,
  };
}
/** The answer that was packed. */
export function entpacke({ text, codes }: Gepackt): unknown {
  const answer = JSON.parse(text) as unknown;
  if (typeof answer !== 'object' || answer === null || !('gepackt' in answer)) return answer;
  const { gepackt, ...rest } = answer as {
      gepackt: { anzahl: number; namen: string[]; spalten: Spalte[] };
    },
    { anzahl, namen, spalten } = gepackt;
  // All lines get their names at once, which is quicker than one by one.
  const leer = Object.fromEntries(namen.map((name) => [name, null])),
    zeilen = Array.from({ length: anzahl }, (): Zeile => ({ ...leer }));
  namen.forEach((name, at) => {
    const spalte = spalten[at]!,
      from = at * anzahl;
    if ('worte' in spalte)
      for (let i = 0; i < anzahl; i += 1) zeilen[i]![name] = spalte.worte[codes[from + i]!];
    else for (let i = 0; i < anzahl; i += 1) zeilen[i]![name] = spalte.werte[i];
  });
  return { ...rest, zeilen };
}
