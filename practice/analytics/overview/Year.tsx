// Twelve whole months of revenue as a line next to the year before; the linked report has all
// values.

import { useMemo } from 'react';
import { Link } from 'react-router';
import { addressOf, queryOf, type ReadFilter } from '../../report-kit/use-report-filter.ts';
import { useReport } from '../../report-kit/use-report.ts';
import { useReportWords } from '../../report-kit/use-report-words.ts';
import { Chart } from '../../charts/Chart.tsx';
import type { ChartWords } from '../../charts/chart-base.ts';
import { useOverviewTexts } from './overview-texts.ts';

export function Year({ year }: { year: ReadFilter }) {
  const t = useOverviewTexts(),
    words = useReportWords(),
    report = useReport('umsatz/zeitreihe', { filter: year.filter, query: queryOf(year.filter) });
  const said = useMemo(
    (): ChartWords => ({
      x: words.x,
      y: (value) => words.number(value, 'eur'),
      axis: (value) => words.number(value, 'eur', true),
      name: words.word,
      rest: '',
    }),
    [words],
  );
  const lines = report.data?.serien ?? [],
    isEmpty = lines.every(({ punkte }) => punkte.every(({ y }) => y === null || y === 0));
  return (
    <section className="p-card u-card">
      <h2>
        <Link to={`/berichte/umsatz/zeitreihe?${addressOf(year)}`}>{t('year')}</Link>
      </h2>
      {report.isPending && (
        <div
          className="a-skeleton u-chart"
          role="status"
          aria-label={t('waiting', { name: t('year') })}
        />
      )}
      {report.isError && <p className="u-chart p-muted">{t('year.failed')}</p>}
      {report.data &&
        (isEmpty ? (
          <p className="u-chart p-muted">{t('year.none')}</p>
        ) : (
          <Chart
            kind="line"
            series={lines}
            words={said}
            description={t('year.about')}
            height={300}
          />
        ))}
    </section>
  );
}
