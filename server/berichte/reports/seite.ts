// One page of the rows behind a key figure, without sorting all of them by their words.

import { PVS_ENTITIES, type PvsEntity } from '../../../shared/pvs.ts';
import type { Auswahl } from '../auswahl.ts';
import type { Bild } from '../bild.ts';
import { berlinTag, LEER } from '../kalender.ts';
import { beitragAus, spuren, type Beitrag } from '../kennzahlen/rechnen.ts';
import { geordnet } from '../reihen.ts';

/** Says the day of delivered rows of an entity; LEER where they have none. */
export function tagDer(bild: Bild, entity: PvsEntity): (at: number) => number {
  const c = bild.roh.tabellen[entity].spalten, start = c['start'], days = TAGE.flatMap(name => c[name] ?? []), [only] = days;
  if (!start && only && days.length === 1) return at => only[at]!;
  return at => {
    if (start && !Number.isNaN(start[at])) return berlinTag(start[at]!);
    for (const day of days) if (day[at] !== LEER) return day[at]!;
    return LEER;
  };
}
const TAGE = ['datum', 'erstelltAm', 'faelligAm', 'von', 'eintritt'] as const;
/** Rows of one page. */
export const JE_SEITE = 200;
/** Places by day, the newest first, those without a day last, equal ones as they stood. */
function neuesteZuerst(tage: Int32Array): Int32Array {
  let erster = 0;
  for (let n = 0; n < tage.length; n += 1) { const tag = tage[n]!; if (tag !== LEER && tag < erster) erster = tag; }
  const keys = new Int32Array(tage.length);
  for (let n = 0; n < tage.length; n += 1) keys[n] = tage[n] === LEER ? 1 - erster : -tage[n]!;
  return geordnet(keys);
}
/** The same order for each side apart. */
function nachSeite(order: Int32Array, teil: Uint8Array): Int32Array[] {
  const sides = [new Int32Array(order.length), new Int32Array(order.length)] as const, many = [0, 0];
  for (let k = 0; k < order.length; k += 1) { const side = teil[order[k]!] === 0 ? 0 : 1; sides[side][many[side]!++] = order[k]!; }
  return sides.map((places, side) => places.subarray(0, many[side]));
}
/** One page of what a key figure counted: numerator first, newest first, then by id. Rows are sorted by day by counting; only the days of the page are put in the order of their ids. */
export function seiteVon(a: Auswahl, key: string, page: number): { anzahl: number; seite: (Beitrag & { tag: number })[] } {
  const all = spuren(key, a), { anzahl, teil, at: places, entity } = all, { tabellen } = a.bild.roh, tage = new Int32Array(anzahl), seite: (Beitrag & { tag: number })[] = [], bis = page * JE_SEITE, dayOf = PVS_ENTITIES.map(one => tagDer(a.bild, one));
  for (let n = 0; n < anzahl; n += 1) tage[n] = dayOf[entity[n]!]!(places[n]!);
  const order = neuesteZuerst(tage), parts = nachSeite(order, teil), idOf = (n: number): string => tabellen[PVS_ENTITIES[entity[n]!]!].ids[places[n]!]!;
  let before = 0;
  for (const part of parts) for (let from = 0; from < part.length;) {
    let to = from + 1;
    while (to < part.length && tage[part[to]!] === tage[part[from]!]) to += 1;
    if (before + to - from > bis - JE_SEITE && before < bis) [...part.subarray(from, to)].sort((x, y) => (idOf(x) < idOf(y) ? -1 : idOf(x) > idOf(y) ? 1 : x - y)).forEach((n, at) => { if (before + at >= bis - JE_SEITE && before + at < bis) seite.push({ ...beitragAus(all, n), tag: tage[n]! }); });
    before += to - from;
    from = to;
  }
  return { anzahl, seite };
}
