// Computes a key figure from its walk: the value, and the rows behind it.

import type { ColumnType } from '../../../shared/analytics/reports/report.ts';
import { figureOfKey } from '../../../shared/analytics/reports/figures.ts';
import type { Kennzahl } from '../../../shared/analytics/reports/figure.ts';
import type { PvsEntity } from '../../../shared/analytics/deliveries/pvs.ts';
import { countedSpan } from '../snapshot/comparison.ts';
import type { Selection } from '../snapshot/selection.ts';
import { EMPTY } from '../snapshot/calendar.ts';
import { growingNumbers, medianOf } from '../snapshot/tables/sort-rows.ts';
import { unfollowed } from '../snapshot/selection/followed-filters.ts';
import {
  moneyFigures,
  MONEY_MEASURES,
  moneyFiguresByDay,
  HOURS_MEASURE,
  ROWS_MEASURE,
  targetInPeriod,
} from './money.ts';
import { patientFigures } from './patients.ts';
import { planFigures } from './plans.ts';
import { unbilledSum } from './unbilled-day.ts';
import { openPlanItems } from './open-items.ts';
import { recallFigures } from './recalls.ts';
import type { Definition, RowSink, ByDay } from './sink.ts';
import { daySums } from './day-sums.ts';
import { type Measure } from './sum-store.ts';
import {
  DUE_APPOINTMENTS,
  KEPT_APPOINTMENTS,
  appointmentFigures,
  appointmentFiguresByDay,
} from './appointments.ts';
import { breakEvenHours, costsOf, fixedCostsOf, profit, type Profit } from './profit/costs.ts';
import { proposalFigures } from './proposals.ts';

export interface FigureResult {
  readonly numerator: number | null;
  readonly denominator: number | null;
  readonly value: number | null;
  /** Number of rows for which a day is missing: then the value is not known. */
  readonly undated?: number;
  /** First day on which none of them is missing any more. */
  readonly knownFrom?: number;
}

/**
 * Rounds sums for display: cents become rounded euros; other values keep six decimals, so that the
 * row order changes nothing.
 */
const inUnit = (kind: ColumnType, value: number): number =>
  kind === 'eur' ? Math.round(value) / 100 : Math.round(value * 1e6) / 1e6;
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;

const PARTS: readonly (readonly [number, (a: Selection) => number | null])[] = [
  [
    0.35,
    (a) => {
      const { value } = figureResult('ausfallquote', a);
      return value === null ? null : 1 - value;
    },
  ],
  // Under a filter of patients or kinds of appointments there is none.
  [0.25, (a) => figureResult('auslastung', a).value],
  [
    0.2,
    (a) => {
      const { value } = figureResult('umsatzJeTermin', a),
        target = a.targets.get('umsatzJeTermin');
      return value === null || target === undefined || target <= 0 ? null : value / target;
    },
  ],
  [0.1, (a) => figureResult('puenktlichkeit', a).value],
  [0.1, (a) => figureResult('wiedervorstellung', a).value],
];
/** Computes the five components of appointment quality, each 0 to 1, null where unknown. */
export const appointmentQualityParts = (a: Selection): (number | null)[] =>
  PARTS.map(([, part]) => {
    const value = part(a);
    return value === null ? null : Math.min(1, Math.max(0, value));
  });
/** Components of less weight say nothing about the whole. */
const LEAST_WEIGHT = 0.5;
/**
 * Computes the appointment quality, 0 to 100, from its components; null where those that are known
 * have less than half of the weight.
 */
export function qualityIndexOf(parts: readonly (number | null)[]): number | null {
  let sum = 0,
    weight = 0;
  parts.forEach((value, at) => {
    if (value !== null) {
      sum += PARTS[at]![0] * value;
      weight += PARTS[at]![0];
    }
  });
  return weight < LEAST_WEIGHT ? null : rounded((100 * sum) / weight);
}

const composed = (cents: number | undefined): FigureResult => ({
  numerator: null,
  denominator: null,
  value: cents === undefined ? null : cents / 100,
});
const centsOf = (key: string, a: Selection): number =>
  Math.round((figureResult(key, a).value ?? 0) * 100);
const profitOf = (a: Selection): Profit | undefined =>
  profit(a, (own) => centsOf('umsatz', own) - centsOf('fremdlabor', own));
const COMPOSED_FIGURES: Readonly<Record<string, (a: Selection) => FigureResult>> = {
  terminqualitaet: (a) => ({
    numerator: null,
    denominator: null,
    value: qualityIndexOf(appointmentQualityParts(a)),
  }),
  praxiskosten: (a) => composed(costsOf(a)?.total),
  deckungsbeitrag: (a) => composed(profitOf(a)?.contribution),
  gewinnschwelle: (a) => ({
    numerator: null,
    denominator: null,
    value: breakEvenHours(profitOf(a), fixedCostsOf(a)),
  }),
};
const targetAsDenominator: Definition = (a, s) => {
  const target = a.targets.get('umsatz');
  if (target !== undefined)
    s.denominator('params', -1, targetInPeriod(countedSpan(a), target) * 100);
};
/** Figures whose denominator is set by the practice. */
const TARGET_FIGURES: Readonly<Record<string, Definition>> = {
  zielerreichung(a, s) {
    moneyFigures['umsatz']!(a, {
      numerator: (entity, at, value) => {
        s.numerator(entity, at, value);
      },
      denominator: () => undefined,
    });
    targetAsDenominator(a, s);
  },
};
const BY_DAY: Readonly<Record<string, ByDay>> = {
  ...moneyFiguresByDay,
  ...appointmentFiguresByDay,
  zielerreichung: { name: 'umsatz', walk: moneyFigures['umsatz']!, rest: targetAsDenominator },
};
const DEFINITIONS: Readonly<Record<string, Definition>> = {
  ...moneyFigures,
  ...patientFigures,
  ...appointmentFigures,
  ...recallFigures,
  ...planFigures,
  ...proposalFigures,
  ...TARGET_FIGURES,
};
/** Returns the keys with a definition; the full list is in shared. */
export const definedKeys = (): string[] => [
  ...Object.keys(DEFINITIONS),
  ...Object.keys(COMPOSED_FIGURES),
];

class Sum implements RowSink {
  readonly isSumOnly = true;
  numeratorSum = 0;
  denominatorSum = 0;
  count = 0;
  undatedCount = 0;
  knownFrom = EMPTY;
  undated(_entity: PvsEntity, _at: number, until: number): void {
    this.undatedCount += 1;
    this.knownFrom = Math.max(this.knownFrom, until);
  }
  numerator(_entity: PvsEntity, _at: number, value: number): void {
    this.numeratorSum += value;
    this.count += 1;
  }
  denominator(_entity: PvsEntity, _at: number, value: number): void {
    this.denominatorSum += value;
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
  ].map((measure) => [measure.name, measure] as const),
  ...Object.entries(BY_DAY)
    .filter(([, { sums }]) => sums?.numerator === undefined)
    .map(
      ([key, { name, walk, sums, judgeVisit }]) =>
        [
          name ?? key,
          {
            name: name ?? key,
            walk: walk ?? DEFINITIONS[key]!,
            ...(sums?.denominator !== undefined && { hasNoDenominator: true }),
            ...(judgeVisit && { judgeVisit }),
          },
        ] as const,
    ),
]);
/** Lists all daily sums stored with an image. */
export const allMeasures = (): Iterable<Measure> => MEASURES.values();
/**
 * Both sums of a figure from the daily sums; undefined where they are not stored for such a filter.
 */
function keptSums(
  key: string,
  { name, sums }: ByDay,
  a: Selection,
): { numerator: number; denominator: number } | undefined {
  const of = (word: string): { numerator: number; denominator: number } | undefined =>
      daySums(a, MEASURES.get(word)!),
    own = of(sums?.numerator ?? name ?? key);
  if (!own || sums === undefined) return own;
  const below = sums.denominator === undefined ? own.denominator : of(sums.denominator)?.numerator;
  return below === undefined ? undefined : { numerator: own.numerator, denominator: below };
}
const walkedSums = new WeakMap<Selection, Map<Definition, Sum>>();
/** Cached sums of a walk for a filter; figures that share a walk run it once. */
function sumOf(walk: Definition, a: Selection): Sum {
  let own = walkedSums.get(a);
  if (!own) walkedSums.set(a, (own = new Map()));
  let sum = own.get(walk);
  if (!sum) {
    own.set(walk, (sum = new Sum()));
    walk(a, sum);
  }
  return sum;
}
interface Sums {
  readonly numerator: number;
  readonly denominator: number;
  readonly count: number;
  readonly undated?: number;
  readonly knownFrom?: number;
}
/** Sums of a state by its stored balance; undefined for another figure. */
function balanceOf(key: string, a: Selection): Sums | undefined {
  const open = openPlanItems(key, a);
  if (open !== undefined) return { numerator: open, denominator: 0, count: 1 };
  const unbilled = unbilledSum(key, a);
  return (
    unbilled && {
      numerator: unbilled.cents,
      denominator: 0,
      count: 1,
      undated: unbilled.unknown,
      knownFrom: a.snapshot.today,
    }
  );
}
/**
 * Returns numerator, denominator and number of numerator rows: from the daily sums or balances
 * where the figure has them, else by its walk.
 */
function sumsOf(key: string, a: Selection): Sums {
  const parts = BY_DAY[key],
    kept = parts && keptSums(key, parts, parts.spanOf?.(a) ?? a),
    balance = kept ? undefined : balanceOf(key, a);
  if (balance) return balance;
  if (!kept) {
    const s = sumOf(DEFINITIONS[key]!, a);
    return {
      numerator: s.numeratorSum,
      denominator: s.denominatorSum,
      count: s.count,
      undated: s.undatedCount,
      knownFrom: s.knownFrom,
    };
  }
  if (!parts.rest) return { ...kept, count: 1 };
  const s = sumOf(parts.rest, a);
  return {
    numerator: kept.numerator + s.numeratorSum,
    denominator: kept.denominator + s.denominatorSum,
    count: 1,
  };
}
/**
 * Returns the walk of a figure whose rows each count on their own day, with its days for a filter;
 * undefined for any other figure.
 */
export function dailyWalk(
  key: string,
  a: Selection,
): { walk: Definition; a: Selection } | undefined {
  if (unfollowed(key, a).length > 0) return undefined;
  const parts = BY_DAY[key];
  return parts && !parts.rest && !parts.judgeVisit && a.filter.basis === 'leistung'
    ? { walk: parts.walk ?? DEFINITIONS[key]!, a: parts.spanOf?.(a) ?? a }
    : undefined;
}
const figureResults = new WeakMap<Selection, Map<string, FigureResult>>();
/**
 * Returns the value of a key figure for a filter, computed once; none under a filter that the figure
 * cannot follow. @throws for an unknown key
 */
export function figureResult(key: string, a: Selection): FigureResult {
  let own = figureResults.get(a);
  if (!own) figureResults.set(a, (own = new Map()));
  let found = own.get(key);
  if (!found) own.set(key, (found = computeFigure(key, a)));
  return found;
}
const NO_RESULT: FigureResult = { numerator: null, denominator: null, value: null };
function computeFigure(key: string, a: Selection): FigureResult {
  if (unfollowed(key, a).length > 0) return NO_RESULT;
  const meta = figureOfKey(key),
    composed = COMPOSED_FIGURES[key];
  if (composed) return composed(a);
  const walk = DEFINITIONS[key]!;
  if (meta.art === 'median') {
    const found = growingNumbers();
    walk(a, {
      numerator: (_entity, _at, value) => {
        found.take(value);
      },
      denominator: () => undefined,
    });
    const values = found.list(),
      value = medianOf(values);
    return {
      numerator: null,
      denominator: values.length,
      value: value === null ? null : inUnit(meta.einheit, value),
    };
  }
  return resultOf(meta, sumsOf(key, a));
}
/** Rounds both sums of a figure and divides them. */
function resultOf(
  { key, art, zaehlerIn, nennerIn, factor }: Kennzahl,
  { numerator: z, denominator: n, count, undated = 0, knownFrom }: Sums,
): FigureResult {
  if (undated > 0 && knownFrom !== undefined)
    return { numerator: null, denominator: null, value: null, undated, knownFrom };
  const numerator = inUnit(zaehlerIn, z);
  if (art === 'summe')
    return {
      numerator,
      denominator: null,
      value: key === 'naechsterFreier' && count === 0 ? null : numerator,
    };
  const denominator = inUnit(nennerIn!, n),
    value =
      denominator === 0
        ? null
        : rounded(
            ((zaehlerIn === 'eur' ? z / 100 : z) / (nennerIn === 'eur' ? n / 100 : n)) * factor,
          );
  return { numerator, denominator, value };
}
/**
 * Returns the value of rows of a figure, or the sum of one side of them; null where a day that
 * decides is missing.
 */
export function valueOfRows(
  walk: (sink: RowSink) => void,
  of: Kennzahl | { readonly unit: ColumnType; readonly side: 'zaehler' | 'nenner' },
): number | null {
  const sums = new Sum(),
    values: number[] = [];
  walk({
    numerator: (entity, at, value) => {
      sums.numerator(entity, at, value);
      values.push(value);
    },
    denominator: (entity, at, value) => {
      sums.denominator(entity, at, value);
    },
    undated: (entity, at, until) => {
      sums.undated(entity, at, until);
    },
  });
  if (sums.undatedCount > 0) return null;
  if ('unit' in of)
    return inUnit(of.unit, of.side === 'zaehler' ? sums.numeratorSum : sums.denominatorSum);
  if (of.art === 'median') {
    const value = medianOf(values);
    return value === null ? null : inUnit(of.einheit, value);
  }
  return resultOf(of, {
    numerator: sums.numeratorSum,
    denominator: sums.denominatorSum,
    count: sums.count,
  }).value;
}

/** A row behind a number: its index, and its contribution to either side. */
export interface Contribution {
  entity: PvsEntity;
  at: number;
  side: 'zaehler' | 'nenner';
  value: number;
}
/**
 * Iterates over all rows that a key figure counts, by its definition; over none under a filter that
 * the figure cannot follow.
 */
export const walkFigure = (key: string, a: Selection, s: RowSink): void => {
  if (unfollowed(key, a).length === 0) DEFINITIONS[key]?.(a, s);
};
/** Returns every row counted by a key figure, in the order of the walk. */
export function contributionsOf(key: string, a: Selection): Contribution[] {
  const found: Contribution[] = [],
    take =
      (side: Contribution['side']) =>
      (entity: PvsEntity, at: number, value: number): void => {
        if (at >= 0) found.push({ entity, at, side, value });
      };
  walkFigure(key, a, { numerator: take('zaehler'), denominator: take('nenner') });
  return found;
}
