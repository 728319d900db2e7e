// Proposals by month: chart and table.

import { useMemo } from 'react';
import type { BillingKpis } from '../../../../shared/analytics/billing/billing-kpis.schema.ts';
import { formatPeriod } from '../../../../shared/analytics/reports/report-format.ts';
import type { ChartSeries, Column } from '../../../../shared/analytics/reports/report.ts';
import { Chart } from '../../../charts/Chart.tsx';
import type { ChartWords } from '../../../charts/chart-base.ts';
import { ReportTable } from '../../../report-kit/ReportTable.tsx';
import { useLanguage } from '../../../ui/texts.ts';
import { money } from '../../../ui/wording/worth.ts';
import { useBillingTexts } from '../proposals-texts.ts';
import { doubtOf, MONTHLY } from './state-table.ts';

/** @param doubt columns of estimated and unknown amounts */
export function MonthsPart({ data, doubt }: { data: BillingKpis; doubt: readonly Column[] }) {
  const t = useBillingTexts(),
    language = useLanguage();
  const words = useMemo(
    (): ChartWords => ({
      x: (x) => formatPeriod(x, language),
      y: (value) => money(value * 100, language),
      axis: (value) => money(value * 100, language, true),
      name: (name) => name,
      rest: '',
    }),
    [language],
  );
  const series = useMemo(
    (): ChartSeries[] =>
      (['umgesetzt', 'offen', 'abgelehnt'] as const).map((key) => ({
        name: t(`kennzahl.${key}`),
        punkte: data.monate.map((one) => ({ x: one.monat, y: one[key].cents / 100 })),
      })),
    [data.monate, t],
  );
  const most = Math.max(0, ...data.monate.map(({ umgesetzt }) => umgesetzt.cents));
  return (
    <section className="p-card ab-part" aria-labelledby="ab-months">
      <h2 id="ab-months" className="ab-h2">
        {t('kennzahlen.monate')}
      </h2>
      <Chart
        kind="stacked"
        series={series}
        words={words}
        height={280}
        description={t('kennzahlen.bild', {
          n: data.monate.length,
          most: money(most, language),
        })}
      />
      <ReportTable
        label={t('kennzahlen.monate')}
        columns={[
          { key: 'monat', titel: t('spalte.monat'), typ: 'periode' },
          ...MONTHLY.map((key): Column => ({
            key: `${key}Wert`,
            titel: t('spalte.wertVon', { was: t(`kennzahl.${key}`) }),
            typ: 'eur',
          })),
          ...doubt,
        ]}
        sums={[...MONTHLY.map((key) => `${key}Wert`), 'geschaetzt', 'ohneWert']}
        rows={data.monate.map((one) => ({
          monat: one.monat,
          ...Object.fromEntries(MONTHLY.map((key) => [`${key}Wert`, one[key].cents / 100])),
          ...doubtOf(one),
        }))}
      />
    </section>
  );
}
