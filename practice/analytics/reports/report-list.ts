// All reports that have a page: position in the list, chart, initial sorting, additive columns.

import type { ReportPath } from '../../../shared/analytics/reports/report-pages.ts';
import type { ColumnType } from '../../../shared/analytics/reports/report.ts';
import type { ChartKind } from '../../charts/chart-base.ts';
import type { Without } from '../../report-kit/FilterBar.tsx';
import type { Period } from '../../report-kit/periods.ts';
import type { ListName } from '../../report-kit/use-report-filter.ts';
import { CELLS, OWN_FIGURES, type Cells } from './cells/cell-sources.ts';

/** Parameters of reports in addition to the filter. */
export const ASKED = [
  'gruppe',
  'messwert',
  'pruefung',
  'bericht',
  'position',
  'teil',
  'kosten',
] as const;

export interface ReportView {
  /** Path below /api and below /berichte; its question is the text `query.<path>`. */
  readonly path: ReportPath;
  readonly chart: ChartKind;
  /** Unit of the chart's values. */
  readonly typ: ColumnType;
  readonly sort?: { key: string; isDown: boolean };
  /** Columns that are additive: amounts and counts of rows that do not overlap. */
  readonly sums: readonly string[];
  /** Default period. */
  readonly first: Period;
  /**
   * Key figure whose rows a table row opens; only where the first column alone identifies what the
   * row counted, and the row or its bar shows that figure.
   */
  readonly figure?: string;
  /** Names of the series that its chart draws, where the report has more; all of one unit. */
  readonly draws?: readonly string[];
  /** Column whose unit the chart's values have, where it depends on the query. */
  readonly unitOf?: string;
  /** Lists what is wrong: without rows nothing is. */
  readonly isCheck?: true;
  /** Parts of the filter that would change nothing. */
  readonly without?: Without;
  /** Query parameters in addition to the filter. */
  readonly asks?: readonly (typeof ASKED)[number][];
  /**
   * Report that a row opens, and the parameter that carries the row's id; `isPeriod`: for the period
   * of the row.
   */
  readonly opens?: {
    readonly path: string;
    readonly parameter: string;
    readonly isPeriod?: boolean;
  };
  readonly cells?: Cells;
  /** Filters that its numbers do not follow, as those of other practices could not. */
  readonly ignores?: readonly ListName[];
  /** Its periods do not depend on the chosen days. */
  readonly isOwnSpan?: true;
  /** Key figures by the word of a row's first column, where each row is another figure. */
  readonly figures?: Readonly<Record<string, string>>;
}
const view = (
  path: ReportPath,
  chart: ChartKind,
  kind: ColumnType,
  more: Partial<ReportView> = {},
): ReportView => ({
  path,
  chart,
  typ: kind,
  sums: [],
  first: 'jahr',
  ...(CELLS[path] && { cells: CELLS[path] }),
  ...more,
});
const eur = (path: ReportPath, chart: ChartKind, more: Partial<ReportView> = {}): ReportView =>
  view(path, chart, 'eur', { sums: ['honorar', 'umsatz'], ...more });
/** Both spans of a change, and its causes. */
const CHANGE_SUMS = ['vorher', 'jetzt', 'differenz', 'kalender', 'menge', 'mix', 'preis'];
/** The services of a position. */
const SERVICES_OF = { path: 'leistungen', parameter: 'position' } as const;
/** Filters by people and rooms do not apply to other practices. */
const OTHERS: readonly ListName[] = ['behandler', 'zimmer', 'teams', 'stempel', 'terminart'];
const down = (key: string) => ({ sort: { key, isDown: true } });

/** In the order in which they are listed. */
export const REPORTS: readonly ReportView[] = [
  eur('umsatz/zeitreihe', 'line', {
    first: 'zwoelf',
    sums: ['honorar', 'material', 'labor', 'umsatz', 'vorjahr', 'ziel'],
    figure: 'umsatz',
  }),
  eur('umsatz/behandler', 'rows', {
    ...down('umsatz'),
    sums: ['honorar', 'umsatz', 'stunden'],
    figure: 'umsatz',
  }),
  eur('umsatz/zimmer', 'rows', {
    ...down('umsatz'),
    sums: ['umsatz', 'stunden'],
    figure: 'umsatz',
  }),
  eur('umsatz/stempel', 'rows', {
    ...down('umsatz'),
    sums: ['umsatz', 'honorar'],
    figure: 'umsatz',
  }),
  eur('umsatz/bereiche', 'stacked', { ...down('umsatz'), figure: 'umsatz' }),
  eur('umsatz/kostentraeger', 'donut', { ...down('umsatz'), figure: 'umsatz' }),
  eur('umsatz/leistungen', 'bar', { ...down('honorar'), figure: 'umsatz' }),
  view('umsatz/patienten', 'bar', 'anteil', {
    draws: ['zehntel', 'kumuliert'],
    sums: ['umsatz'],
    figure: 'umsatz',
  }),
  eur('umsatz/labor', 'stacked', { first: 'zwoelf', sums: ['eigenlabor', 'fremdlabor'] }),
  eur('umsatz/wochentag', 'heat', { figure: 'umsatz' }),
  eur('umsatz/soll-ist', 'rows', {
    first: 'monat',
    sums: ['ziel', 'ist', 'hochrechnung'],
    figure: 'umsatz',
  }),
  eur('dashboard/aenderungen', 'rows', { first: 'monat', sums: [], figure: 'umsatz' }),
  eur('umsatz/ursachen', 'bar', {
    first: 'monat',
    sums: CHANGE_SUMS,
    opens: { path: 'umsatz/ursachen/positionen', parameter: 'behandler' },
  }),
  eur('umsatz/ursachen/positionen', 'bar', {
    first: 'monat',
    sums: CHANGE_SUMS,
    opens: SERVICES_OF,
  }),
  eur('umsatz/prognose', 'line', { sums: [], without: ['zeit', 'vergleich'], isOwnSpan: true }),
  eur('umsatz/zahlungseingang', 'stacked', {
    first: 'zwoelf',
    sums: ['privat', 'kzv', 'factoring', 'gesamt'],
  }),
  ...(['behandler', 'zimmer', 'bereiche'] as const).map((by) =>
    eur(`gewinn/${by}`, 'bar', {
      sums: ['umsatz', 'fremdlabor', 'kostenFest', 'kostenStunde', 'deckungsbeitrag'],
      opens: { path: 'gewinn/kosten', parameter: 'teil' },
    }),
  ),
  eur('gewinn/schwelle', 'line', {
    sums: ['umsatz', 'fremdlabor', 'kostenFest', 'kostenStunde'],
    opens: { path: 'gewinn/kosten', parameter: 'teil', isPeriod: true },
  }),
  eur('gewinn/kosten', 'rows', {
    sums: ['imZeitraum'],
    asks: ['teil', 'kosten'],
    opens: { path: 'gewinn/kosten', parameter: 'kosten' },
    figures: { UMSATZ: 'umsatz', FREMDLABOR: 'fremdlabor' },
  }),
  eur('extended/behandlerleistung', 'rows', {
    ...down('honorarProStunde'),
    sums: ['stunden', 'honorar', 'umsatz', 'termine'],
    figure: 'honorarumsatz',
  }),
  eur('extended/leistungsmix', 'treemap', {
    ...down('honorar'),
    sums: ['honorar', 'vorjahr'],
    figure: 'honorarumsatz',
  }),
  view('extended/verfuegbarkeit', 'rows', 'stunden', {
    sums: ['verfuegbar', 'vergeben', 'wahrgenommen', 'honorar'],
    figure: 'auslastungErbracht',
  }),
  eur('extended/stundensatz', 'heat', { sums: ['minuten'] }),
  view('extended/faktoren', 'bar', 'zahl', {
    ...down('anzahl'),
    sums: ['anzahl', 'potenzialBis35'],
    figure: 'mittlererFaktor',
  }),
  view('extended/mehrkosten', 'rows', 'anteil', {
    sums: ['moeglich', 'vereinbart', 'erloes', 'offenesPotenzial'],
    figures: {},
  }),
  view('extended/zimmerauslastung', 'rows', 'minuten', {
    sums: ['offeneMin', 'belegteMin'],
    figure: 'stuhlauslastung',
  }),
  view('extended/terminausfall', 'line', 'anteil', {
    ...down('ausfallkosten'),
    first: 'zwoelf',
    sums: ['termine', 'absagen', 'kurzfristig', 'noShow', 'ausfallkosten'],
    figure: 'ausfallquote',
  }),
  view('extended/neupatienten', 'stacked', 'zahl', {
    first: 'zwoelf',
    sums: ['neu', 'umsatz180', 'zweitbesuch'],
  }),
  view('extended/patientenbindung', 'heat', 'anteil', {
    first: 'dreijahre',
    sums: ['start', 'verloren', 'reaktiviert'],
  }),
  eur('extended/patientenwert', 'line', {
    first: 'dreijahre',
    sums: ['start'],
    figure: 'neupatienten',
  }),
  view('extended/prophylaxe', 'rows', 'zahl', {
    sums: ['pzr', 'upt', 'ip', 'stunden'],
    figure: 'pzrQuote',
  }),
  view('extended/parpipeline', 'steps', 'zahl', { first: 'zwoelf' }),
  eur('extended/hkptrichter', 'rows', {
    sums: ['anzahl', 'gesamt', 'festzuschuss', 'eigenanteil'],
  }),
  view('extended/annahme', 'rows', 'anteil', {
    sums: ['plaene', 'gesamt'],
    figure: 'hkpAnnahmeWert',
  }),
  eur('extended/ohnetermin', 'bar', {
    ...down('gesamt'),
    first: 'heute',
    sums: ['plaene', 'gesamt', 'entschieden'],
    figure: 'ohneTermin',
  }),
  eur('extended/rechnungslauf', 'stacked', { first: 'zwoelf', sums: [], figure: 'offenePosten' }),
  eur('praxiskpi', 'bar', {
    first: 'monat',
    draws: ['umsatz'],
    sums: [],
    figures: OWN_FIGURES,
  }),
  view('praxiskpi/patienten', 'line', 'anteil', { first: 'zwoelf' }),
  view('praxiskpi/team', 'bar', 'eur', {
    first: 'zwoelf',
    draws: ['umsatzJeMitarbeiter'],
    figure: 'umsatzJeMitarbeiter',
  }),
  view('praxiskpi/vorschlaege', 'line', 'anteil', {
    first: 'zwoelf',
    figure: 'vorschlagRealisiert',
  }),
  eur('praxiskpi/geldweg', 'rowsStacked', {
    first: 'zwoelf',
    sums: ['geldGefunden', 'geldEingetragen', 'geldBerechnet', 'geldBezahlt'],
    without: ['vergleich'],
  }),
  view('terminqualitaet', 'bar', 'zahl', { first: 'monat', figures: {} }),
  view('terminqualitaet/verlauf', 'line', 'anteil', {
    first: 'zwoelf',
    draws: ['onlineAnteil', 'dauertreue', 'dokumentationsluecke'],
  }),
  view('terminqualitaet/schwach', 'bar', 'minuten', { first: 'monat', sums: ['dauer', 'leer'] }),
  eur('leistungen', 'bar', {
    first: 'woche',
    sums: ['honorar', 'betrag'],
    asks: ['position'],
  }),
  eur('leistungen/unabgerechnet', 'bar', { sums: ['honorar', 'betrag'] }),
  view('leistungen/statistik', 'bar', 'zahl', {
    ...down('anzahl'),
    first: 'quartal',
    sums: ['honorar'],
  }),
  view('leistungen/auffaellig', 'bar', 'zahl', {
    first: 'quartal',
    isCheck: true,
    without: ['vergleich'],
    opens: SERVICES_OF,
  }),
  eur('leistungen/gebuehren', 'bar', {
    sums: ['darunter', 'fehlbetrag'],
    isCheck: true,
    without: ['vergleich'],
    opens: SERVICES_OF,
  }),
  eur('leistungen/geplant', 'bar', {
    first: 'zwoelf',
    sums: ['wert'],
    isCheck: true,
    without: ['vergleich'],
  }),
  eur('leistungen/labor', 'bar', {
    first: 'quartal',
    sums: ['honorar', 'ueblich'],
    isCheck: true,
    without: ['vergleich'],
  }),
  eur('rechnungen', 'bar', { first: 'monat', sums: ['betrag', 'offen'] }),
  view('benchmark', 'bar', 'zahl', {
    asks: ['gruppe'],
    ignores: OTHERS,
    figures: OWN_FIGURES,
  }),
  view('benchmark/leistungen', 'bar', 'zahl', { asks: ['gruppe'], opens: SERVICES_OF }),
  view('benchmark/behandler', 'bar', 'zahl', { asks: ['gruppe'], ignores: OTHERS }),
  view('benchmark/zeit', 'line', 'zahl', {
    first: 'zwoelf',
    unitOf: 'eigen',
    asks: ['gruppe', 'messwert'],
    ignores: OTHERS,
  }),
  view('benchmark/kzv', 'rows', 'zahl', { first: 'vorquartal', opens: SERVICES_OF }),
  view('datenqualitaet', 'rows', 'zahl', {
    first: 'jahr',
    opens: { path: 'datenqualitaet/zeilen', parameter: 'pruefung' },
    asks: ['bericht', 'messwert'],
  }),
  view('datenqualitaet/kennzahlen', 'rows', 'anteil', {
    first: 'jahr',
    opens: { path: 'datenqualitaet', parameter: 'messwert' },
  }),
  view('datenqualitaet/zeilen', 'rows', 'zahl', { first: 'jahr', asks: ['pruefung'] }),
  eur('rechnungen/offen', 'rows', { sums: ['betrag', 'offen'] }),
  eur('rechnungen/ueberfaellig', 'rows', { first: 'heute', sums: ['betrag', 'offen'] }),
];
/** Returns the position of a report in the list. */
export const groupOf = (path: string): string => {
  const [first = ''] = path.split('/');
  return (
    {
      dashboard: 'praxis',
      praxiskpi: 'praxis',
      terminqualitaet: 'praxis',
      datenqualitaet: 'praxis',
      leistungen: 'abrechnung',
      rechnungen: 'abrechnung',
    }[first] ?? first
  );
};
export const reportAt = (path: string): ReportView | undefined =>
  REPORTS.find((one) => one.path === path);
