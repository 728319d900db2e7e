// Every report that has a page: where it stands, how it is drawn, how it is first sorted, which columns may be added up.

import type { SpaltenTyp } from '../../shared/bericht.ts';
import type { ChartKind } from '../charts/options.ts';
import type { Period } from '../auswertung/periods.ts';

export interface ReportView {
  /** Path below /api and below /berichte; its question is the text `frage.<path>`. */
  readonly path: string;
  readonly chart: ChartKind;
  /** What the chart's values are. */
  readonly typ: SpaltenTyp;
  readonly sort?: { key: string; isDown: boolean };
  /** Columns whose values may be added up: amounts and counts of rows that do not overlap. */
  readonly sums: readonly string[];
  /** The period that it opens with. */
  readonly first: Period;
  /** Key figure whose rows a row of the table opens. */
  readonly kennzahl?: string;
}
const eur = (path: string, chart: ChartKind, more: Partial<ReportView> = {}): ReportView => ({ path, chart, typ: 'eur', sums: ['honorar', 'umsatz'], first: 'jahr', ...more });
const down = (key: string) => ({ sort: { key, isDown: true } });

/** In the order in which they are listed. */
export const REPORTS: readonly ReportView[] = [
  eur('umsatz/zeitreihe', 'line', { first: 'zwoelf', sums: ['honorar', 'material', 'labor', 'umsatz', 'vorjahr', 'ziel'] }),
  eur('umsatz/behandler', 'rows', { ...down('umsatz'), sums: ['honorar', 'umsatz', 'stunden'] }),
  eur('umsatz/zimmer', 'rows', { ...down('umsatz'), sums: ['umsatz', 'stunden'] }),
  eur('umsatz/bereiche', 'stacked', down('umsatz')),
  eur('umsatz/kostentraeger', 'donut', down('umsatz')),
  eur('umsatz/leistungen', 'bar', down('honorar')),
  eur('umsatz/labor', 'stacked', { first: 'zwoelf', sums: ['eigenlabor', 'fremdlabor'] }),
  eur('umsatz/wochentag', 'heat'),
];
export const reportAt = (path: string): ReportView | undefined => REPORTS.find((one) => one.path === path);
