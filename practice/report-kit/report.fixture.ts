// Fixtures of reports for tests: one over time, one with thousands of rows.

import {
  UNFILTERED,
  type PracticeReport,
  type PracticeReportFilter,
  type KpiValue,
} from '../../shared/analytics/reports/report.ts';

export const filter: PracticeReportFilter = {
  von: '2025-12-01',
  bis: '2026-11-20',
  vergleich: 'VORJAHR',
  ...UNFILTERED,
  basis: 'leistung',
  gruppierung: 'MONAT',
  kennzahl: 'umsatz',
};
export const kpi = (
  key: string,
  value: number | null,
  comparison: number | null = null,
  more: Partial<KpiValue> = {},
): KpiValue => ({
  key,
  wert: value,
  vergleich: comparison,
  delta:
    value === null || comparison === null || comparison === 0
      ? null
      : (value - comparison) / comparison,
  ziel: null,
  zaehler: null,
  nenner: null,
  ...more,
});
const MONTHS = [
  '2025-12',
  '2026-01',
  '2026-02',
  '2026-03',
  '2026-04',
  '2026-05',
  '2026-06',
  '2026-07',
  '2026-08',
  '2026-09',
  '2026-10',
  '2026-11',
];
const rows = MONTHS.map((period, at) => ({
  periode: period,
  honorar: 40_000 + at * 500,
  material: 3_000,
  labor: 9_000.5,
  umsatz: 52_000.5 + at * 500,
  vorjahr: at === 0 ? null : 50_000 + at * 300,
}));

export const overTime = (more: Partial<PracticeReport> = {}): PracticeReport => ({
  meta: {
    filter,
    stand: Date.now() - 3_600_000,
    datenBis: '2026-11-19',
    quelle: 'charly',
    waehrung: 'EUR',
    hinweise: [],
  },
  kpis: [kpi('umsatz', 61_240.4, 58_900), kpi('honorarumsatz', 44_100, 45_000)],
  spalten: [
    { key: 'periode', titel: 'Zeitraum', typ: 'periode' },
    { key: 'honorar', titel: 'Honorar', typ: 'eur' },
    { key: 'material', titel: 'Material', typ: 'eur' },
    { key: 'labor', titel: 'Labor', typ: 'eur' },
    { key: 'umsatz', titel: 'Umsatz', typ: 'eur' },
    { key: 'vorjahr', titel: 'Vorjahr', typ: 'eur' },
  ],
  zeilen: rows,
  serien: [
    { name: 'umsatz', punkte: rows.map(({ periode, umsatz }) => ({ x: periode, y: umsatz })) },
    { name: 'vorjahr', punkte: rows.map(({ periode, vorjahr }) => ({ x: periode, y: vorjahr })) },
  ],
  ...more,
});
export const byPractitioner = (): PracticeReport =>
  overTime({
    spalten: [
      { key: 'behandler', titel: 'Behandler', typ: 'text' },
      { key: 'umsatz', titel: 'Umsatz', typ: 'eur' },
    ],
    zeilen: [
      { id: 'b1', behandler: 'Dr. Änne Weber', umsatz: 310_000 },
      { id: 'b2', behandler: 'Dr. Zoë Özkan', umsatz: 250_000 },
      { id: 'b3', behandler: 'Frau Beck', umsatz: null },
    ],
    serien: [],
  });
/** More rows than a practice has positions in ten years. */
export const many = (count: number): PracticeReport =>
  overTime({
    spalten: [
      { key: 'nr', titel: 'Nr.', typ: 'code' },
      { key: 'text', titel: 'Leistung', typ: 'text' },
      { key: 'anzahl', titel: 'Anzahl', typ: 'zahl' },
      { key: 'honorar', titel: 'Honorar', typ: 'eur' },
    ],
    zeilen: Array.from({ length: count }, (_, at) => ({
      nr: String(at),
      text: `Leistung ${at}`,
      anzahl: (at * 7919) % count,
      honorar: at === 5 ? null : ((at * 104_729) % count) / 100,
    })),
    serien: [],
  });
