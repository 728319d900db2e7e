// Key figures of proposals: how many are open, accepted and refused, recovered revenue by month,
// rule and practitioner, and how long decisions took.

import '../../report-kit/report-kit.css';
import { Anchor } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { BillingKpis } from '../../../shared/analytics/billing/billing-kpis.schema.ts';
import { PERIODS } from '../../report-kit/periods.ts';
import { AGAIN_MS, whileReading } from '../../report-kit/use-report.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Empty } from '../../ui/Page.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { useQueryParams } from '../../ui/use-query-params.ts';
import { showInstant } from '../../ui/wording/moments.ts';
import { useToday } from '../../ui/wording/now.ts';
import { useWorth } from '../../ui/wording/worth.ts';
import { figuresOf, STATES } from './figures/figures-of.ts';
import { MonthsPart } from './figures/MonthsPart.tsx';
import { doubtColumns, SUMS_BY_STATE, stateColumns, stateRow } from './figures/state-table.ts';
import { ReportTable } from '../../report-kit/ReportTable.tsx';
import { BillingFrame } from './ProposalsFrame.tsx';
import { getKpis, KEY } from './proposals-calls.ts';
import { useBillingTexts } from './proposals-texts.ts';
import { Waiting } from './Progress.tsx';
import { figureSpan, FIRST_PERIOD, SPAN_FILTERS } from './spans.ts';
import { SpanFields } from './WorkFilters.tsx';
import { isOwnRule, say } from './words.ts';
import { Filters } from '../../ui/lists/Filters.tsx';

const OFFERED = [
  FIRST_PERIOD,
  ...PERIODS.filter((one) => one !== 'heute' && one !== 'gestern' && one !== FIRST_PERIOD),
] as const;

export function FiguresPage() {
  const t = useBillingTexts(),
    language = useLanguage(),
    today = useToday(),
    { values, set } = useQueryParams(SPAN_FILTERS),
    { von, bis } = figureSpan(values, today),
    { behandler = '' } = values;
  const kpis = useQuery({
    queryKey: [KEY, 'kpis', von, bis, behandler],
    queryFn: () => getKpis(von, bis, behandler),
    placeholderData: keepPreviousData,
    retry: whileReading,
    retryDelay: AGAIN_MS,
  });
  return (
    <BillingFrame title={t('kennzahlen.titel')}>
      <Filters className="ab-filter" aria-label={t('filter')}>
        <SpanFields
          values={values}
          set={set}
          periods={OFFERED.map((value) => ({ value, label: t(`zeit.${value}`) }))}
        />
        {kpis.data && kpis.data.stand !== null && (
          <span className="p-muted p-small">
            {t('stand', { am: showInstant(kpis.data.stand, language) })}
          </span>
        )}
      </Filters>
      {kpis.isPending && !kpis.isError && <Waiting reason={kpis.failureReason} />}
      {kpis.isError && <ErrorNotice error={kpis.error} onRetry={() => void kpis.refetch()} />}
      {kpis.data && (
        <Shown
          data={kpis.data}
          isOld={kpis.isPlaceholderData}
          address={new URLSearchParams({
            zeit: 'frei',
            von,
            bis,
            ...(behandler !== '' && { behandler }),
          }).toString()}
        />
      )}
    </BillingFrame>
  );
}

function Shown({
  data,
  isOld,
  address,
}: {
  data: BillingKpis;
  isOld: boolean;
  /** The span and practitioner, as reports carry them in their address. */
  address: string;
}) {
  const t = useBillingTexts(),
    language = useLanguage(),
    worth = useWorth();
  if (STATES.every((key) => data[key].anzahl === 0))
    return (
      <div className="p-card">
        <Empty>{t('kennzahlen.leer')}</Empty>
      </div>
    );
  const doubt = doubtColumns(data, t);
  return (
    <div className="p-stack" data-old={isOld}>
      <dl className="ab-figures" aria-label={t('kennzahlen.titel')}>
        {figuresOf(data, t, language, worth).map(({ key, name, value, more }) => (
          <div key={key} className="p-card ab-figure">
            <dt>{name}</dt>
            <dd className="p-tabular">
              <strong>{value}</strong>
              {more !== '' && <span className="p-small p-muted">{more}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {data.behandler !== null && (
        <Anchor
          component={Link}
          to={`/berichte/praxiskpi/geldweg?${address}`}
          className="p-noprint"
        >
          {t('kennzahlen.geldweg')}
        </Anchor>
      )}
      {data.monate.length > 0 && <MonthsPart data={data} doubt={doubt} />}
      <section className="p-card ab-part" aria-labelledby="ab-rules">
        <h2 id="ab-rules" className="ab-h2">
          {t('kennzahlen.regeln')}
        </h2>
        <ReportTable
          label={t('kennzahlen.regeln')}
          columns={stateColumns(t('spalte.regel'), doubt, t)}
          sums={SUMS_BY_STATE}
          sort={{ key: 'umgesetztWert', isDown: true }}
          rows={data.regeln.map((one) =>
            stateRow(
              `${isOwnRule(one.regel) ? '' : `${one.regel} `}${say(one.titel, language)}`,
              one,
            ),
          )}
        />
      </section>
      {data.behandler !== null && data.behandler.length > 0 && (
        <section className="p-card ab-part" aria-labelledby="ab-people">
          <h2 id="ab-people" className="ab-h2">
            {t('kennzahlen.behandler')}
          </h2>
          <ReportTable
            label={t('kennzahlen.behandler')}
            columns={stateColumns(t('spalte.behandler'), doubt, t)}
            sums={SUMS_BY_STATE}
            rows={data.behandler.map((one) =>
              stateRow(one.name === '' ? t('behandler.unbekannt') : one.name, one),
            )}
          />
        </section>
      )}
    </div>
  );
}
