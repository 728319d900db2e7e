/** Reports of what the practice's costs leave of its revenue, and from when on they are paid. */
import type { ChartSeries } from '../../../../shared/analytics/reports/report.ts';
import {
  centsOfCost,
  costGap,
  costsOf,
  costSpan,
  fixedCostsOf,
} from '../../metrics/profit/costs.ts';
import { withPeriod, type Selection } from '../../snapshot/selection.ts';
import { dayText, periodsBetween } from '../../snapshot/calendar.ts';
import type { StoredCost } from '../../snapshot/store.ts';
import {
  column,
  eur,
  figureColumn,
  kpisOf,
  ratioOf,
  type ReportBuilder,
  type ReportContext,
  type Row,
} from '../report-kind.ts';
import { barChart } from '../report-charts.ts';
import { totalOf } from '../revenue/revenue-sums.ts';
import { CENTRE_LIST, nameOf, profitParts, type By, type ProfitPart } from './profit-parts.ts';

const FIGURES = ['umsatz', 'fremdlabor', 'praxiskosten', 'deckungsbeitrag', 'gewinnschwelle'];
/** Returns why numbers are missing, and how the costs were shared. */
function hintsOf(a: Selection, shared: boolean): string[] {
  const gap = (a.costs ?? []).length === 0 ? 'keine' : costGap(a);
  return [
    ...(gap === 'keine' ? ['kostenKeine'] : []),
    ...(gap === 'tage' ? ['kostenFehlen'] : []),
    ...(gap === 'stunden' ? ['kostenOhneStunden'] : []),
    ...(gap === undefined && shared ? ['kostenVerteilt'] : []),
    ...(a.to > costSpan(a).to ? ['kostenBisHeute'] : []),
  ];
}
const sumOf = (part: ProfitPart, per: StoredCost['per']): number | null =>
  part.costs &&
  [...part.costs].reduce((sum, [cost, cents]) => (cost.per === per ? sum + cents : sum), 0);
const eurOrNull = (cents: number | null): number | null => (cents === null ? null : eur(cents));

const TITLES = { behandler: 'Behandler', zimmer: 'Zimmer', bereich: 'Bereich' } as const;
/** Reports revenue, costs and contribution by practitioner, room or area. */
const profitBy =
  (by: By): ReportBuilder =>
  (k) => {
    const rows = profitParts(k.a, by).map((part) => {
      const fixed = sumOf(part, 'MONAT'),
        hourly = sumOf(part, 'STUNDE'),
        left =
          fixed === null || hourly === null
            ? null
            : part.revenue - part.laboratory - fixed - hourly;
      return {
        id: `${by}:${part.id}`,
        [by]: part.name,
        umsatz: eur(part.revenue),
        fremdlabor: eur(part.laboratory),
        kostenFest: eurOrNull(fixed),
        kostenStunde: eurOrNull(hourly),
        deckungsbeitrag: eurOrNull(left),
        anteil: left === null ? null : ratioOf(left, part.revenue),
      };
    });
    return {
      kpis: kpisOf(k, ...FIGURES),
      columns: [
        column(by, TITLES[by], by === 'bereich' ? 'wort' : 'text'),
        figureColumn('umsatz'),
        figureColumn('fremdlabor'),
        column('kostenFest', 'Monatliche Kosten', 'eur'),
        column('kostenStunde', 'Kosten je Stunde', 'eur'),
        figureColumn('deckungsbeitrag'),
        column('anteil', 'Anteil am Umsatz', 'anteil'),
      ],
      rows,
      series: [barChart('deckungsbeitrag', rows, by, 'deckungsbeitrag')],
      hints: hintsOf(k.a, true),
    };
  };

/** Parses the asked part of a list of costs, e.g. `behandler:b1`. */
function askedPart({ extra }: ReportContext): { by: By; id: string } | undefined {
  const found = /^(behandler|zimmer|bereich):(.+)$/.exec(extra['teil'] ?? '');
  return found ? { by: found[1] as By, id: found[2]! } : undefined;
}
/**
 * Lists the lines that make up a contribution: the revenue, the external laboratories and each cost,
 * of the practice or of one part.
 */
const costLines: ReportBuilder = (k) => {
  const span = costSpan(k.a),
    asked = askedPart(k),
    part = asked && profitParts(k.a, asked.by).find(({ id }) => id === asked.id),
    isEmpty = span.from > span.to || (asked !== undefined && part === undefined);
  const whole = isEmpty ? undefined : totalOf(span),
    revenue = part ? part.revenue : Math.round(whole?.umsatz ?? 0),
    laboratory = part ? part.laboratory : Math.round(whole?.fremd ?? 0),
    costs = asked
      ? (part?.costs ?? new Map<StoredCost, number>())
      : new Map(
          costsOf(k.a) === undefined
            ? []
            : (k.a.costs ?? []).map((cost) => [cost, centsOfCost(span.snapshot, cost, span)]),
        );
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
    rows: isEmpty
      ? []
      : [
          line('UMSATZ', { imZeitraum: eur(revenue) }),
          line('FREMDLABOR', { imZeitraum: -eur(laboratory) }),
          ...[...costs]
            .filter(([, cents]) => cents !== 0)
            .map(([cost, cents]) =>
              line('KOSTEN', {
                name: cost.name,
                stelle: centreOf(cost),
                je: cost.per,
                gueltigAb: cost.validFrom,
                gueltigBis: cost.validTo,
                imZeitraum: -eur(cents),
              }),
            ),
        ],
    hints: hintsOf(k.a, asked !== undefined),
  };
};

/** Returns the first day on which the revenue has paid all costs of the span; null if none has. */
function breakEvenDay(a: Selection, fixed: number): number | null {
  const span = costSpan(a);
  let left = -fixed;
  for (let day = span.from; day <= span.to; day += 1) {
    const own = withPeriod(span, day, day),
      sum = totalOf(own);
    left += sum.umsatz - sum.fremd - (costsOf(own)?.hourly ?? 0);
    if (left >= 0) return day;
  }
  return null;
}
/**
 * Reports by period the revenue added up since the first day of the span next to all its monthly
 * costs and the costs so far, and the day from which the revenue is higher.
 */
const breakEven: ReportBuilder = (k) => {
  const { a } = k,
    fixed = fixedCostsOf(a),
    day = fixed === undefined ? null : breakEvenDay(a, fixed),
    until = costSpan(a).to;
  let revenueSum = 0,
    costSum = fixed ?? 0;
  const rows = periodsBetween(a.from, a.to, k.filter.gruppierung).map((p): Row => {
    const own = withPeriod(a, p.from, p.to),
      isAhead = p.from > until,
      sum = totalOf(costSpan(own)),
      revenue = isAhead ? null : Math.round(sum.umsatz),
      laboratory = isAhead ? null : Math.round(sum.fremd),
      hourly = isAhead ? null : (costsOf(own)?.hourly ?? null),
      ownFixed = fixedCostsOf(own) ?? null;
    revenueSum += revenue ?? 0;
    costSum += (laboratory ?? 0) + (hourly ?? 0);
    return {
      periode: p.name,
      umsatz: eurOrNull(revenue),
      fremdlabor: eurOrNull(laboratory),
      kostenFest: eurOrNull(ownFixed),
      kostenStunde: eurOrNull(hourly),
      umsatzKumuliert: isAhead ? null : eur(revenueSum),
      kostenKumuliert: isAhead || fixed === undefined ? null : eur(costSum),
      schwelle: day !== null && day >= p.from && day <= p.to ? dayText(day) : null,
    };
  });
  const drawn = (name: string): ChartSeries => ({
    name,
    punkte: rows.map((row) => ({
      x: String(row['periode']),
      y: row[name] as number | null,
    })),
  });
  return {
    kpis: kpisOf(k, ...FIGURES),
    columns: [
      column('periode', 'Zeitraum', 'periode'),
      figureColumn('umsatz'),
      figureColumn('fremdlabor'),
      column('kostenFest', 'Monatliche Kosten', 'eur'),
      column('kostenStunde', 'Kosten je Stunde', 'eur'),
      column('umsatzKumuliert', 'Umsatz bis dahin', 'eur'),
      column('kostenKumuliert', 'Kosten bis dahin', 'eur'),
      column('schwelle', 'Kosten gedeckt am', 'tag'),
    ],
    rows,
    series: ['umsatzKumuliert', 'kostenKumuliert'].map(drawn),
    hints: [
      ...hintsOf(a, false),
      ...(fixed !== undefined && day === null ? ['schwelleOffen'] : []),
      ...(fixed === undefined ? [] : ['schwelleErklaert']),
    ],
  };
};

export const profitReports: Readonly<Record<string, ReportBuilder>> = {
  'gewinn/behandler': profitBy('behandler'),
  'gewinn/zimmer': profitBy('zimmer'),
  'gewinn/bereiche': profitBy('bereich'),
  'gewinn/schwelle': breakEven,
  'gewinn/kosten': costLines,
};
