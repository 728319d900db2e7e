// One page of the rows behind a key figure, without sorting all of them by their words.

import type { PvsEntity } from '../../../shared/pvs.ts';
import type { Auswahl } from '../auswahl.ts';
import type { Bild } from '../bild.ts';
import { berlinTag, LEER } from '../kalender.ts';
import { laufe, type Beitrag } from '../kennzahlen/rechnen.ts';

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
/** Walks a key figure twice: first rows are counted by side and day, then only those of the days that lie on the page are taken. */
function zaehle(a: Auswahl, key: string, dayOf: (entity: PvsEntity, at: number) => number): { anzahl: number; seiten: [Map<number, number>, Map<number, number>] } {
  const seiten: [Map<number, number>, Map<number, number>] = [new Map(), new Map()], tag = [Number.NaN, Number.NaN], many = [0, 0];
  let anzahl = 0;
  const schreibe = (side: 0 | 1): void => { if (many[side]! > 0) seiten[side].set(tag[side]!, (seiten[side].get(tag[side]!) ?? 0) + many[side]!); many[side] = 0; };
  // Walks go by day as a rule: a day is written down when the next one comes.
  const nimm = (side: 0 | 1, entity: PvsEntity, at: number): void => {
    if (at < 0) return;
    const day = dayOf(entity, at);
    anzahl += 1;
    if (day !== tag[side]) { schreibe(side); tag[side] = day; }
    many[side]! += 1;
  };
  laufe(key, a, { z: (entity, at) => { nimm(0, entity, at); }, n: (entity, at) => { nimm(1, entity, at); } });
  schreibe(0); schreibe(1);
  return { anzahl, seiten };
}
/** One page of what a key figure counted: numerator first, newest first, those without a day last, then by id. */
export function seiteVon(a: Auswahl, key: string, page: number): { anzahl: number; seite: (Beitrag & { tag: number })[] } {
  const { tabellen } = a.bild.roh, days = new Map<PvsEntity, (at: number) => number>(), bis = page * JE_SEITE, ab = bis - JE_SEITE;
  let letzte: PvsEntity | undefined, own: (at: number) => number = () => LEER;
  const dayOf = (entity: PvsEntity, at: number): number => {
    if (entity !== letzte) { letzte = entity; let known = days.get(entity); if (!known) days.set(entity, known = tagDer(a.bild, entity)); own = known; }
    return own(at);
  };
  const { anzahl, seiten } = zaehle(a, key, dayOf), auf: [Map<number, (Beitrag & { tag: number })[]>, Map<number, (Beitrag & { tag: number })[]>] = [new Map(), new Map()];
  let before = 0, uebersprungen = -1;
  for (const side of [0, 1] as const) for (const [tag, many] of [...seiten[side]].sort(([x], [y]) => y - x)) {
    if (before + many > ab && before < bis) { if (uebersprungen < 0) uebersprungen = ab - before; auf[side].set(tag, []); }
    before += many;
  }
  const nimm = (side: 0 | 1, entity: PvsEntity, at: number, wert: number): void => { if (at < 0) return; const tag = dayOf(entity, at); auf[side].get(tag)?.push({ entity, at, teil: side === 0 ? 'zaehler' : 'nenner', wert, tag }); };
  if (uebersprungen >= 0) laufe(key, a, { z: (entity, at, wert) => { nimm(0, entity, at, wert); }, n: (entity, at, wert) => { nimm(1, entity, at, wert); } });
  const id = (b: Beitrag): string => tabellen[b.entity].ids[b.at]!, found = auf.flatMap(side => [...side.values()].flatMap(rows => rows.sort((x, y) => (id(x) < id(y) ? -1 : id(x) > id(y) ? 1 : 0))));
  return { anzahl, seite: uebersprungen < 0 ? [] : found.slice(uebersprungen, uebersprungen + JE_SEITE) };
}
