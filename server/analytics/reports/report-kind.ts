// What a report is made from and what it gives; small words that all reports use.

import type {
  BerichtFilter,
  KpiWert,
  Serie,
  Spalte,
  SpaltenTyp,
  Zelle,
} from '../../../shared/analytics/reports/report.ts';
import { kennzahlVon } from '../../../shared/analytics/reports/figures.ts';
import type { Auswahl } from '../snapshot/selection.ts';
import type { Bild } from '../snapshot/snapshot.ts';
import type { Stand } from '../snapshot/snapshot-cache.ts';
import type { Nur, Offen, Zeile as VorschlagZeile } from '../proposal-engine/rows.ts';
import { berechne, kpi } from '../metrics/compute.ts';

export interface Kontext {
  /** What the filter chooses. */
  a: Auswahl;
  /** The same in the span compared with, as key figures ask it; each says itself where it was not delivered whole. */
  vergleich: Auswahl | null;
  /** The same for the rows of a table; null where services of that span were not delivered whole. */
  vor: Auswahl | null;
  filter: BerichtFilter;
  stand: Stand;
  /** What a report is asked beside the filter: a patient, a region, a position, a page. */
  extra: Readonly<Record<string, string>>;
  jetzt: number;
  /** Images of all practices, for benchmarks. */
  markt: () => Promise<{ cid: string; bild: Bild }[]>;
  cid: string;
  /** Billing proposals of days `YYYY-MM-DD`, as they stand now. */
  vorschlaege: (von: string, bis: string, nur?: Nur) => Promise<VorschlagZeile[]>;
  /** Open ones of what was forgotten, summed up by practitioner, or null where they are not known within a moment. */
  offeneVorschlaege: (von: string, bis: string) => Promise<ReadonlyMap<string, Offen> | null>;
}
export type Zeile = Record<string, Zelle>;
export interface Teil {
  kpis?: KpiWert[];
  spalten: readonly Spalte[];
  zeilen: readonly Zeile[];
  serien?: readonly Serie[];
  hinweise?: readonly string[];
}
export type Macher = (k: Kontext) => Teil | Promise<Teil>;

/** How many rows an answer carries at most; a file asks for all of them. */
export const rowLimit = (k: Kontext, most: number): number =>
  k.extra['alles'] === 'ja' ? Infinity : most;

export const spalte = (key: string, titel: string, typ: SpaltenTyp): Spalte => ({
  key,
  titel,
  typ,
});
/** A column of a key figure, under its own name and unit. */
export const kennzahlSpalte = (key: string, as = key): Spalte => {
  const { name, einheit } = kennzahlVon(key);
  return { key: as, titel: name, typ: einheit };
};
export const kpisVon = (k: Kontext, ...keys: string[]): KpiWert[] =>
  keys.map((key) => kpi(key, k.a, k.vergleich));
export const wertVon = (key: string, a: Auswahl): number | null => berechne(key, a).wert;
/** Cents as euros. */
export const eur = (cents: number): number => Math.round(cents) / 100;
export const rund = (value: number, digits = 4): number => {
  const by = 10 ** digits;
  return Math.round(value * by) / by;
};
/** A share or a ratio; null where there is nothing to divide by. */
export const durch = (z: number, n: number, digits = 6): number | null =>
  n === 0 ? null : rund(z / n, digits);

/** Name of a row of a small table by its place; a dash where nobody or nothing is named. */
export function nameVon(
  bild: Bild,
  entity: 'behandler' | 'zimmer' | 'terminarten' | 'teams' | 'mitarbeiter',
  at: number,
): string {
  if (at < 0) return '–';
  const t = bild.roh.tabellen[entity],
    name = t.zustand[at] === 1 ? t.text('name', at) : '';
  return name === '' ? t.ids[at]! : name;
}
export const idVon = (
  bild: Bild,
  entity: keyof Bild['roh']['tabellen'],
  at: number,
): string | null => (at < 0 ? null : bild.roh.tabellen[entity].ids[at]!);
const namen = new WeakMap<Bild, Map<number, string>>();
/** Surname and first name of a patient; put together once, since lists say the same people again and again. */
export function patientenName(bild: Bild, at: number): string {
  if (at < 0) return '–';
  let known = namen.get(bild);
  if (!known) namen.set(bild, (known = new Map()));
  let name = known.get(at);
  if (name === undefined) {
    const t = bild.roh.tabellen.patient;
    known.set(
      at,
      (name = t.zustand[at] === 1 ? `${t.text('nachname', at)}, ${t.text('vorname', at)}` : '–'),
    );
  }
  return name;
}
