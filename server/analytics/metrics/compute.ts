// Computes a key figure from its walk: the value, its row in a report, and the rows behind it.

import {
  deltaOf,
  type KpiValue,
  type ColumnType,
} from '../../../shared/analytics/reports/report.ts';
import {
  figureOfKey,
  isToldAsOf,
  MATURITY_DAYS,
} from '../../../shared/analytics/reports/figures.ts';
import type { PvsEntity } from '../../../shared/analytics/deliveries/pvs.ts';
import { comparisonOf, type Selection } from '../snapshot/selection.ts';
import { dayText } from '../snapshot/calendar.ts';
import { medianOf } from '../snapshot/tables/sort-rows.ts';
import { undocumentedUntil } from './coverage.ts';
import {
  moneyFigures,
  MONEY_MEASURES,
  moneyFiguresByDay,
  HOURS_MEASURE,
  ROWS_MEASURE,
  targetInPeriod,
} from './money.ts';
import { patienten } from './patients.ts';
import { plans, openPlanItems, planFiguresByDay } from './plans.ts';
import { recalls } from './recalls.ts';
import type { Definition, RowSink, ByDay } from './sink.ts';
import { daySums, type Measure } from './day-sums.ts';
import {
  DUE_APPOINTMENTS,
  KEPT_APPOINTMENTS,
  termine,
  appointmentFiguresByDay,
} from './appointments.ts';
import { vorschlag } from './proposals.ts';

export interface FigureResult {
  readonly zaehler: number | null;
  readonly nenner: number | null;
  readonly wert: number | null;
}

/**
 * Rounds sums for display: cents become rounded euros; other values keep six decimals, so that the
 * row order changes nothing.
 */
const inUnit = (typ: ColumnType, value: number): number =>
  typ === 'eur' ? Math.round(value) / 100 : Math.round(value * 1e6) / 1e6;
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;

const PARTS: readonly (readonly [number, (a: Selection) => number | null])[] = [
  [
    0.35,
    (a) => {
      const { wert } = figureResult('ausfallquote', a);
      return wert === null ? null : 1 - wert;
    },
  ],
  // Working hours have no kind of appointment.
  [0.25, (a) => (a.chosenMarks.terminart ? null : figureResult('auslastung', a).wert)],
  [
    0.2,
    (a) => {
      const { wert } = figureResult('umsatzJeTermin', a),
        target = a.ziele.get('umsatzJeTermin');
      return wert === null || target === undefined || target <= 0 ? null : wert / target;
    },
  ],
  [0.1, (a) => figureResult('puenktlichkeit', a).wert],
  [0.1, (a) => figureResult('wiedervorstellung', a).wert],
];
/** The five components of appointment quality, each 0 to 1, null where unknown. */
export const appointmentQualityParts = (a: Selection): (number | null)[] =>
  PARTS.map(([, part]) => {
    const value = part(a);
    return value === null ? null : Math.min(1, Math.max(0, value));
  });
/** Appointment quality, 0 to 100, from its components; null without any. */
export function qualityIndexOf(parts: readonly (number | null)[]): number | null {
  let sum = 0,
    weight = 0;
  parts.forEach((value, at) => {
    if (value !== null) {
      sum += PARTS[at]![0] * value;
      weight += PARTS[at]![0];
    }
  });
  return weight === 0 ? null : rounded((100 * sum) / weight);
}

const COMPOSED_FIGURES: Readonly<Record<string, (a: Selection) => FigureResult>> = {
  terminqualitaet: (a) => ({
    zaehler: null,
    nenner: null,
    wert: qualityIndexOf(appointmentQualityParts(a)),
  }),
};
const targetAsDenominator: Definition = (a, s) => {
  const target = a.ziele.get('umsatz');
  if (target !== undefined) s.n('params', -1, targetInPeriod(a, target) * 100);
};
/** Figures whose denominator is set by the practice. */
const TARGET_FIGURES: Readonly<Record<string, Definition>> = {
  zielerreichung(a, s) {
    moneyFigures['umsatz']!(a, {
      z: (entity, at, wert) => {
        s.z(entity, at, wert);
      },
      n: () => undefined,
    });
    targetAsDenominator(a, s);
  },
};
const BY_DAY: Readonly<Record<string, ByDay>> = {
  ...moneyFiguresByDay,
  ...appointmentFiguresByDay,
  ...planFiguresByDay,
  zielerreichung: { wort: 'umsatz', weg: moneyFigures['umsatz']!, rest: targetAsDenominator },
};
const DEFINITIONS: Readonly<Record<string, Definition>> = {
  ...moneyFigures,
  ...patienten,
  ...termine,
  ...recalls,
  ...plans,
  ...vorschlag,
  ...TARGET_FIGURES,
};
/** Keys with a definition; the full list is in shared. */
export const definedKeys = (): string[] => [
  ...Object.keys(DEFINITIONS),
  ...Object.keys(COMPOSED_FIGURES),
];

class Sum implements RowSink {
  readonly isSumOnly = true;
  numeratorSum = 0;
  denominatorSum = 0;
  count = 0;
  z(_entity: PvsEntity, _at: number, wert: number): void {
    this.numeratorSum += wert;
    this.count += 1;
  }
  n(_entity: PvsEntity, _at: number, wert: number): void {
    this.denominatorSum += wert;
  }
}
/** Daily sums by the figure's key or their own name. */
const MEASURES: ReadonlyMap<string, Measure> = new Map<string, Measure>([
  ...[
    ...Object.values(MONEY_MEASURES),
    ROWS_MEASURE,
    HOURS_MEASURE,
    KEPT_APPOINTMENTS,
    DUE_APPOINTMENTS,
  ].map((measure) => [measure.wort, measure] as const),
  ...Object.entries(BY_DAY)
    .filter(([, { aus }]) => aus?.z === undefined)
    .map(
      ([key, { wort, weg, aus, besuch }]) =>
        [
          wort ?? key,
          {
            wort: wort ?? key,
            weg: weg ?? DEFINITIONS[key]!,
            ...(aus?.n !== undefined && { hasNoDenominator: true }),
            ...(besuch && { besuch }),
          },
        ] as const,
    ),
]);
/** All daily sums stored with an image. */
export const allMeasures = (): Iterable<Measure> => MEASURES.values();
/**
 * Both sums of a figure from the daily sums; undefined where they are not stored for such a filter.
 */
function keptSums(
  key: string,
  { wort, aus }: ByDay,
  a: Selection,
): { z: number; n: number } | undefined {
  const of = (word: string): { z: number; n: number } | undefined =>
      daySums(a, MEASURES.get(word)!),
    own = of(aus?.z ?? wort ?? key);
  if (!own || aus === undefined) return own;
  const below = aus.n === undefined ? own.n : of(aus.n)?.z;
  return below === undefined ? undefined : { z: own.z, n: below };
}
const walkedSums = new WeakMap<Selection, Map<Definition, Sum>>();
/** Cached sums of a walk for a filter; figures that share a walk run it once. */
function sumOf(weg: Definition, a: Selection): Sum {
  let own = walkedSums.get(a);
  if (!own) walkedSums.set(a, (own = new Map()));
  let sum = own.get(weg);
  if (!sum) {
    own.set(weg, (sum = new Sum()));
    weg(a, sum);
  }
  return sum;
}
/**
 * Returns how daily sums of a figure are stored; undefined where they are not, or not for such a
 * filter.
 */
function byDayOf(key: string, a: Selection): ByDay | undefined {
  const parts = BY_DAY[key];
  return parts?.appliesTo?.(a) === false ? undefined : parts;
}
/**
 * Returns numerator, denominator and number of numerator rows: from the daily sums where the figure
 * has them, else by its walk.
 */
function sumsOf(key: string, a: Selection): { z: number; n: number; count: number } {
  const parts = byDayOf(key, a),
    kept = parts && keptSums(key, parts, parts.spanOf?.(a) ?? a),
    open = kept ? undefined : openPlanItems(key, a);
  if (open !== undefined) return { z: open, n: 0, count: 1 };
  if (!kept) {
    const s = sumOf(DEFINITIONS[key]!, a);
    return { z: s.numeratorSum, n: s.denominatorSum, count: s.count };
  }
  if (!parts.rest) return { ...kept, count: 1 };
  const s = sumOf(parts.rest, a);
  return { z: kept.z + s.numeratorSum, n: kept.n + s.denominatorSum, count: 1 };
}
/**
 * Returns the walk of a figure whose rows each count on their own day, with its days for a filter;
 * undefined for any other figure.
 */
export function dailyWalk(
  key: string,
  a: Selection,
): { weg: Definition; a: Selection } | undefined {
  const parts = byDayOf(key, a);
  return parts && !parts.rest && !parts.besuch && a.filter.basis === 'leistung'
    ? { weg: parts.weg ?? DEFINITIONS[key]!, a: parts.spanOf?.(a) ?? a }
    : undefined;
}
const figureResults = new WeakMap<Selection, Map<string, FigureResult>>();
/** Returns the value of a key figure for a filter, computed once. @throws for an unknown key */
export function figureResult(key: string, a: Selection): FigureResult {
  let own = figureResults.get(a);
  if (!own) figureResults.set(a, (own = new Map()));
  let found = own.get(key);
  if (!found) own.set(key, (found = computeFigure(key, a)));
  return found;
}
function computeFigure(key: string, a: Selection): FigureResult {
  const meta = figureOfKey(key),
    composed = COMPOSED_FIGURES[key];
  if (composed) return composed(a);
  const walk = DEFINITIONS[key]!;
  if (meta.art === 'median') {
    const values: number[] = [];
    walk(a, {
      z: (_entity, _at, wert) => {
        values.push(wert);
      },
      n: () => undefined,
    });
    const wert = medianOf(values);
    return {
      zaehler: null,
      nenner: values.length,
      wert: wert === null ? null : inUnit(meta.einheit, wert),
    };
  }
  const { z, n, count } = sumsOf(key, a),
    zaehler = inUnit(meta.zaehlerIn, z);
  if (meta.art === 'summe')
    return {
      zaehler,
      nenner: null,
      wert: key === 'naechsterFreier' && count === 0 ? null : zaehler,
    };
  const nenner = inUnit(meta.nennerIn!, n),
    wert =
      nenner === 0
        ? null
        : rounded(
            ((meta.zaehlerIn === 'eur' ? z / 100 : z) / (meta.nennerIn === 'eur' ? n / 100 : n)) *
              meta.factor,
          );
  return { zaehler, nenner, wert };
}

/**
 * Returns a key figure with its comparison and its target. An incomplete value, or one whose
 * comparison span was not fully delivered, is not compared.
 */
export function kpi(
  key: string,
  a: Selection,
  chosen: Selection | null = comparisonOf(a),
): KpiValue {
  const beginn = chosen ? undocumentedUntil(key, chosen) : undefined;
  const before = beginn === undefined ? chosen : null;
  const completeFrom = a.bis + (MATURITY_DAYS[key] ?? 0),
    isWhole = completeFrom <= Math.max(a.bis, a.snapshot.heute);
  const now = figureResult(key, a),
    then = before && figureResult(key, before),
    vergleich = then?.wert ?? null,
    target = a.ziele.get(key);
  const ziel =
    target === undefined
      ? null
      : key === 'umsatz' || key === 'honorarumsatz'
        ? rounded(targetInPeriod(a, target))
        : target;
  return {
    key,
    wert: now.wert,
    vergleich,
    delta: isWhole ? deltaOf(now.wert, vergleich) : null,
    ziel,
    zaehler: now.zaehler,
    nenner: now.nenner,
    ...(!isWhole && { vollstaendigAb: dayText(completeFrom) }),
    ...(beginn !== undefined && { vergleichAb: dayText(beginn) }),
    ...(isToldAsOf(key) && a.cutoffDate < a.snapshot.heute && { standAm: dayText(a.cutoffDate) }),
  };
}

/** A row behind a number: its index, and its contribution to either side. */
export interface Contribution {
  entity: PvsEntity;
  at: number;
  teil: 'zaehler' | 'nenner';
  wert: number;
}
/** Iterates over all rows that a key figure counts, by its definition. */
export const walkFigure = (key: string, a: Selection, s: RowSink): void => {
  DEFINITIONS[key]?.(a, s);
};
/** Returns every row counted by a key figure, in the order of the walk. */
export function contributionsOf(key: string, a: Selection): Contribution[] {
  const found: Contribution[] = [],
    take =
      (teil: Contribution['teil']) =>
      (entity: PvsEntity, at: number, wert: number): void => {
        if (at >= 0) found.push({ entity, at, teil, wert });
      };
  walkFigure(key, a, { z: take('zaehler'), n: take('nenner') });
  return found;
}
