// Layout of a printed report: its question, its filter, the age of its data, its key figures and
// its table, all in German.

import {
  formatCell,
  formatDay,
  formatDelta,
  shownDelta,
  isNumeric,
  NOTHING,
  columnIn,
  PAPER_ROWS,
} from '../../../../shared/analytics/reports/report-format.ts';
import WORDS from '../../../../shared/analytics/reports/report-words.de.json' with { type: 'json' };
import type {
  PracticeReport,
  PracticeReportFilter,
  KpiValue,
  Column,
  CellValue,
} from '../../../../shared/analytics/reports/report.ts';
import {
  FILTER_LISTS,
  type FilterKind,
} from '../../../../shared/analytics/reports/filter-kinds.ts';
import { UNASSIGNED } from '../../../../shared/analytics/reports/filter-kinds.ts';
import { germanMoment } from '../../../../shared/base/dates.ts';
import { isFigure, figureOfKey } from '../../../../shared/analytics/reports/figures.ts';
import type { Report } from '../../../paper/pdf/report.ts';

/** Above this number of columns the sheet is in landscape. */
const MAX_PORTRAIT_COLUMNS = 6;

const texts: Readonly<Record<string, string>> = WORDS;
export const term = (given: string): string =>
  (isFigure(given) ? figureOfKey(given).name : undefined) ??
  texts[`wort.${given}`] ??
  texts[`bereich.${given}`] ??
  given;
export const questionOf = (path: string): string => texts[`frage.${path}`] ?? path;
const cellText = (value: CellValue | undefined, { typ, key }: Column): string =>
  formatCell(value, typ, 'de', (given) => texts[`wort.${key}.${given}`] ?? term(given));

const FILTER_LABELS: Readonly<Record<FilterKind, string>> = {
  behandler: 'Behandler',
  zimmer: 'Zimmer',
  teams: 'Team',
  stempel: 'Stempel',
  versicherung: 'Versicherung',
  bereich: 'Bereich',
  terminart: 'Terminart',
  termingruppe: 'Termingruppe',
  wochentag: 'Wochentag',
};
const BASIS: Readonly<Record<PracticeReportFilter['basis'], string>> = {
  leistung: 'Tag der Behandlung',
  rechnung: 'Tag der Rechnung',
  zahlung: 'Tag der Zahlung',
};
const COMPARISON_LABELS: Readonly<Record<PracticeReportFilter['vergleich'], string>> = {
  VORJAHR: 'Vergleich mit dem Vorjahr',
  VORPERIODE: 'Vergleich mit dem Zeitraum davor',
  KEIN: 'ohne Vergleich',
};

/**
 * Describes the filter in words.
 * @param nameOf name of an id of a list; the id where it has none
 */
function filterWords(
  filter: PracticeReportFilter,
  nameOf: (list: string, id: string) => string,
): string[] {
  return [
    ...FILTER_LISTS.flatMap((list) =>
      filter[list].length === 0
        ? []
        : [
            `${FILTER_LABELS[list]}: ${filter[list].map((id) => (id === UNASSIGNED ? 'ohne Zuordnung' : nameOf(list, id))).join(', ')}`,
          ],
    ),
    `Gezählt nach dem ${BASIS[filter.basis]}`,
    COMPARISON_LABELS[filter.vergleich],
  ];
}
/** Names the part of the other span that the delivered data cover. */
function coverageWords(coverage: KpiValue['vergleichDeckung']): string {
  if (coverage === undefined) return 'Daten erst';
  const { teil, ganz, einheit } = coverage;
  return `Daten für ${teil} von ${ganz} ${einheit === 'tage' ? 'Tagen' : 'Monaten'},`;
}
function formatKpi({
  key,
  wert: value,
  vergleich: comparison,
  delta,
  ziel: target,
  vollstaendigAb,
  vergleichAb,
  vergleichDeckung,
  vergleichUnbekannt,
  standAm,
  ohneFilter = [],
  zielAnteilig,
  ohneTag,
  bekanntAb,
  bezug = [],
}: KpiValue): string {
  const k = isFigure(key) ? figureOfKey(key) : undefined,
    say = (value: number | null): string => formatCell(value, k?.einheit ?? 'zahl', 'de', term);
  const change =
    delta !== null && shownDelta(delta, k?.einheit ?? 'zahl') === 0
      ? 'unverändert'
      : formatDelta(delta, 'de', k?.einheit);
  return [
    `${k?.name ?? term(key)}: ${say(value)}`,
    ...(standAm === undefined ? [] : [`Stand ${formatDay(standAm, 'de')}`]),
    ...(ohneTag === undefined || bekanntAb === undefined
      ? []
      : [`nicht bekannt: ${ohneTag} ohne Tag; bekannt ab ${formatDay(bekanntAb, 'de')}`]),
    ...(comparison === null
      ? []
      : [`vorher ${say(comparison)}${change === '' ? '' : ` (${change})`}`]),
    ...(target === null ? [] : [`Ziel ${zielAnteilig === true ? 'anteilig ' : ''}${say(target)}`]),
    ...bezug.map((line) => `${term(line.name)}: ${say(line.wert)}`),
    ...(ohneFilter.length === 0
      ? []
      : [`folgt nicht dem Filter ${ohneFilter.map((kind) => FILTER_LABELS[kind]).join(', ')}`]),
    ...(vollstaendigAb === undefined
      ? []
      : [`erst am ${formatDay(vollstaendigAb, 'de')} vollständig`]),
    ...(vergleichUnbekannt ? ['ohne Vergleich, Stand damals nicht bekannt'] : []),
    ...(vergleichAb === undefined
      ? []
      : [`ohne Vergleich, ${coverageWords(vergleichDeckung)} ab ${formatDay(vergleichAb, 'de')}`]),
  ].join(' · ');
}

interface SheetHeader {
  title: string;
  practice: Report['praxis'];
  now: number;
  nameOf: (list: string, id: string) => string;
  /** Additional text above the table. */
  words?: readonly string[];
}
/** Renders a report as PDF. @param nameOf names of the chosen filter values */
export function printReport(
  {
    meta,
    kpis,
    spalten: columns,
    zeilen: rows,
  }: Pick<PracticeReport, 'meta' | 'kpis' | 'spalten' | 'zeilen'>,
  { title, practice: praxis, now, nameOf, words = [] }: SheetHeader,
): Report {
  const { filter, gesamt } = meta,
    rowCount = gesamt?.anzahl ?? rows.length,
    shown = columns.filter(
      (one) => one.typ !== 'patient' || !columns.some(({ key }) => key === 'name'),
    );
  return {
    title,
    praxis,
    createdAt: now,
    isWide: shown.length > MAX_PORTRAIT_COLUMNS,
    facts: [
      {
        label: 'Zeitraum',
        value:
          filter.von === filter.bis
            ? formatDay(filter.von, 'de')
            : `${formatDay(filter.von, 'de')} – ${formatDay(filter.bis, 'de')}`,
      },
      {
        label: 'Stand der Daten',
        value: meta.stand === null ? 'noch keine' : `${germanMoment(meta.stand)} Uhr`,
      },
      {
        label: 'Daten bis',
        value: meta.datenBis === null ? NOTHING : formatDay(meta.datenBis, 'de'),
      },
      { label: 'Quelle', value: meta.quelle === '' ? NOTHING : meta.quelle, wide: true },
    ],
    words: [
      ...(rowCount > PAPER_ROWS
        ? [
            `Auf Papier stehen die ersten ${PAPER_ROWS} von ${rowCount} Zeilen. Alle enthält die CSV- oder Excel-Datei.`,
          ]
        : []),
      [
        ...filterWords(filter, nameOf),
        ...(meta.verglichenMit
          ? [
              `verglichen mit ${formatDay(meta.verglichenMit.von, 'de')} – ${formatDay(meta.verglichenMit.bis, 'de')}`,
            ]
          : []),
      ].join(' · '),
      ...kpis.map(formatKpi),
      ...meta.hinweise.flatMap((hint) =>
        hint === 'gekuerzt' ? [] : (texts[`hinweis.${hint}`] ?? []),
      ),
      ...words,
    ],
    columns: shown.map((one) => ({
      name: one.titel,
      wide: one.typ === 'text' && one.key === 'text',
      isNumber: isNumeric(one.typ),
    })),
    rows: rows
      .slice(0, PAPER_ROWS)
      .map((row) => shown.map((one) => cellText(row[one.key], columnIn(row, one)))),
    empty: 'In diesem Zeitraum gibt es hierzu keine Daten.',
  };
}
