// The HVM limit of a quarter: how much is used, the forecast, and its set-up as in the letter to
// the practice.

import '../../report-kit/report-kit.css';
import './reports.css';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { PracticeProfile } from '../../../shared/analytics/deliveries/practice-profile.schema.ts';
import type { FeeCatalogue } from '../../../shared/analytics/deliveries/static-data.schema.ts';
import { FilterBar } from '../../report-kit/FilterBar.tsx';
import { ReportTable, type ReportTableProps } from '../../report-kit/ReportTable.tsx';
import { State } from '../../report-kit/DataAge.tsx';
import { useMasters } from '../../report-kit/use-masters.ts';
import { useReport } from '../../report-kit/use-report.ts';
import { useReportFilter } from '../../report-kit/use-report-filter.ts';
import { useReportWords } from '../../report-kit/use-report-words.ts';
import { call, TIMEOUT } from '../../api.ts';
import { useSession } from '../../session.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Loading, Page } from '../../ui/Page.tsx';
import { useReportsTexts } from './reports-texts.ts';
import { Hints } from './Hints.tsx';
import { HvmForm } from './HvmForm.tsx';
import { TakeAway } from './TakeAway.tsx';

export function HvmPage() {
  const t = useReportsTexts(),
    { region } = useParams(),
    navigate = useNavigate();
  const catalogue = useQuery({
      queryKey: ['regionen'],
      queryFn: async () =>
        (await call<FeeCatalogue>('/api/staticdata/bemagoz', { timeout: TIMEOUT })).regionen,
      staleTime: Infinity,
    }),
    profile = useQuery({
      queryKey: ['praxisprofil'],
      queryFn: () => call<PracticeProfile>('/api/profile', { timeout: TIMEOUT }),
      staleTime: 600_000,
    });
  const chosen = region ?? profile.data?.region ?? undefined;
  return (
    <Page title={t('hvm.title')}>
      <div className="p-stack be-page">
        <div className="be-asks p-noprint">
          <NativeSelect
            label={t('hvm.region')}
            value={chosen ?? ''}
            data={[
              ...(chosen === undefined ? [{ value: '', label: t('hvm.choose') }] : []),
              ...(catalogue.data ?? []).map((one) => ({ value: one.region, label: one.name })),
            ]}
            onChange={(event) => {
              if (event.currentTarget.value !== '')
                void navigate(`/berichte/hvm/${event.currentTarget.value}`);
            }}
          />
        </div>
        {catalogue.isError && (
          <ErrorNotice error={catalogue.error} onRetry={() => void catalogue.refetch()} />
        )}
        {chosen === undefined ? (
          profile.isPending ? (
            <Loading />
          ) : (
            <Notice tone="info">{t('hvm.noRegion')}</Notice>
          )
        ) : (
          <OfRegion key={chosen} region={chosen} />
        )}
      </div>
    </Page>
  );
}

function OfRegion({ region }: { region: string }) {
  const t = useReportsTexts(),
    { user } = useSession(),
    filter = useReportFilter('quartal'),
    masters = useMasters(),
    report = useReport(`hvm/${region}`, filter),
    words = useReportWords(),
    [shown, setShown] = useState<Parameters<NonNullable<ReportTableProps['onView']>>[0] | null>(
      null,
    );
  const kind = report.data?.spalten.find((one) => one.key === 'verbrauch')?.typ ?? 'eur',
    facts = [
      ['hvmVerbrauch', kind],
      ['hvmFaelle', 'zahl'],
      ['hvmGrenze', kind],
      ['hvmAuslastung', 'anteil'],
      ['hvmPrognose', kind],
    ] as const;
  return (
    <>
      <FilterBar
        filter={filter}
        masters={masters}
        end={
          report.data && (
            <>
              <State meta={report.data.meta} />
              {shown && (
                <TakeAway
                  path={`hvm/${region}`}
                  title={t('hvm.title')}
                  meta={report.data.meta}
                  table={shown}
                />
              )}
            </>
          )
        }
      />
      {report.isError && <ErrorNotice error={report.error} onRetry={() => void report.refetch()} />}
      {report.isPending && !report.isError && (
        <div className="a-skeleton be-skeleton-body" role="status" aria-label={t('loading')} />
      )}
      {report.data && (
        <>
          <ul className="a-kpis">
            {facts.map(([key, unit]) => {
              const value = report.data.kpis.find((one) => one.key === key)?.wert ?? null;
              return (
                <li key={key} className="p-card a-kpi be-fact">
                  <span className="a-kpi-name">{t(`hvm.${key}`)}</span>
                  <span className="a-kpi-value">
                    {value === null ? '–' : words.number(value, unit, true)}
                  </span>
                </li>
              );
            })}
          </ul>
          <div className="p-card be-table">
            <ReportTable
              columns={report.data.spalten}
              rows={report.data.zeilen}
              label={t('hvm.title')}
              onView={setShown}
            />
          </div>
          <Hints meta={report.data.meta} kpis={report.data.kpis} />
        </>
      )}
      {user?.role === 'owner' && <HvmForm region={region} />}
    </>
  );
}
