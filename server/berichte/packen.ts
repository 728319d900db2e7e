// An answer as words between two threads: many lines of the same form cross column by column, and a word that stands in many of them once.

type Zeile = Record<string, unknown>;
interface Viele { zeilen: Zeile[] }
/** Fewer lines are not worth it. */
const VIELE = 100;
const hatViele = (answer: unknown): answer is Viele => typeof answer === 'object' && answer !== null && 'zeilen' in answer && Array.isArray(answer.zeilen) && answer.zeilen.length >= VIELE;

/** Values of a column in the order of the lines; `worte`: each once, `werte` are their places then. */
interface Spalte { werte: unknown[]; worte?: unknown[] }
/** So many words may be new before it counts that they are. */
const PROBE = 64;
/** A column of words that come again and again; others stay as they are. */
function kurz(werte: unknown[]): Spalte {
  const nach = new Map<unknown, number>(), worte: unknown[] = [], codes: number[] = [];
  for (let i = 0; i < werte.length; i += 1) {
    let code = nach.get(werte[i]);
    if (code === undefined) {
      code = worte.length;
      if (code > PROBE && code > i / 2) return { werte };
      nach.set(werte[i], code);
      worte.push(werte[i]);
    }
    codes.push(code);
  }
  return { werte: codes, worte };
}
/** The columns of lines that all have the names of the first one; null where one has others. */
function spaltenVon(zeilen: readonly Zeile[], namen: readonly string[]): Spalte[] | null {
  if (zeilen.some(zeile => Object.keys(zeile).length !== namen.length)) return null;
  const spalten: Spalte[] = [];
  for (const name of namen) {
    const werte: unknown[] = [];
    let texte = 0;
    for (const zeile of zeilen) {
      const wert = zeile[name];
      if (wert === undefined) return null;
      if (typeof wert === 'string') texte += 1;
      werte.push(wert);
    }
    spalten.push(texte > zeilen.length / 2 ? kurz(werte) : { werte });
  }
  return spalten;
}
/** What `entpacke` makes the same answer of. */
export function packe(answer: unknown): string {
  if (!hatViele(answer)) return JSON.stringify(answer ?? null);
  const namen = Object.keys(answer.zeilen[0]!), spalten = spaltenVon(answer.zeilen, namen);
  return JSON.stringify(spalten === null ? answer : { ...answer, zeilen: [], gepackt: { namen, spalten } });
}
/** @param text of `packe` */
export function entpacke(text: string): unknown {
  const answer = JSON.parse(text) as unknown;
  if (typeof answer !== 'object' || answer === null || !('gepackt' in answer)) return answer;
  const { gepackt, ...rest } = answer as { gepackt: { namen: string[]; spalten: Spalte[] } }, { namen, spalten } = gepackt;
  // All lines get their names at once, which is quicker than one by one.
  const leer = Object.fromEntries(namen.map(name => [name, null])), zeilen = Array.from(spalten[0]?.werte ?? [], (): Zeile => ({ ...leer }));
  namen.forEach((name, at) => {
    const { werte, worte } = spalten[at]!;
    for (let i = 0; i < zeilen.length; i += 1) zeilen[i]![name] = worte ? worte[werte[i] as number] : werte[i];
  });
  return { ...rest, zeilen };
}
