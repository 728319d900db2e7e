// One page of the rows behind a key figure, without sorting all of them by their words.

import type { PvsEntity } from '../../../shared/pvs.ts';
import type { Auswahl } from '../auswahl.ts';
import type { Bild } from '../bild.ts';
import { berlinTag, LEER } from '../kalender.ts';
import { beitraege, type Beitrag } from '../kennzahlen/rechnen.ts';
import { geordnet } from '../reihen.ts';

/** The day of any delivered row; LEER where it has none. */
export function tagDer(bild: Bild, entity: PvsEntity, at: number): number {
  const c = bild.roh.tabellen[entity].spalten, start = c['start']?.[at];
  if (start !== undefined && !Number.isNaN(start)) return berlinTag(start);
  for (const name of TAGE) { const value = c[name]?.[at]; if (value !== undefined && value !== LEER) return value; }
  return LEER;
}
const TAGE = ['datum', 'erstelltAm', 'faelligAm', 'von', 'eintritt'] as const;
/** Rows of one page. */
export const JE_SEITE = 200;
/** Places by day, the newest first, those without a day last, equal ones as they stood. */
function neuesteZuerst(tage: Int32Array): Int32Array {
  let erster = 0;
  for (const tag of tage) if (tag !== LEER && tag < erster) erster = tag;
  return geordnet(tage.map(tag => (tag === LEER ? 1 - erster : -tag)));
}
/** One page of what a key figure counted: numerator first, newest first, then by id. Rows are sorted by day by counting; only the days of the page are put in the order of their ids. */
export function seiteVon(a: Auswahl, key: string, page: number): { anzahl: number; seite: (Beitrag & { tag: number })[] } {
  const all = beitraege(key, a), { tabellen } = a.bild.roh, tage = new Int32Array(all.length), seite: (Beitrag & { tag: number })[] = [], bis = page * JE_SEITE;
  all.forEach((b, n) => { tage[n] = tagDer(a.bild, b.entity, b.at); });
  const order = neuesteZuerst(tage), parts = (['zaehler', 'nenner'] as const).map(teil => order.filter(n => all[n]!.teil === teil)), idOf = (n: number): string => tabellen[all[n]!.entity].ids[all[n]!.at]!;
  let before = 0;
  for (const part of parts) for (let from = 0; from < part.length;) {
    let to = from + 1;
    while (to < part.length && tage[part[to]!] === tage[part[from]!]) to += 1;
    if (before + to - from > bis - JE_SEITE && before < bis) [...part.subarray(from, to)].sort((x, y) => (idOf(x) < idOf(y) ? -1 : idOf(x) > idOf(y) ? 1 : x - y)).forEach((n, at) => { if (before + at >= bis - JE_SEITE && before + at < bis) seite.push({ ...all[n]!, tag: tage[n]! }); });
    before += to - from;
    from = to;
  }
  return { anzahl: all.length, seite };
}
