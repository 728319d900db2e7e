// A printed work list: its filter, the age of its data, and its lines, all in German.

import type {
  WorklistKind,
  WorklistSort,
  ListReport,
} from '../../../shared/analytics/reports/worklist.schema.ts';
import { listWord } from '../../../shared/analytics/reports/worklist.ts';
import WORDS from '../../../shared/analytics/reports/worklist-words.de.json' with { type: 'json' };
import { formatCell, isNumeric, NOTHING } from '../../../shared/analytics/reports/report-format.ts';
import type { Column, CellValue } from '../../../shared/analytics/reports/report.ts';
import { germanMoment } from '../../../shared/base/dates.ts';
import type { Report } from '../../paper/pdf/report.ts';
import type { Look } from '../../platform/work.ts';
import type { HkpLinks } from './links.ts';
import { labelsOf } from './store.ts';

const TITLES: Readonly<Record<WorklistKind, string>> = {
  hkp: 'Heil- und Kostenpläne: was ansteht',
  par: 'PAR-Fälle: was ansteht',
  recall: 'Recall: wer dran ist',
};
const texts: Readonly<Record<string, string>> = WORDS;

/** Renders a list as PDF. @param query the requested filter of the list */
export async function printList(
  look: Look,
  links: HkpLinks,
  kind: WorklistKind,
  { meta, spalten: columns, zeilen: rows, kpis }: ListReport,
  query: {
    readonly grund: readonly string[];
    readonly ab: number;
    readonly label?: string | undefined;
    readonly wer?: string | undefined;
    readonly q?: string | undefined;
    readonly sort?: WorklistSort | undefined;
  },
): Promise<Uint8Array> {
  const word = (column: string, given: string): string =>
      texts[listWord(kind, column, given) ?? ''] ?? given,
    people = await links.people(look),
    labels = new Map((await labelsOf(look)).map((one) => [one.id, one.name])),
    all = kpis.find((one) => one.key === 'treffer')?.wert ?? rows.length;
  const cell = (row: Readonly<Record<string, CellValue>>, { key, typ }: Column): string => {
    const value = row[key];
    if (key === 'wer') return typeof value === 'string' ? (people.get(value) ?? '') : '';
    if (key === 'labels')
      return typeof value === 'string'
        ? value
            .split('|')
            .flatMap((id) => labels.get(id) ?? [])
            .join(', ')
        : '';
    // A line with two reasons is printed with both.
    if (key === 'grund')
      return [value, ...(typeof row['auch'] === 'string' ? row['auch'].split('|') : [])]
        .flatMap((one) => (typeof one === 'string' && one !== '' ? word(key, one) : []))
        .join(', ');
    if (key === 'notizen') return value === 0 ? '' : String(value ?? '');
    if (key === 'schritt' && row['istErledigt'] === true && typeof value === 'string')
      return `${value} (erledigt)`;
    // An empty cell stays empty: a dash in every second cell is harder to read.
    return value === null || value === undefined || value === ''
      ? ''
      : formatCell(value, typ, 'de', (given) => word(key, given));
  };
  // An empty column takes space from the others.
  const shown = columns.filter(
    (one) => rows.length === 0 || rows.some((row) => cell(row, one) !== ''),
  );
  const narrowed = [
    ...query.grund.map((one) => word('grund', one)),
    ...(query.label === undefined ? [] : [`Label: ${labels.get(query.label) ?? NOTHING}`]),
    ...(query.wer === undefined ? [] : [`Wer: ${people.get(query.wer) ?? NOTHING}`]),
    ...(query.q === undefined || query.q === '' ? [] : [`Gesucht: ${query.q}`]),
  ];
  const report: Report = {
    title: TITLES[kind],
    isWide: true,
    praxis: await links.praxis(look),
    createdAt: look.now,
    facts: [
      {
        label: 'Zeilen',
        value:
          all === rows.length
            ? String(all)
            : query.ab === 0
              ? `die ersten ${rows.length} von ${all}`
              : `${query.ab + 1} bis ${query.ab + rows.length} von ${all}`,
      },
      {
        label: 'Stand der Daten',
        value: meta.stand === null ? 'noch keine' : `${germanMoment(meta.stand)} Uhr`,
      },
      ...(query.sort === undefined
        ? [{ label: 'Reihenfolge', value: 'nächste Frist zuerst' }]
        : []),
      { label: 'Quelle', value: meta.quelle === '' ? NOTHING : meta.quelle, wide: true },
    ],
    words: narrowed.length === 0 ? [] : [narrowed.join(' · ')],
    columns: shown.map((one) => ({ name: one.titel, isNumber: isNumeric(one.typ) })),
    rows: rows.map((row) => shown.map((one) => cell(row, one))),
    empty: 'Hierzu gibt es keine Zeile.',
  };
  return links.renderer.renderReport(report);
}
