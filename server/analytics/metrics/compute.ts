// From a key figure's walk to its value, to the row that stands for it in a report, and to the rows behind it.

import {
  deltaOf,
  type KpiWert,
  type SpaltenTyp,
} from '../../../shared/analytics/reports/report.ts';
import { kennzahlVon, nenntStand, REIFE_TAGE } from '../../../shared/analytics/reports/figures.ts';
import type { PvsEntity } from '../../../shared/analytics/deliveries/pvs.ts';
import { vergleichVon, type Auswahl } from '../snapshot/selection.ts';
import { tagText } from '../snapshot/calendar.ts';
import { medianVon } from '../snapshot/tables/sort-rows.ts';
import { unbelegtBis } from './coverage.ts';
import {
  geld,
  GELDMASSE,
  geldTageweise,
  STUNDENMASS,
  ZEILENMASS,
  zielImZeitraum,
} from './money.ts';
import { patienten } from './patients.ts';
import { plaene, plaeneOffen, plaeneTageweise } from './plans.ts';
import { recalls } from './recalls.ts';
import type { Definition, Senke, Tageweise } from './sink.ts';
import { tagessummen, type Mass } from './day-sums.ts';
import { FAELLIG, GEHALTEN, termine, termineTageweise } from './appointments.ts';
import { vorschlag } from './proposals.ts';

export interface Ergebnis {
  readonly zaehler: number | null;
  readonly nenner: number | null;
  readonly wert: number | null;
}

/** Sums as they are shown: cents become euros, rounded; anything else keeps six decimals, so that the order of rows changes nothing. */
const inEinheit = (typ: SpaltenTyp, value: number): number =>
  typ === 'eur' ? Math.round(value) / 100 : Math.round(value * 1e6) / 1e6;
const rund = (value: number): number => Math.round(value * 1e6) / 1e6;

const TEILE: readonly (readonly [number, (a: Auswahl) => number | null])[] = [
  [
    0.35,
    (a) => {
      const { wert } = berechne('ausfallquote', a);
      return wert === null ? null : 1 - wert;
    },
  ],
  // Hours of work belong to no kind of appointment.
  [0.25, (a) => (a.marken.terminart ? null : berechne('auslastung', a).wert)],
  [
    0.2,
    (a) => {
      const { wert } = berechne('umsatzJeTermin', a),
        target = a.ziele.get('umsatzJeTermin');
      return wert === null || target === undefined || target <= 0 ? null : wert / target;
    },
  ],
  [0.1, (a) => berechne('puenktlichkeit', a).wert],
  [0.1, (a) => berechne('wiedervorstellung', a).wert],
];
/** The five parts of the quality of appointments, each 0 to 1, null where nothing is known of it. */
export const teileDerTerminqualitaet = (a: Auswahl): (number | null)[] =>
  TEILE.map(([, part]) => {
    const value = part(a);
    return value === null ? null : Math.min(1, Math.max(0, value));
  });
/** The quality of appointments, 0 to 100, from its parts; null without any. */
export function indexAus(parts: readonly (number | null)[]): number | null {
  let sum = 0,
    weight = 0;
  parts.forEach((value, at) => {
    if (value !== null) {
      sum += TEILE[at]![0] * value;
      weight += TEILE[at]![0];
    }
  });
  return weight === 0 ? null : rund((100 * sum) / weight);
}

const ZUSAMMENGESETZT: Readonly<Record<string, (a: Auswahl) => Ergebnis>> = {
  terminqualitaet: (a) => ({
    zaehler: null,
    nenner: null,
    wert: indexAus(teileDerTerminqualitaet(a)),
  }),
};
const zielAlsNenner: Definition = (a, s) => {
  const target = a.ziele.get('umsatz');
  if (target !== undefined) s.n('params', -1, zielImZeitraum(a, target) * 100);
};
/** Figures whose denominator the practice sets itself. */
const MIT_ZIEL: Readonly<Record<string, Definition>> = {
  zielerreichung(a, s) {
    geld['umsatz']!(a, {
      z: (entity, at, wert) => {
        s.z(entity, at, wert);
      },
      n: () => undefined,
    });
    zielAlsNenner(a, s);
  },
};
const TAGEWEISE: Readonly<Record<string, Tageweise>> = {
  ...geldTageweise,
  ...termineTageweise,
  ...plaeneTageweise,
  zielerreichung: { wort: 'umsatz', weg: geld['umsatz']!, rest: zielAlsNenner },
};
const DEFINITIONEN: Readonly<Record<string, Definition>> = {
  ...geld,
  ...patienten,
  ...termine,
  ...recalls,
  ...plaene,
  ...vorschlag,
  ...MIT_ZIEL,
};
/** Keys that have a definition; the list of all is in shared. */
export const definierte = (): string[] => [
  ...Object.keys(DEFINITIONEN),
  ...Object.keys(ZUSAMMENGESETZT),
];

class Summe implements Senke {
  readonly nurSumme = true;
  zSumme = 0;
  nSumme = 0;
  count = 0;
  z(_entity: PvsEntity, _at: number, wert: number): void {
    this.zSumme += wert;
    this.count += 1;
  }
  n(_entity: PvsEntity, _at: number, wert: number): void {
    this.nSumme += wert;
  }
}
/** What is kept by day of each figure that has it, under the figure's key or its own word. */
const MASSE: ReadonlyMap<string, Mass> = new Map<string, Mass>([
  ...[...Object.values(GELDMASSE), ZEILENMASS, STUNDENMASS, GEHALTEN, FAELLIG].map(
    (mass) => [mass.wort, mass] as const,
  ),
  ...Object.entries(TAGEWEISE)
    .filter(([, { aus }]) => aus?.z === undefined)
    .map(
      ([key, { wort, weg, aus, besuch }]) =>
        [
          wort ?? key,
          {
            wort: wort ?? key,
            weg: weg ?? DEFINITIONEN[key]!,
            ...(aus?.n !== undefined && { ohneNenner: true }),
            ...(besuch && { besuch }),
          },
        ] as const,
    ),
]);
/** Everything that is kept by day beside an image. */
export const alleMasse = (): Iterable<Mass> => MASSE.values();
/** Both sums of a figure from what is kept; undefined where it is not kept for such a choice. */
function gehaltene(
  key: string,
  { wort, aus }: Tageweise,
  a: Auswahl,
): { z: number; n: number } | undefined {
  const of = (word: string): { z: number; n: number } | undefined =>
      tagessummen(a, MASSE.get(word)!),
    own = of(aus?.z ?? wort ?? key);
  if (!own || aus === undefined) return own;
  const below = aus.n === undefined ? own.n : of(aus.n)?.z;
  return below === undefined ? undefined : { z: own.z, n: below };
}
const gelaufen = new WeakMap<Auswahl, Map<Definition, Summe>>();
/** What a walk adds up for a choice; figures that share one walk once. */
function summeVon(weg: Definition, a: Auswahl): Summe {
  let own = gelaufen.get(a);
  if (!own) gelaufen.set(a, (own = new Map()));
  let sum = own.get(weg);
  if (!sum) {
    own.set(weg, (sum = new Summe()));
    weg(a, sum);
  }
  return sum;
}
/** How a figure is kept by day; undefined where it is not, or not for such a choice. */
function tageweise(key: string, a: Auswahl): Tageweise | undefined {
  const parts = TAGEWEISE[key];
  return parts?.gilt?.(a) === false ? undefined : parts;
}
/** Numerator, denominator and number of rows of the numerator: from the sums kept by day where the figure has them, else by its walk. */
function summenVon(key: string, a: Auswahl): { z: number; n: number; count: number } {
  const parts = tageweise(key, a),
    kept = parts && gehaltene(key, parts, parts.spanne?.(a) ?? a),
    open = kept ? undefined : plaeneOffen(key, a);
  if (open !== undefined) return { z: open, n: 0, count: 1 };
  if (!kept) {
    const s = summeVon(DEFINITIONEN[key]!, a);
    return { z: s.zSumme, n: s.nSumme, count: s.count };
  }
  if (!parts.rest) return { ...kept, count: 1 };
  const s = summeVon(parts.rest, a);
  return { z: kept.z + s.zSumme, n: kept.n + s.nSumme, count: 1 };
}
/** The walk of a figure whose every row counts on its own day, and the days that it walks for a choice; undefined for any other figure. */
export function tageweg(key: string, a: Auswahl): { weg: Definition; a: Auswahl } | undefined {
  const parts = tageweise(key, a);
  return parts && !parts.rest && !parts.besuch && a.filter.basis === 'leistung'
    ? { weg: parts.weg ?? DEFINITIONEN[key]!, a: parts.spanne?.(a) ?? a }
    : undefined;
}
const berechnet = new WeakMap<Auswahl, Map<string, Ergebnis>>();
/** Value of a key figure for a choice, worked out once. @throws for a key that is none */
export function berechne(key: string, a: Auswahl): Ergebnis {
  let own = berechnet.get(a);
  if (!own) berechnet.set(a, (own = new Map()));
  let found = own.get(key);
  if (!found) own.set(key, (found = rechne(key, a)));
  return found;
}
function rechne(key: string, a: Auswahl): Ergebnis {
  const meta = kennzahlVon(key),
    composed = ZUSAMMENGESETZT[key];
  if (composed) return composed(a);
  const walk = DEFINITIONEN[key]!;
  if (meta.art === 'median') {
    const values: number[] = [];
    walk(a, {
      z: (_entity, _at, wert) => {
        values.push(wert);
      },
      n: () => undefined,
    });
    const wert = medianVon(values);
    return {
      zaehler: null,
      nenner: values.length,
      wert: wert === null ? null : inEinheit(meta.einheit, wert),
    };
  }
  const { z, n, count } = summenVon(key, a),
    zaehler = inEinheit(meta.zaehlerIn, z);
  if (meta.art === 'summe')
    return {
      zaehler,
      nenner: null,
      wert: key === 'naechsterFreier' && count === 0 ? null : zaehler,
    };
  const nenner = inEinheit(meta.nennerIn!, n),
    wert =
      nenner === 0
        ? null
        : rund(
            ((meta.zaehlerIn === 'eur' ? z / 100 : z) / (meta.nennerIn === 'eur' ? n / 100 : n)) *
              meta.mal,
          );
  return { zaehler, nenner, wert };
}

/** A key figure with its comparison and its target. What is not complete yet, or would be set beside what was not delivered whole, is not compared. */
export function kpi(key: string, a: Auswahl, chosen: Auswahl | null = vergleichVon(a)): KpiWert {
  const beginn = chosen ? unbelegtBis(key, chosen) : undefined;
  const before = beginn === undefined ? chosen : null;
  const reif = a.bis + (REIFE_TAGE[key] ?? 0),
    isWhole = reif <= Math.max(a.bis, a.bild.heute);
  const now = berechne(key, a),
    then = before && berechne(key, before),
    vergleich = then?.wert ?? null,
    target = a.ziele.get(key);
  const ziel =
    target === undefined
      ? null
      : key === 'umsatz' || key === 'honorarumsatz'
        ? rund(zielImZeitraum(a, target))
        : target;
  return {
    key,
    wert: now.wert,
    vergleich,
    delta: isWhole ? deltaOf(now.wert, vergleich) : null,
    ziel,
    zaehler: now.zaehler,
    nenner: now.nenner,
    ...(!isWhole && { vollstaendigAb: tagText(reif) }),
    ...(beginn !== undefined && { vergleichAb: tagText(beginn) }),
    ...(nenntStand(key) && a.stichtag < a.bild.heute && { standAm: tagText(a.stichtag) }),
  };
}

/** A row behind a number: which one, and what it added to which side. */
export interface Beitrag {
  entity: PvsEntity;
  at: number;
  teil: 'zaehler' | 'nenner';
  wert: number;
}
/** Walks all rows that a key figure counts, as its definition visits them. */
export const laufe = (key: string, a: Auswahl, s: Senke): void => {
  DEFINITIONEN[key]?.(a, s);
};
/** Every row that a key figure counted, in the order in which they are visited. */
export function beitraege(key: string, a: Auswahl): Beitrag[] {
  const found: Beitrag[] = [],
    nimm =
      (teil: Beitrag['teil']) =>
      (entity: PvsEntity, at: number, wert: number): void => {
        if (at >= 0) found.push({ entity, at, teil, wert });
      };
  laufe(key, a, { z: nimm('zaehler'), n: nimm('nenner') });
  return found;
}
