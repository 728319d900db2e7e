// The chart of a report below its title, which names measure, grain and span.

import { useMemo } from 'react';
import type {
  ChartSeries,
  Column,
  ColumnType,
  PracticeReport,
} from '../../../../shared/analytics/reports/report.ts';
import { Chart, type ChartPoint } from '../../../charts/Chart.tsx';
import type { ChartWords } from '../../../charts/chart-base.ts';
import { useReportWords } from '../../../report-kit/use-report-words.ts';
import { useLanguage } from '../../../ui/texts.ts';
import type { ReportView } from '../report-list.ts';
import { useReportsTexts, type ReportsKey } from '../reports-texts.ts';
import { grainOf, isPart, spanText } from './chart-title.ts';
import { drawn } from './drawn.ts';

/** Returns the words of a report's chart, and its description for screen readers. */
function useChartWords(
  series: readonly ChartSeries[],
  {
    title,
    typ,
    first,
    meta,
  }: {
    title: string;
    typ: ColumnType;
    first: Column | undefined;
    meta: PracticeReport['meta'];
  },
) {
  const t = useReportsTexts(),
    words = useReportWords();
  const chartWords = useMemo(
    (): ChartWords => ({
      // The same word may have another meaning in another column.
      x: (x) => {
        const said = first?.typ === 'wort' ? words.cell(x, first) : x,
          name = said === x ? words.x(x) : said;
        // A part of a month next to whole ones would look like a decline.
        return isPart(x, meta) ? t('chart.part', { name }) : name;
      },
      y: (value) => words.number(value, typ),
      axis: (value) => words.number(value, typ, true),
      name: words.word,
      rest: t('chart.rest'),
      share: (share) => words.number(share, 'anteil'),
    }),
    [words, typ, first, meta, t],
  );
  const description = useMemo(() => {
    const values = series.flatMap(({ punkte }) => punkte.map(({ y }) => y ?? 0)),
      xs = series[0]?.punkte.map(({ x }) => chartWords.x(x)) ?? [];
    return t('chart', {
      title,
      n: series.length,
      from: xs[0] ?? '–',
      to: xs.at(-1) ?? '–',
      most: values.length === 0 ? '–' : words.number(Math.max(...values), typ),
    });
  }, [series, title, typ, words, chartWords, t]);
  return { chartWords, description };
}

/** Checks whether a chart has anything to draw: without costs, all contributions are unknown. */
const hasPoints = (series: readonly ChartSeries[]): boolean =>
  series.some(({ punkte }) => punkte.some(({ y }) => y !== null));

/** @param title the question of the report; @param onPick absent: nothing opens */
export function ReportChart({
  view,
  report,
  title,
  onPick,
}: {
  view: ReportView;
  report: PracticeReport;
  title: string;
  onPick: ((point: ChartPoint) => void) | undefined;
}) {
  const t = useReportsTexts(),
    language = useLanguage(),
    { spalten, meta } = report,
    typ = spalten.find(({ key }) => key === view.unitOf)?.typ ?? view.typ,
    series = useMemo(() => drawn(report, view), [report, view]),
    { chartWords, description } = useChartWords(series, { title, typ, first: spalten[0], meta });
  if (!hasPoints(series)) return null;
  const grain = grainOf(series, meta.filter),
    measure = [
      t(`chartTitle.${view.path}` as ReportsKey),
      ...(grain === undefined ? [] : [t(`chartTitle.per.${grain}`)]),
    ].join(' ');
  return (
    <section className="p-card be-chart">
      <h2 className="be-chart-title">
        {measure}, {spanText(series, meta.filter, language)}
      </h2>
      <Chart
        kind={view.chart}
        series={series}
        words={chartWords}
        description={description}
        height={360}
        onPick={onPick}
      />
    </section>
  );
}
