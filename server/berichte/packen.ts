// An answer as words between two threads: many lines of the same form say the names of their cells once.

interface Viele { zeilen: Record<string, unknown>[] }
/** Fewer lines are not worth it. */
const VIELE = 100;
const hatViele = (answer: unknown): answer is Viele => typeof answer === 'object' && answer !== null && 'zeilen' in answer && Array.isArray(answer.zeilen) && answer.zeilen.length >= VIELE;

/** The values of lines in the order of the names of the first one; null where one has other names. */
function werteVon(zeilen: Viele['zeilen'], namen: readonly string[]): unknown[][] | null {
  const werte: unknown[][] = [];
  for (const zeile of zeilen) {
    if (Object.keys(zeile).length !== namen.length) return null;
    const row = namen.map(name => zeile[name]);
    if (row.includes(undefined)) return null;
    werte.push(row);
  }
  return werte;
}
/** What `entpacke` makes the same answer of. */
export function packe(answer: unknown): string {
  if (!hatViele(answer)) return JSON.stringify(answer ?? null);
  const namen = Object.keys(answer.zeilen[0]!), werte = werteVon(answer.zeilen, namen);
  return JSON.stringify(werte === null ? answer : { ...answer, zeilen: [], gepackt: { namen, werte } });
}
/** @param text of `packe` */
export function entpacke(text: string): unknown {
  const answer = JSON.parse(text) as unknown;
  if (typeof answer !== 'object' || answer === null || !('gepackt' in answer)) return answer;
  const { gepackt, ...rest } = answer as { gepackt: { namen: string[]; werte: unknown[][] } };
  const { namen, werte } = gepackt;
  return { ...rest, zeilen: werte.map(row => { const zeile: Record<string, unknown> = {}; for (let at = 0; at < namen.length; at += 1) zeile[namen[at]!] = row[at]; return zeile; }) };
}
