/** Every key figure is shown on a page, and figures by period are those of each period. */
import { expect, it } from 'vitest';
import { FIGURE_BY_KEY } from '../../shared/analytics/reports/figures.ts';
import { FURTHER_TILES } from '../../shared/analytics/reports/overview.ts';
import { REPORT_PATHS } from '../../shared/analytics/reports/report-pages.ts';
import { REPORTS } from '../../practice/analytics/reports/report-list.ts';
import { buildSelection } from '../../server/analytics/snapshot/selection.ts';
import { figureResult } from '../../server/analytics/metrics/compute.ts';
import { daysOf } from '../../practice/analytics/reports/narrow.ts';
import { FILTER, practiceReport, snapshotOf } from './table-scan.ts';

const YEAR = { ...FILTER, von: '2026-01-01', bis: '2026-11-21' };
it('every key figure has a page that shows it above its table', async () => {
  const snapshot = snapshotOf(7),
    shown = new Set<string>();
  for (const path of REPORT_PATHS)
    for (const { key } of (await practiceReport(snapshot, path, YEAR)).kpis ?? []) shown.add(key);
  expect(FIGURE_BY_KEY.map(({ key }) => key).filter((key) => !shown.has(key))).toEqual([]);
});
it('the report of a further tile shows its figure above the table', async () => {
  const snapshot = snapshotOf(7),
    missing: string[] = [];
  for (const [key, path] of FURTHER_TILES) {
    const { kpis = [] } = await practiceReport(snapshot, path, YEAR);
    if (!kpis.some((one) => one.key === key)) missing.push(`${path} ${key}`);
  }
  expect(missing).toEqual([]);
});
it('a figure by month is the figure of that month', async () => {
  const snapshot = snapshotOf(7);
  let seen = 0;
  for (const path of ['terminqualitaet/verlauf', 'praxiskpi/patienten', 'praxiskpi/team']) {
    const { rows, columns } = await practiceReport(snapshot, path, YEAR);
    expect([path, rows.length]).toEqual([path, 11]);
    for (const row of rows) {
      const month = daysOf(String(row['periode']))!,
        bis = month.bis > YEAR.bis ? YEAR.bis : month.bis;
      const own = buildSelection(snapshot, { ...YEAR, von: month.von, bis });
      for (const { key } of columns.slice(1)) {
        expect([path, key, row[key]]).toEqual([path, key, figureResult(key, own).value]);
        if (row[key] !== null) seen += 1;
      }
    }
  }
  expect(seen).toBeGreaterThan(50);
});
it('a chart of figures by period draws only those of its unit', async () => {
  const snapshot = snapshotOf(7);
  for (const { path, typ, draws } of REPORTS.filter((view) => view.draws !== undefined)) {
    const { columns } = await practiceReport(snapshot, path, YEAR);
    for (const key of draws!)
      expect([path, key, columns.find((one) => one.key === key)?.typ ?? typ]).toEqual([
        path,
        key,
        typ,
      ]);
  }
});
