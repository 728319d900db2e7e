// The overview of figures: tiles as arranged by the user, and below them the explanation.

import '../../report-kit/report-kit.css';
import './overview.css';
import { Button, Loader } from '@mantine/core';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconLayoutGrid } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import type { KpiValue } from '../../../shared/analytics/reports/report.ts';
import { isInList } from '../../../shared/analytics/reports/read-right.ts';
import { arranged } from '../../../shared/analytics/reports/overview.ts';
import type { OverviewSettings } from '../../../shared/analytics/reports/overview.schema.ts';
import { FilterBar } from '../../report-kit/FilterBar.tsx';
import { State } from '../../report-kit/DataAge.tsx';
import { useMasters } from '../../report-kit/use-masters.ts';
import { isLoadingData, reportQuery } from '../../report-kit/use-report.ts';
import { useReportFilter } from '../../report-kit/use-report-filter.ts';
import { call, TIMEOUT } from '../../api.ts';
import { useSession } from '../../session.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { sayError } from '../../ui/toast.tsx';
import { useDrawnFirst } from '../../ui/lists/when-idle.ts';
import { Proposals } from './Proposals.tsx';
import { Tile } from './Tile.tsx';
import { useOverviewTexts } from './overview-texts.ts';
import { tileWay } from './ways.ts';

const Below = lazyPart(async () => (await import('./Below.tsx')).Below);
const Arrange = lazyPart(async () => (await import('./Arrange.tsx')).Arrange);
const SETTINGS = '/api/dashboard/settings',
  KEY = ['ueberblick'];

/** Shows the tiles of the user, or lets the user arrange them. */
export function OverviewPage() {
  const t = useOverviewTexts(),
    { user } = useSession(),
    filter = useReportFilter('monat'),
    masters = useMasters(),
    queries = useQueryClient(),
    [isArranging, setArranging] = useState(false);
  const own = useQuery({
    queryKey: KEY,
    queryFn: () => call<{ settings: OverviewSettings | null }>(SETTINGS, { timeout: TIMEOUT }),
    staleTime: 300_000,
  });
  const { order = null, hidden = [] } = own.data?.settings ?? {},
    tiles = arranged(order, hidden).filter(({ path }) => isInList(user?.figures ?? 'alle', path)),
    paths = [...new Set(tiles.map(({ path }) => path))];
  const answers = useQueries({ queries: paths.map((path) => reportQuery(path, filter)) }),
    answerOf = (path: string) => answers[paths.indexOf(path)];
  const kpiOf = (key: string, path: string): KpiValue | undefined =>
    answerOf(path)?.data?.kpis.find((one) => one.key === key);
  const failed = answers.find(({ isError }) => isError),
    isReading = answers.some(
      ({ failureReason, isPending }) => isPending && isLoadingData(failureReason),
    ),
    meta = answers.find(({ data }) => data)?.data?.meta,
    isBelowDue = useDrawnFirst(own.isFetched && answers.every(({ isPending }) => !isPending));
  const save = async (settings: OverviewSettings): Promise<void> => {
    const before = queries.getQueryData(KEY);
    // Optimistic update; reverted where it could not be saved.
    queries.setQueryData(KEY, { settings });
    try {
      await call(SETTINGS, { method: 'PUT', json: settings, timeout: TIMEOUT });
    } catch (error) {
      queries.setQueryData(KEY, before);
      sayError(error);
    }
  };
  const acts = (
    <div className="u-acts p-noprint">
      {meta && <State meta={meta} />}
      <Button
        variant="default"
        leftSection={<IconLayoutGrid size={18} stroke={1.75} aria-hidden />}
        aria-pressed={isArranging}
        onClick={() => setArranging(!isArranging)}
      >
        {t(isArranging ? 'arrange.end' : 'arrange')}
      </Button>
    </div>
  );
  return (
    <Page title={t('title')} actions={acts} refused={meta ? undefined : failed?.error}>
      <div className="p-stack">
        <FilterBar filter={filter} masters={masters} />
        {failed && (
          <ErrorNotice
            error={failed.error}
            onRetry={() => {
              for (const one of answers) if (one.isError) void one.refetch();
            }}
          />
        )}
        {isReading && (
          <Notice tone="info" role="status">
            {t('reading')}
          </Notice>
        )}
        {meta?.stand === null && <Notice tone="info">{t('noData')}</Notice>}
        {isArranging ? (
          <Suspense fallback={<Loader size={20} />}>
            <Arrange order={order} hidden={hidden} onChange={(settings) => void save(settings)} />
          </Suspense>
        ) : (
          <ul className="u-tiles">
            {tiles.map(({ key, path }) => (
              <li key={key}>
                <Tile
                  kpi={kpiOf(key, path)}
                  name={key}
                  to={tileWay({ path }, filter)}
                  isWaiting={answerOf(path)?.isPending === true}
                />
              </li>
            ))}
          </ul>
        )}
        {meta && isBelowDue && (
          <Suspense>
            <Below filter={filter} />
          </Suspense>
        )}
        {meta && meta.stand !== null && user?.role !== 'reception' && (
          <Proposals filter={filter.filter} />
        )}
        <MoreLinks isOwner={user?.role === 'owner'} />
      </div>
    </Page>
  );
}

/** Links to all reports, and for the owner to targets and the tax adviser. */
function MoreLinks({ isOwner }: { isOwner: boolean }) {
  const t = useOverviewTexts();
  return (
    <p className="p-noprint u-more">
      <Link to="/berichte">{t('all')}</Link>
      {isOwner && (
        <>
          {' '}
          <Link to="/ueberblick/ziele">{t('targets')}</Link>{' '}
          <Link to="/ueberblick/kosten">{t('costs')}</Link>{' '}
          <Link to="/berichte/steuerbuero">{t('tax')}</Link>
        </>
      )}
    </p>
  );
}
