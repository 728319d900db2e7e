/** Report of billing stamps next to each other: the sites of one owner, as far as data name them. */
import { UNASSIGNED } from '../../../../shared/analytics/reports/filter-kinds.ts';
import { memoise } from '../../metrics/row-index.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { LIVE } from '../../snapshot/tables/column-table.ts';
import { buildSelection, withPeriod, type Selection } from '../../snapshot/selection.ts';
import {
  column,
  eur,
  figureColumn,
  figureValue,
  idOfRow,
  kpisOf,
  ratioOf,
  type ReportBuilder,
} from '../report-kind.ts';
import { barChart, moneyFigure } from '../report-charts.ts';
import { sumsBy, totalOf } from './revenue-sums.ts';

/** Key figures of each stamp. */
const FIGURES = ['stundensatz', 'auslastungErbracht', 'neupatienten', 'offenePosten'] as const;

/** Returns the same selection for one stamp only. */
const narrowToStamp = (a: Selection, id: string): Selection =>
  withPeriod(
    { ...a, ...buildSelection(a.snapshot, { ...a.filter, stempel: [id] }, a.targets) },
    a.from,
    a.to,
  );

/** Returns the stamp of each service, -1 for one that was not delivered. */
const knownStamps = (snapshot: Snapshot): Int32Array =>
  memoise(snapshot, 'gelieferte Stempel', () => {
    const { rowState, count } = snapshot.rawRows.tables.stempel,
      states = rowState.subarray(0, count),
      { stempel } = snapshot.services;
    return !states.includes(LIVE) || states.every((state) => state === LIVE)
      ? stempel
      : stempel.map((at) => (at >= 0 && rowState[at] === LIVE ? at : -1));
  });
/**
 * Reports revenue and key figures by billing stamp. Services without a known stamp have a row of
 * their own, so that revenue adds up.
 */
export const stampRevenue: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    table = snapshot.rawRows.tables.stempel,
    all = totalOf(k.a);
  const rows = [...sumsBy(k.a, knownStamps(snapshot))]
    .map(([at, sum]) => {
      const id = idOfRow(snapshot, 'stempel', at) ?? UNASSIGNED,
        own = narrowToStamp(k.a, id),
        name = at >= 0 && table.rowState[at] === LIVE ? table.text('name', at) : '';
      return {
        id,
        stempel: name === '' ? (at < 0 ? '–' : id) : name,
        umsatz: eur(sum.umsatz),
        honorar: eur(sum.honorar),
        anteil: ratioOf(sum.umsatz, all.umsatz),
        ...Object.fromEntries(FIGURES.map((key) => [key, figureValue(key, own)])),
      };
    })
    .sort((x, y) => y.umsatz - x.umsatz || x.stempel.localeCompare(y.stempel, 'de'));
  return {
    kpis: kpisOf(k, 'umsatz', 'honorarumsatz', ...FIGURES),
    columns: [
      column('stempel', 'Abrechnungsstempel', 'text'),
      column('umsatz', 'Umsatz', 'eur'),
      column('honorar', 'Honorar', 'eur'),
      column('anteil', 'Anteil', 'anteil'),
      ...FIGURES.map((key) => figureColumn(key)),
    ],
    rows,
    series: [barChart(moneyFigure(k), rows, 'stempel', moneyFigure(k))],
    hints: ['stempelStattStandort'],
  };
};
