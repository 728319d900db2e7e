// Links of the overview's numbers: to the page with the same calculation, with the same days and
// filters. Pure.

import type {
  PracticeReport,
  PracticeReportFilter,
} from '../../../shared/analytics/reports/report.ts';
import type { Tile } from '../../../shared/analytics/reports/overview.ts';
import type { Drill } from '../../report-kit/DrillPanel.tsx';
import {
  addressOf,
  figureOf,
  readFilter,
  type FilterValues,
  type ListName,
  type ReadFilter,
} from '../../report-kit/use-report-filter.ts';

/** Returns the link of a tile to its report. */
export const tileWay = (
  { path }: Pick<Tile, 'path'>,
  filter: Pick<ReadFilter, 'filter' | 'period'>,
): string => `/berichte/${path}?${addressOf(filter)}`;
/** Returns the link of a practitioner's number to its rows in the report. */
export const cellWay = (address: string, column: string, id: string): string =>
  `/berichte/umsatz/behandler?${address}&zelle=${column}:${encodeURIComponent(id)}`;
/**
 * Returns the last twelve whole months by month, with practitioner and filters of the page's
 * address.
 */
export function yearOf(
  { von: _from, bis: _to, ...values }: FilterValues,
  today: string,
): ReadFilter {
  return readFilter({ ...values, zeit: 'zwoelf', gruppierung: 'MONAT' }, today, 'zwoelf');
}

/** Link of each task: the page with the same calculation, filtered to the counted rows. */
export const WAYS: Readonly<Record<string, (today: string) => string>> = {
  GENEHMIGT_OHNE_TERMIN: () => '/hkp?grund=ohne_termin',
  LAEUFT_AB: () => '/hkp?grund=laeuft_ab',
  BEI_PATIENT_14: () => '/hkp?grund=beim_patienten',
  RECALL_UEBERFAELLIG: () => '/recall?grund=ueberfaellig',
  NICHT_FAKTURIERT: () => '/berichte/leistungen/unabgerechnet?zeit=heute',
  RECHNUNG_UEBERFAELLIG: () => '/berichte/rechnungen/ueberfaellig?zeit=heute',
  PAPIERE: () => '/fehlend?tage=0',
  FRAGEBOGEN: () => '/zuordnen',
};

/** Each figure with the page that has its rows. */
export const PROPOSALS = [
  { key: 'offen', word: 'proposals.open', to: '/abrechnung' },
  { key: 'vorgemerkt', word: 'proposals.noted', to: '/abrechnung/nachtragen' },
  { key: 'umgesetzt', word: 'proposals.done', to: '/abrechnung/kennzahlen' },
] as const;

/**
 * Returns the query for proposals: the days, and the practitioner where exactly one is selected.
 * They support no other filter.
 */
export function proposalQuery({
  von,
  bis,
  behandler,
}: Pick<PracticeReportFilter, 'von' | 'bis' | 'behandler'>): string {
  const [only] = behandler;
  return new URLSearchParams({
    von,
    bis,
    ...(only !== undefined && behandler.length === 1 && { behandler: only }),
  }).toString();
}
/** Returns the link to a list or figure of the same proposals. */
export const proposalWay = (to: string, query: string): string => `${to}?zeit=frei&${query}`;

type Row = PracticeReport['zeilen'][number];
const LIST_OF: Partial<Record<string, ListName>> = {
  BEHANDLER: 'behandler',
  BEREICH: 'bereich',
  VERSICHERUNG: 'versicherung',
};

/**
 * Returns the link of a change: the same days, only this practitioner, area, insurance or weekday;
 * undefined where none is named.
 */
export function drillOf(row: Row, filter: PracticeReportFilter, label: string): Drill | undefined {
  const { id, art } = row,
    figure = figureOf('umsatz', filter);
  if (typeof id !== 'string' || typeof art !== 'string') return undefined;
  const list = LIST_OF[art];
  if (list !== undefined) return { figure, filter: { ...filter, [list]: [id] }, label };
  return art === 'WOCHENTAG' ? { figure, filter, label, wochentag: id } : undefined;
}
