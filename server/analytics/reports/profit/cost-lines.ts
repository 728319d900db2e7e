/** Report of the lines that make up a contribution; a line of a cost opens to its periods. */
import type { ChartSeries } from '../../../../shared/analytics/reports/report.ts';
import {
  centsOfCost,
  costGap,
  costsOf,
  costSpan,
  hoursOfCost,
} from '../../metrics/profit/costs.ts';
import { periodsBetween } from '../../snapshot/calendar.ts';
import { shareCents } from '../../snapshot/share-cents.ts';
import type { StoredCost } from '../../snapshot/store.ts';
import {
  column,
  eur,
  kpisOf,
  type Part,
  type ReportBuilder,
  type ReportContext,
  type Row,
} from '../report-kind.ts';
import { barChart } from '../report-charts.ts';
import { totalOf } from '../revenue/revenue-sums.ts';
import { FIGURES, hintsOf } from './profit-hints.ts';
import { CENTRE_LIST, nameOf, profitParts, type By, type ProfitPart } from './profit-parts.ts';

/** The part whose monthly costs are those of the whole span, as break-even counts them. */
export const BREAK_EVEN_PART = 'schwelle';
/** Parses the asked part of a list of costs, e.g. `behandler:b1`. */
function askedPart({ extra }: ReportContext): { by: By; id: string } | undefined {
  const found = /^(behandler|zimmer|bereich):(.+)$/.exec(extra['teil'] ?? '');
  return found ? { by: found[1] as By, id: found[2]! } : undefined;
}
interface Lines {
  /** In cents. */
  readonly revenue: number;
  readonly laboratory: number;
  readonly costs: ReadonlyMap<StoredCost, number>;
}
const isWholeSpan = ({ extra }: ReportContext, { per }: StoredCost): boolean =>
  extra['teil'] === BREAK_EVEN_PART && per === 'MONAT';
/** Returns the cents of all costs of the practice; none where they are not known. */
function costsOfPractice(k: ReportContext): Map<StoredCost, number> {
  const isBreakEven = k.extra['teil'] === BREAK_EVEN_PART;
  if (isBreakEven ? costGap(k.a, k.a) !== undefined : costsOf(k.a) === undefined) return new Map();
  return new Map(
    (k.a.costs ?? []).map((cost) => [
      cost,
      centsOfCost(k.a.snapshot, cost, isWholeSpan(k, cost) ? k.a : costSpan(k.a)),
    ]),
  );
}
function linesOf(k: ReportContext, part: ProfitPart | undefined): Lines {
  if (part) return { ...part, costs: part.costs ?? new Map<StoredCost, number>() };
  const whole = totalOf(costSpan(k.a));
  return {
    revenue: Math.round(whole.umsatz),
    laboratory: Math.round(whole.fremd),
    costs: costsOfPractice(k),
  };
}
/**
 * Lists the periods of a cost, which add up to its line; the share of a part is divided among them
 * by the cost of each.
 */
function periodsOfCost(k: ReportContext, cost: StoredCost, cents: number): Part {
  const { snapshot } = k.a,
    span = isWholeSpan(k, cost) ? k.a : costSpan(k.a),
    periods = periodsBetween(span.from, span.to, k.filter.gruppierung)
      .map((p) => ({
        ...p,
        whole: centsOfCost(snapshot, cost, p),
        hours: cost.per === 'STUNDE' ? hoursOfCost(snapshot, cost, p) : null,
      }))
      .filter(({ whole }) => whole !== 0),
    own = shareCents(
      cents,
      Float64Array.from(periods, ({ whole }) => whole),
      (x, y) => x < y,
    );
  const rows = periods.map(({ name, whole, hours }, at) => ({
    id: null,
    periode: name,
    stunden: hours,
    kosten: -eur(whole),
    imZeitraum: -eur(own[at]!),
  }));
  return {
    columns: [
      column('periode', 'Zeitraum', 'periode'),
      column('stunden', 'Verfügbare Stunden', 'stunden'),
      column('kosten', 'Kosten', 'eur'),
      column('imZeitraum', 'Im Zeitraum', 'eur'),
    ],
    rows,
    series: [barChart('imZeitraum', rows, 'periode', 'imZeitraum')],
    hints: hintsOf(k.a, askedPart(k) !== undefined),
  };
}
/** Returns a bar for each line; successive amounts of one cost are one bar. */
function pointsOf(rows: readonly Row[]): ChartSeries['punkte'] {
  const sums = new Map<string, number>();
  for (const { art, name, stelle, imZeitraum } of rows) {
    const x =
      name === null
        ? String(art)
        : [name, ...(stelle === 'PRAXIS' ? [] : [String(stelle)])].join(' · ');
    sums.set(x, (sums.get(x) ?? 0) + Number(imZeitraum));
  }
  return [...sums].map(([x, y]) => ({ x, y: Math.round(y * 100) / 100 }));
}
/**
 * Lists the lines that make up a contribution: the revenue, the external laboratories and each cost,
 * of the practice or of one part.
 */
export const costLines: ReportBuilder = (k) => {
  const span = costSpan(k.a),
    asked = askedPart(k),
    part = asked && profitParts(k.a, asked.by).find(({ id }) => id === asked.id),
    isEmpty = span.from > span.to || (asked !== undefined && part === undefined),
    { revenue, laboratory, costs } = isEmpty
      ? { revenue: 0, laboratory: 0, costs: new Map<StoredCost, number>() }
      : linesOf(k, part);
  const opened = [...costs].find(([{ id }]) => id === k.extra['kosten']);
  if (opened) return periodsOfCost(k, ...opened);
  const centreOf = ({ centre, target }: StoredCost): string =>
      centre === 'PRAXIS' ? 'PRAXIS' : nameOf(k.a, CENTRE_LIST[centre], target),
    line = (id: string, more: Row): Row => ({
      id: null,
      art: id,
      name: null,
      stelle: null,
      je: null,
      gueltigAb: null,
      gueltigBis: null,
      teil: asked ? `${asked.by}:${asked.id}` : null,
      ...more,
    });
  const rows = isEmpty
    ? []
    : [
        line('UMSATZ', { imZeitraum: eur(revenue) }),
        line('FREMDLABOR', { imZeitraum: -eur(laboratory) }),
        ...[...costs]
          .filter(([, cents]) => cents !== 0)
          .map(([cost, cents]) =>
            line('KOSTEN', {
              id: cost.id,
              name: cost.name,
              stelle: centreOf(cost),
              je: cost.per,
              gueltigAb: cost.validFrom,
              gueltigBis: cost.validTo,
              imZeitraum: -eur(cents),
            }),
          ),
      ];
  return {
    kpis: asked ? [] : kpisOf(k, ...FIGURES),
    columns: [
      column('art', 'Art', 'wort'),
      column('name', 'Kosten', 'text'),
      column('stelle', 'Kostenstelle', 'wort'),
      column('je', 'Je', 'wort'),
      column('gueltigAb', 'Gilt ab', 'tag'),
      column('gueltigBis', 'Gilt bis', 'tag'),
      column('imZeitraum', 'Im Zeitraum', 'eur'),
    ],
    rows,
    series: [{ name: 'imZeitraum', punkte: pointsOf(rows) }],
    hints: hintsOf(k.a, asked !== undefined),
  };
};
