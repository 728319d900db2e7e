/** Published values of other practices next to the practice's own figures. */
import { describe, expect, it } from 'vitest';
import type { PracticeReportFilter } from '../../shared/analytics/reports/report.ts';
import { kpi } from '../../server/analytics/metrics/kpi.ts';
import { publishedLine, withPublished } from '../../server/analytics/reports/published-values.ts';
import { buildSelection } from '../../server/analytics/snapshot/selection.ts';
import { FILTER, leistung, patient, snapshotFrom, termin, type Row } from './few-rows.ts';
import { practiceReport } from './table-scan.ts';

const practiceIn = (kzv: string) =>
  snapshotFrom([
    ...(kzv === '' ? [] : [['params', 'kzv', { wert: kzv }] satisfies Row]),
    ['behandler', 'b1', { name: 'Eins' }],
    patient('p'),
    termin('t', 'p', '2026-03-02T08:00:00Z', 'WAHRGENOMMEN'),
    leistung('l', 'p', '2026-03-02', 30_000),
    leistung('f', 'p', '2026-03-02', 5000, {
      system: 'BEMA',
      nr: '13b',
      zahn: '16',
      kostentraeger: 'GKV',
    }),
  ]);
const MARCH = { von: '2026-03-01', bis: '2026-03-31' };
/** The published values of a figure, by name. */
function published(kzv: string, key: string, filter: Partial<PracticeReportFilter> = MARCH) {
  const snapshot = practiceIn(kzv),
    a = buildSelection(snapshot, { ...FILTER, ...filter }),
    practice = { snapshot, presets: { hvm: [], targets: [], rowGroups: new Map() } };
  const { kpis, hints } = withPublished([kpi(key, a)], a, practice),
    lines = (kpis[0]?.bezug ?? []).map(({ name, wert }) => [name, wert]);
  return { lines, hints, one: publishedLine(key, a, practice)?.name };
}

describe('published values', () => {
  it('are those of the part of the country that the KZV belongs to, with a hint on the source', () => {
    expect(published('by', 'stundensatz')).toEqual({
      lines: [['kzbvWest2019', 351]],
      hints: ['bezug.stundensatz'],
      one: 'kzbvWest2019',
    });
    expect(published('sn', 'stundensatz').lines).toEqual([['kzbvOst2019', 258]]);
    expect(published('sn', 'anteilGkv')).toMatchObject({
      lines: [
        ['kzbvOst2019', 0.618],
        ['destatis2021', 0.527],
      ],
      one: 'kzbvOst2019',
    });
  });
  it('are both where the KZV is unknown or covers both parts', () => {
    for (const kzv of ['', 'be']) {
      expect(published(kzv, 'stundensatz')).toMatchObject({
        lines: [
          ['kzbvWest2019', 351],
          ['kzbvOst2019', 258],
        ],
        one: undefined,
      });
      expect(published(kzv, 'anteilGkv').one).toBe('destatis2021');
    }
  });
  it('are absent under a filter, and a sum of a year for other spans', () => {
    expect(published('by', 'stundensatz', { ...MARCH, behandler: ['b1'] })).toEqual({
      lines: [],
      hints: [],
      one: undefined,
    });
    expect(published('by', 'umsatz').lines).toEqual([]);
    expect(published('by', 'umsatz', { von: '2025-04-01', bis: '2026-03-31' }).lines).toEqual([
      ['kzbvWest2019', 698_200],
      ['destatis2021', 791_000],
    ]);
    expect(published('by', 'auslastung').lines).toEqual([]);
  });
  it('stand in the table of positions, of figures, and as a line in the chart of a figure', async () => {
    const filter = { ...FILTER, ...MARCH },
      snapshot = practiceIn('by');
    const positions = await practiceReport(snapshot, 'leistungen/statistik', filter);
    expect(positions.rows.map((row) => [row['nr'], row['je100Faelle'], row['bezug']])).toEqual([
      ['13B', 100, 20.89],
      ['2060', 100, null],
    ]);
    const figures = await practiceReport(snapshot, 'benchmark', filter);
    expect(
      figures.rows
        .filter((row) => row['bezug'] !== null)
        .map((row) => [row['kennzahl'], row['bezug'], row['quelle']]),
    ).toEqual([
      ['stundensatz', 351, 'kzbvWest2019'],
      ['anteilGkv', 0.488, 'kzbvWest2019'],
      ['mittlererFaktor', 2.39, 'gozAnalyse2022'],
      ['fuellungenJe100', 52, 'kzbvWest2020'],
    ]);
    const rank = await practiceReport(snapshot, 'benchmark/zeit', filter);
    expect(rank.series?.map(({ name, punkte }) => [name, punkte.map(({ y }) => y)])).toEqual([
      // One hour is too little for a rank.
      ['eigen', [null]],
      ['median', [null]],
      ['kzbvWest2019', [351]],
    ]);
  });
});
