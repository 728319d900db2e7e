// One page of the rows behind a key figure, without sorting all of them by their words.

import type { PvsEntity } from '../../../shared/analytics/deliveries/pvs.ts';
import { imZeitraum, listeVor, type Auswahl } from '../snapshot/selection.ts';
import type { Bild } from '../snapshot/snapshot.ts';
import { berlinTag, LEER } from '../snapshot/calendar.ts';
import { laufe, tageweg, type Beitrag } from '../metrics/compute.ts';
import type { Definition } from '../metrics/sink.ts';
import { grenzenVon } from '../metrics/day-sums.ts';

/** Says the day of delivered rows of an entity; LEER where they have none. */
export function tagDer(bild: Bild, entity: PvsEntity): (at: number) => number {
  const c = bild.roh.tabellen[entity].spalten,
    start = c['start'],
    days = TAGE.flatMap((name) => c[name] ?? []),
    [only] = days;
  if (!start && only && days.length === 1) return (at) => only[at]!;
  return (at) => {
    if (start && !Number.isNaN(start[at])) return berlinTag(start[at]!);
    for (const day of days) if (day[at] !== LEER) return day[at]!;
    return LEER;
  };
}
/** The same of rows of any entity, one after another. */
function tageDer(bild: Bild): (entity: PvsEntity, at: number) => number {
  const days = new Map<PvsEntity, (at: number) => number>();
  let letzte: PvsEntity | undefined,
    own: (at: number) => number = () => LEER;
  return (entity, at) => {
    if (entity !== letzte) {
      letzte = entity;
      let known = days.get(entity);
      if (!known) days.set(entity, (known = tagDer(bild, entity)));
      own = known;
    }
    return own(at);
  };
}
const TAGE = ['datum', 'erstelltAm', 'faelligAm', 'von', 'eintritt'] as const;
/** Rows of one page. */
export const JE_SEITE = 200;
/** Walks a key figure twice: first rows are counted by side and day, then only those of the days that lie on the page are taken. */
function zaehle(
  a: Auswahl,
  key: string,
  dayOf: (entity: PvsEntity, at: number) => number,
): { anzahl: number; seiten: [Map<number, number>, Map<number, number>] } {
  const seiten: [Map<number, number>, Map<number, number>] = [new Map(), new Map()],
    tag = [Number.NaN, Number.NaN],
    many = [0, 0];
  let anzahl = 0;
  const schreibe = (side: 0 | 1): void => {
    if (many[side]! > 0)
      seiten[side].set(tag[side]!, (seiten[side].get(tag[side]!) ?? 0) + many[side]!);
    many[side] = 0;
  };
  // Walks go by day as a rule: a day is written down when the next one comes.
  const nimm = (side: 0 | 1, entity: PvsEntity, at: number): void => {
    if (at < 0) return;
    const day = dayOf(entity, at);
    anzahl += 1;
    if (day !== tag[side]) {
      schreibe(side);
      tag[side] = day;
    }
    many[side]! += 1;
  };
  laufe(key, a, {
    z: (entity, at) => {
      nimm(0, entity, at);
    },
    n: (entity, at) => {
      nimm(1, entity, at);
    },
  });
  schreibe(0);
  schreibe(1);
  return { anzahl, seiten };
}
interface Seite {
  anzahl: number;
  seite: (Beitrag & { tag: number })[];
}
/** Days that are walked at once, and how many times at most. */
const WOCHE = 7,
  HOECHSTENS = 1000;
/** The same of a walk whose rows count on their own days: stretches of days are counted, and only those that lie on the page are looked at. */
function seiteNachTagen(weg: Definition, a: Auswahl, page: number): Seite {
  const { tabellen } = a.bild.roh,
    { erster, letzter } = grenzenVon(a.bild),
    von = Math.max(a.von, erster),
    bis = Math.min(a.bis, letzter),
    tage = Math.max(WOCHE, Math.ceil((bis - von) / HOECHSTENS)),
    wochen: { a: Auswahl; many: [number, number] }[] = [],
    summe = [0, 0];
  listeVor(imZeitraum(a, von, bis));
  for (let tag = bis; tag >= von; tag -= tage) {
    const many: [number, number] = [0, 0],
      woche = imZeitraum(a, Math.max(von, tag - tage + 1), tag);
    weg(woche, {
      z: () => {
        many[0] += 1;
      },
      n: () => {
        many[1] += 1;
      },
    });
    wochen.push({ a: woche, many });
    summe[0]! += many[0];
    summe[1]! += many[1];
  }
  const ende = page * JE_SEITE,
    seite: Seite['seite'] = [],
    dayOf = tageDer(a.bild);
  let before = 0;
  for (const side of [0, 1] as const)
    for (const woche of wochen) {
      const many = woche.many[side];
      if (many === 0 || before + many <= ende - JE_SEITE || before >= ende) {
        before += many;
        continue;
      }
      const days = new Map<number, Seite['seite']>(),
        teil = side === 0 ? 'zaehler' : 'nenner';
      const nimm = (entity: PvsEntity, at: number, wert: number): void => {
        const tag = dayOf(entity, at),
          own = days.get(tag),
          row = { entity, at, teil, wert, tag } as const;
        if (own) own.push(row);
        else days.set(tag, [row]);
      };
      weg(woche.a, side === 0 ? { z: nimm, n: () => undefined } : { z: () => undefined, n: nimm });
      for (const [, rows] of [...days].sort(([x], [y]) => y - x)) {
        if (before + rows.length > ende - JE_SEITE && before < ende)
          seite.push(
            ...nachIds(tabellen, rows).slice(Math.max(0, ende - JE_SEITE - before), ende - before),
          );
        before += rows.length;
      }
    }
  return { anzahl: summe[0]! + summe[1]!, seite };
}
function nachIds<T extends Beitrag>(tabellen: Bild['roh']['tabellen'], rows: T[]): T[] {
  const id = (b: Beitrag): string => tabellen[b.entity].ids[b.at]!;
  return rows.sort((x, y) => (id(x) < id(y) ? -1 : id(x) > id(y) ? 1 : 0));
}
/** One page of what a key figure counted: numerator first, newest first, those without a day last, then by id. */
export function seiteVon(a: Auswahl, key: string, page: number): Seite {
  const byDay = tageweg(key, a);
  if (byDay) return seiteNachTagen(byDay.weg, byDay.a, page);
  const { tabellen } = a.bild.roh,
    dayOf = tageDer(a.bild),
    bis = page * JE_SEITE,
    ab = bis - JE_SEITE;
  const { anzahl, seiten } = zaehle(a, key, dayOf),
    auf: [Map<number, (Beitrag & { tag: number })[]>, Map<number, (Beitrag & { tag: number })[]>] =
      [new Map(), new Map()];
  let before = 0,
    uebersprungen = -1;
  for (const side of [0, 1] as const)
    for (const [tag, many] of [...seiten[side]].sort(([x], [y]) => y - x)) {
      if (before + many > ab && before < bis) {
        if (uebersprungen < 0) uebersprungen = ab - before;
        auf[side].set(tag, []);
      }
      before += many;
    }
  const nimm = (side: 0 | 1, entity: PvsEntity, at: number, wert: number): void => {
    if (at < 0) return;
    const tag = dayOf(entity, at);
    auf[side].get(tag)?.push({ entity, at, teil: side === 0 ? 'zaehler' : 'nenner', wert, tag });
  };
  if (uebersprungen >= 0)
    laufe(key, a, {
      z: (entity, at, wert) => {
        nimm(0, entity, at, wert);
      },
      n: (entity, at, wert) => {
        nimm(1, entity, at, wert);
      },
    });
  const found = auf.flatMap((side) =>
    [...side.values()].flatMap((rows) => nachIds(tabellen, rows)),
  );
  return {
    anzahl,
    seite: uebersprungen < 0 ? [] : found.slice(uebersprungen, uebersprungen + JE_SEITE),
  };
}
