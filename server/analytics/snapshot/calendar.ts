// Days as numbers (days since 1970), Berlin's day and minute of an instant, and the edges of weeks, months, quarters, halves and years.

import { ZONE } from '../../../shared/base/dates.ts';
import type { Gruppierung } from '../../../shared/analytics/reports/report.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';

/** Stands in a column of whole numbers where nothing was delivered. */
export const LEER = -2_147_483_648;
const HOUR_MS = 3_600_000;

/** Number of a day `YYYY-MM-DD`. */
export const tagVon = (text: string): number =>
  Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)) - 1, Number(text.slice(8, 10))) /
  DAY_MS;
const texts = new Map<number, string>();
/** `YYYY-MM-DD` of a day number. */
export function tagText(tag: number): string {
  let text = texts.get(tag);
  if (text === undefined)
    texts.set(tag, (text = new Date(tag * DAY_MS).toISOString().slice(0, 10)));
  return text;
}
export const tagOderNull = (tag: number): string | null => (tag === LEER ? null : tagText(tag));

export interface Datum {
  jahr: number;
  monat: number;
  tag: number;
}
const daten = new Map<number, Datum>();
/** Of days near today the year, month and day stand in a table by their place: reports ask for them by the million. */
const AB = -40_000,
  TAFEL: (Datum | undefined)[] = Array.from({ length: 100_000 });
const ausrechnen = (tag: number): Datum => {
  const d = new Date(tag * DAY_MS);
  return { jahr: d.getUTCFullYear(), monat: d.getUTCMonth() + 1, tag: d.getUTCDate() };
};
/** Year, month (1 to 12) and day of a day number. */
export function datumVon(tag: number): Datum {
  if (tag >= AB && tag < AB + TAFEL.length) return (TAFEL[tag - AB] ??= ausrechnen(tag));
  let datum = daten.get(tag);
  if (!datum) daten.set(tag, (datum = ausrechnen(tag)));
  return datum;
}
/** A number that is the same for all days of a quarter and grows by one with each. */
export const quartalVon = (tag: number): number => {
  const { jahr, monat } = datumVon(tag);
  return jahr * 4 + Math.floor((monat - 1) / 3);
};
/** The same of calendar halves. */
export const halbjahrVon = (tag: number): number => {
  const { jahr, monat } = datumVon(tag);
  return jahr * 2 + (monat > 6 ? 1 : 0);
};
export const monatVon = (tag: number): number => {
  const { jahr, monat } = datumVon(tag);
  return jahr * 12 + monat - 1;
};
export const ersterDesMonats = (monat: number): number =>
  Date.UTC(Math.floor(monat / 12), monat - Math.floor(monat / 12) * 12, 1) / DAY_MS;
/** Words of weekdays, Monday first. */
export const WOCHENTAGE = ['MO', 'DI', 'MI', 'DO', 'FR', 'SA', 'SO'] as const;
/** Monday 0 to Sunday 6. */
export const wochentagVon = (tag: number): number => (((tag + 3) % 7) + 7) % 7;
/** The same day some months on or back; the last of the month where it has no such day. */
export function plusMonate(tag: number, monate: number): number {
  const { jahr, monat, tag: d } = datumVon(tag),
    ziel = jahr * 12 + monat - 1 + monate;
  return Math.min(ersterDesMonats(ziel) + d - 1, ersterDesMonats(ziel + 1) - 1);
}
/** Completed years of life on a day. */
export function alterAm(geboren: number, tag: number): number {
  const g = datumVon(geboren),
    d = datumVon(tag);
  return d.jahr - g.jahr - (d.monat < g.monat || (d.monat === g.monat && d.tag < g.tag) ? 1 : 0);
}

const clock = new Intl.DateTimeFormat('en-CA', {
  timeZone: ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const versatz = new Map<number, number>();
let letzteStunde = Number.NaN,
  letzterVersatz = 0;
/** What Berlin's wall is ahead of UTC in an hour, in ms; asked once an hour, since asking is slow. Berlin's clocks change on the full hour. */
function versatzIn(stunde: number): number {
  if (stunde === letzteStunde) return letzterVersatz;
  let ms = versatz.get(stunde);
  if (ms === undefined) {
    const parts = Object.fromEntries(
      clock.formatToParts(stunde * HOUR_MS).map((p) => [p.type, Number(p.value)]),
    );
    ms =
      Date.UTC(parts['year']!, parts['month']! - 1, parts['day'], parts['hour'], parts['minute']) -
      stunde * HOUR_MS;
    versatz.set(stunde, ms);
  }
  letzteStunde = stunde;
  letzterVersatz = ms;
  return ms;
}
const wand = (at: number): number => at + versatzIn(Math.floor(at / HOUR_MS));
/** Berlin's day of an instant (ms since 1970). */
export const berlinTag = (at: number): number => Math.floor(wand(at) / DAY_MS);
/** Minutes since Berlin's midnight by the clock on the wall. */
export const berlinMinute = (at: number): number => {
  const w = wand(at);
  return Math.floor((w - Math.floor(w / DAY_MS) * DAY_MS) / 60_000);
};

/** First and last day of the period that a day lies in, and its name. */
export function periodeVon(
  tag: number,
  gruppierung: Gruppierung,
): { von: number; bis: number; name: string } {
  const { jahr, monat } = datumVon(tag);
  if (gruppierung === 'TAG') return { von: tag, bis: tag, name: tagText(tag) };
  if (gruppierung === 'WOCHE') {
    // A week belongs to the year of its Thursday (ISO 8601).
    const von = tag - wochentagVon(tag),
      donnerstag = von + 3,
      im = datumVon(donnerstag).jahr;
    const woche = 1 + Math.floor((donnerstag - tagVon(`${im}-01-01`)) / 7);
    return { von, bis: von + 6, name: `${im}-W${String(woche).padStart(2, '0')}` };
  }
  if (gruppierung === 'MONAT') {
    const m = monatVon(tag);
    return {
      von: ersterDesMonats(m),
      bis: ersterDesMonats(m + 1) - 1,
      name: tagText(tag).slice(0, 7),
    };
  }
  if (gruppierung === 'QUARTAL') {
    const q = quartalVon(tag) * 3;
    return {
      von: ersterDesMonats(q),
      bis: ersterDesMonats(q + 3) - 1,
      name: `${jahr}-Q${Math.floor((monat - 1) / 3) + 1}`,
    };
  }
  return { von: tagVon(`${jahr}-01-01`), bis: tagVon(`${jahr}-12-31`), name: String(jahr) };
}
export interface Periode {
  von: number;
  bis: number;
  name: string;
}
/** The periods of a span in order; the first and the last cut where the span ends. */
export function perioden(von: number, bis: number, gruppierung: Gruppierung): Periode[] {
  const found: Periode[] = [];
  for (let tag = von; tag <= bis;) {
    const p = periodeVon(tag, gruppierung);
    found.push({ von: Math.max(p.von, von), bis: Math.min(p.bis, bis), name: p.name });
    tag = p.bis + 1;
  }
  return found;
}
/** The span that one is compared with: a year earlier day by day, or as long as itself and right before. Whole months are compared with whole months: one that ends with a whole month ends with that month then, whatever its length. */
export function vergleichsspanne(
  von: number,
  bis: number,
  art: 'VORJAHR' | 'VORPERIODE',
): { von: number; bis: number } {
  const monat = monatVon(bis),
    endetGanz = datumVon(bis + 1).tag === 1 && von <= ersterDesMonats(monat),
    monate = monat - monatVon(von) + 1;
  if (art === 'VORPERIODE')
    return endetGanz && datumVon(von).tag === 1
      ? { von: plusMonate(von, -monate), bis: von - 1 }
      : { von: von - (bis - von + 1), bis: von - 1 };
  return {
    von: plusMonate(von, -12),
    bis: endetGanz ? ersterDesMonats(monat - 11) - 1 : plusMonate(bis, -12),
  };
}
