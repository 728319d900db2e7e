// Key figures of proposals: how many are open, accepted and refused, recovered revenue by month,
// rule and practitioner, and how long decisions took.

import '../../report-kit/report-kit.css';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { BillingKpis } from '../../../shared/analytics/billing/billing.schema.ts';
import type { ChartSeries, Column } from '../../../shared/analytics/reports/report.ts';
import { formatPeriod } from '../../../shared/analytics/reports/report-format.ts';
import { PERIODS } from '../../report-kit/periods.ts';
import { ReportTable } from '../../report-kit/ReportTable.tsx';
import { AGAIN_MS, whileReading } from '../../report-kit/use-report.ts';
import { Chart } from '../../charts/Chart.tsx';
import type { ChartWords } from '../../charts/chart-base.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { showInstant } from '../../ui/wording/moments.ts';
import { useToday } from '../../ui/wording/now.ts';
import { Empty } from '../../ui/Page.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { useQueryParams } from '../../ui/use-query-params.ts';
import { addUp, money, useWorth, type Worth } from '../../ui/wording/worth.ts';
import { BillingFrame } from './ProposalsFrame.tsx';
import { getKpis, KEY } from './proposals-calls.ts';
import { useBillingTexts, type BillingTexts } from './proposals-texts.ts';
import { Waiting } from './Progress.tsx';
import { figureSpan, FIRST_PERIOD, SPAN_FILTERS } from './spans.ts';
import { SpanFields } from './WorkFilters.tsx';
import { count, percent, say } from './words.ts';

const STATES = ['offen', 'vorgemerkt', 'umgesetzt', 'abgelehnt', 'verfallen'] as const;
const OFFERED = [
  FIRST_PERIOD,
  ...PERIODS.filter((one) => one !== 'heute' && one !== 'gestern' && one !== FIRST_PERIOD),
] as const;
const NOTHING = '–';

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
      <search className="ab-filter p-noprint" aria-label={t('filter')}>
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
      </search>
      {kpis.isPending && !kpis.isError && <Waiting reason={kpis.failureReason} />}
      {kpis.isError && <ErrorNotice error={kpis.error} onRetry={() => void kpis.refetch()} />}
      {kpis.data && <Shown data={kpis.data} isOld={kpis.isPlaceholderData} />}
    </BillingFrame>
  );
}

/** Series of the month chart, in the order of the bars. */
const MONTHLY = ['umgesetzt', 'offen', 'abgelehnt', 'verfallen'] as const;
/** Description of each figure, in the order of the decision process. */
function figures(
  data: BillingKpis,
  t: BillingTexts,
  language: string,
  worth: Worth,
): { key: string; name: string; value: string; more: string }[] {
  const of = (
    share: { wert: number | null; zaehler: number; nenner: number },
    asMoney: boolean,
  ): string =>
    share.nenner === 0
      ? t('kennzahl.keine')
      : t('kennzahl.von', {
          a: asMoney ? money(share.zaehler, language) : count(share.zaehler, language),
          b: asMoney ? money(share.nenner, language) : count(share.nenner, language),
        });
  const days = data.tageBisEntscheid;
  const all = addUp(STATES.map((key) => data[key]));
  const withGuess = (text: string): string =>
    all.geschaetzt > 0 || all.ohneWert > 0 ? `${text} · ${t('kennzahl.mitGeschaetzt')}` : text;
  return [
    ...STATES.map((key) => ({
      key,
      name: t(`kennzahl.${key}`),
      value: worth.known(data[key]),
      more: [t('kennzahl.anzahl', { count: data[key].anzahl }), worth.doubt(data[key])]
        .filter((part) => part !== '')
        .join(' · '),
    })),
    {
      key: 'annahme',
      name: t('kennzahl.annahme'),
      value: data.annahme.wert === null ? NOTHING : percent(data.annahme.wert, language),
      more: of(data.annahme, false),
    },
    {
      key: 'realisiert',
      name: t('kennzahl.realisiert'),
      value: data.realisiert.wert === null ? NOTHING : percent(data.realisiert.wert, language),
      more: withGuess(of(data.realisiert, true)),
    },
    {
      key: 'je100',
      name: t('kennzahl.je100'),
      value:
        data.wertJe100Faelle.wert === null ? NOTHING : money(data.wertJe100Faelle.wert, language),
      more: withGuess(t('kennzahl.faelle', { n: count(data.wertJe100Faelle.nenner, language) })),
    },
    {
      key: 'tage',
      name: t('kennzahl.tage'),
      value: days === null ? NOTHING : t('kennzahl.tageN', { n: count(days.median, language, 1) }),
      more:
        days === null
          ? ''
          : t('kennzahl.tageSpanne', {
              von: count(days.von, language),
              bis: count(days.bis, language),
              n: count(days.anzahl, language),
            }),
    },
  ];
}

function Shown({ data, isOld }: { data: BillingKpis; isOld: boolean }) {
  const t = useBillingTexts(),
    language = useLanguage(),
    worth = useWorth();
  const words = useMemo(
    (): ChartWords => ({
      x: (x) => formatPeriod(x, language),
      y: (value) => money(value * 100, language),
      axis: (value) => `${count(value, language)} €`,
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
  // Tables are exported as displayed: estimated amounts have a column of their own.
  const all = addUp(STATES.map((key) => data[key]));
  const doubt: Column[] = [
    ...(all.geschaetzt > 0
      ? [{ key: 'geschaetzt', titel: t('spalte.geschaetzt'), typ: 'eur' } as const]
      : []),
    ...(all.ohneWert > 0
      ? [{ key: 'ohneWert', titel: t('spalte.ohneWert'), typ: 'zahl' } as const]
      : []),
  ];
  const spalten = (first: string): Column[] => [
    { key: 'wer', titel: first, typ: 'text' },
    { key: 'abrAnnahme', titel: t('kennzahl.annahme'), typ: 'anteil' },
    ...doubt,
    ...STATES.flatMap((key): Column[] => [
      {
        key: `${key}Anzahl`,
        titel: t('spalte.anzahlVon', { was: t(`kennzahl.${key}`) }),
        typ: 'zahl',
      },
      { key: `${key}Wert`, titel: t('spalte.wertVon', { was: t(`kennzahl.${key}`) }), typ: 'eur' },
    ]),
  ];
  const doubtOf = (
    one: Pick<BillingKpis, (typeof MONTHLY)[number]> & Partial<Pick<BillingKpis, 'vorgemerkt'>>,
  ) => {
    const { geschaetzt, ohneWert } = addUp([
      ...MONTHLY.map((key) => one[key]),
      ...(one.vorgemerkt ? [one.vorgemerkt] : []),
    ]);
    return { geschaetzt: geschaetzt / 100, ohneWert };
  };
  const row = (
    wer: string,
    one: BillingKpis['regeln'][number] | NonNullable<BillingKpis['behandler']>[number],
  ) => ({
    wer,
    abrAnnahme: one.annahme,
    ...Object.fromEntries(
      STATES.flatMap((key) => [
        [`${key}Anzahl`, one[key].anzahl],
        [`${key}Wert`, one[key].cents / 100],
      ]),
    ),
    ...doubtOf(one),
  });
  const sums = [
      ...STATES.flatMap((key) => [`${key}Anzahl`, `${key}Wert`]),
      'geschaetzt',
      'ohneWert',
    ],
    most = Math.max(0, ...data.monate.map(({ umgesetzt }) => umgesetzt.cents));
  const isEmpty = STATES.every((key) => data[key].anzahl === 0);
  if (isEmpty)
    return (
      <div className="p-card">
        <Empty>{t('kennzahlen.leer')}</Empty>
      </div>
    );
  return (
    <div className="p-stack" data-old={isOld}>
      <dl className="ab-figures" aria-label={t('kennzahlen.titel')}>
        {figures(data, t, language, worth).map(({ key, name, value, more }) => (
          <div key={key} className="p-card ab-figure">
            <dt>{name}</dt>
            <dd className="p-tabular">
              <strong>{value}</strong>
              {more !== '' && <span className="p-small p-muted">{more}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {data.monate.length > 0 && (
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
      )}
      <section className="p-card ab-part" aria-labelledby="ab-rules">
        <h2 id="ab-rules" className="ab-h2">
          {t('kennzahlen.regeln')}
        </h2>
        <ReportTable
          label={t('kennzahlen.regeln')}
          columns={spalten(t('spalte.regel'))}
          sums={sums}
          sort={{ key: 'umgesetztWert', isDown: true }}
          rows={data.regeln.map((one) =>
            row(`${one.regel.length > 8 ? '' : `${one.regel} `}${say(one.titel, language)}`, one),
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
            columns={spalten(t('spalte.behandler'))}
            sums={sums}
            rows={data.behandler.map((one) =>
              row(one.name === '' ? t('behandler.unbekannt') : one.name, one),
            )}
          />
        </section>
      )}
    </div>
  );
}
