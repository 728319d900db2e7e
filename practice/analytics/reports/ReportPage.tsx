// One report: its question, key figures, chart and table next to each other; every filter is kept
// in the address.

import '../../report-kit/report-kit.css';
import './reports.css';
import { Anchor, Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { formatDay } from '../../../shared/analytics/reports/report-format.ts';
import type { PracticeReport } from '../../../shared/analytics/reports/report.ts';
import { useAnalyticsTexts } from '../../report-kit/report-kit-texts.ts';
import { DrillPanel } from '../../report-kit/DrillPanel.tsx';
import { FilterBar } from '../../report-kit/FilterBar.tsx';
import { Kpis } from '../../report-kit/Kpis.tsx';
import { lastBefore } from '../../report-kit/periods.ts';
import { tableWidth } from '../../report-kit/table/column-widths.ts';
import { ReportTable, type ReportTableProps } from '../../report-kit/ReportTable.tsx';
import { State } from '../../report-kit/DataAge.tsx';
import { useMasters } from '../../report-kit/use-masters.ts';
import { isLoadingData, useReport } from '../../report-kit/use-report.ts';
import {
  FILTER_NAMES,
  useReportFilter,
  type ReportFilter,
} from '../../report-kit/use-report-filter.ts';
import { useReportWords } from '../../report-kit/use-report-words.ts';
import { useSession } from '../../session.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Empty, Page } from '../../ui/Page.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { useReportsTexts } from './reports-texts.ts';
import { QUALITY, QualityLink, UsableFigures } from './QualityParts.tsx';
import { ReportChart } from './chart/ReportChart.tsx';
import { PAGE_OF_FIGURE, useRowsBehind } from './cells/use-rows-behind.ts';
import { Notes } from './Notes.tsx';
import { Hints } from './Hints.tsx';
import { LEAD_HINTS, ReportLead } from './lead/ReportLead.tsx';
import { PrintedFilter } from './PrintedFilter.tsx';
import { Profiles } from './Views.tsx';
import { ASKED, type ReportView } from './report-list.ts';
import { useQueryParams } from '../../ui/use-query-params.ts';
import { useAsks } from './use-asks.tsx';
import { TakeAway } from './TakeAway.tsx';

const Letter = lazyPart(async () => (await import('./Letter.tsx')).Letter);
const MailDialog = lazyPart(async () => (await import('./MailDialog.tsx')).MailDialog);
/** Both borders of the card around the table, and a scroll bar. */
const EDGES = 18;
/** All that the address of a report carries; views and mails keep it. */
const ADDRESS = [...FILTER_NAMES, ...ASKED] as const;
type View = Parameters<NonNullable<ReportTableProps['onView']>>[0];

export function ReportPage({ view }: { view: ReportView }) {
  const t = useReportsTexts(),
    { user } = useSession(),
    filter = useReportFilter(view.first),
    masters = useMasters(),
    asks = useAsks(view),
    address = useQueryParams(ADDRESS),
    report = useReport(view.path, filter, asks.query);
  const hasNoCosts = report.data?.meta.hinweise.includes('kostenKeine') ?? false;
  const title = useReportWords().question(view.path),
    [shown, setShown] = useState<View | null>(null),
    [isMailing, setMailing] = useState(false);
  return (
    <Page
      title={title}
      actions={
        <div className="be-acts p-noprint">
          {report.data && <State meta={report.data.meta} />}
          {report.data && shown && (
            <TakeAway
              path={view.path}
              title={title}
              meta={report.data.meta}
              table={shown}
              extra={asks.query}
              onMail={() => setMailing(true)}
            />
          )}
        </div>
      }
    >
      <div className="p-stack be-page">
        <Anchor component={Link} to="/berichte" className="p-noprint be-back">
          {t('back')}
        </Anchor>
        {report.data && (
          <PrintedFilter meta={report.data.meta} masters={masters} without={view.without} />
        )}
        {asks.bar}
        <FilterBar
          filter={filter}
          masters={masters}
          without={view.without}
          end={<Profiles report={view.path} address={address} />}
        />
        {report.isError && (
          <ErrorNotice error={report.error} onRetry={() => void report.refetch()} />
        )}
        {report.isPending && !report.isError && (
          <Skeleton isReading={isLoadingData(report.failureReason)} />
        )}
        {report.data && <ReportLead path={view.path} report={report.data} />}
        {report.data && (
          <Shown
            key={view.path}
            view={view}
            title={title}
            report={report.data}
            filter={filter}
            isOld={report.isPlaceholderData}
            onView={setShown}
          />
        )}
        {report.data && <Hints {...report.data} without={LEAD_HINTS} />}
        {view.path.startsWith('gewinn/') && user?.role === 'owner' && !hasNoCosts && (
          <Anchor component={Link} to="/ueberblick/kosten" className="p-noprint be-back">
            {t('costs.go')}
          </Anchor>
        )}
        {view.path === QUALITY && <UsableFigures filter={filter} />}
        {report.data && <QualityLink path={view.path} meta={report.data.meta} />}
        {view.path === 'benchmark/kzv' && (
          <Suspense>
            <Letter />
          </Suspense>
        )}
        {report.data && <Notes report={view.path} span={report.data.meta.filter} />}
        {isMailing && (
          <Suspense>
            <MailDialog
              report={view.path}
              title={title}
              address={address.values}
              onClose={() => setMailing(false)}
            />
          </Suspense>
        )}
      </div>
    </Page>
  );
}

/** Placeholders of a report while it loads: nothing moves when it arrives. */
function Skeleton({ isReading }: { isReading: boolean }) {
  const t = useReportsTexts();
  return (
    <div role="status" aria-label={t('loading')} className="p-stack">
      {isReading && <Notice tone="info">{t('reading')}</Notice>}
      <div className="a-kpis">
        {[0, 1, 2, 3].map((at) => (
          <div key={at} className="a-skeleton be-skeleton-kpi" />
        ))}
      </div>
      <div className="be-split">
        <div className="a-skeleton be-skeleton-body" />
        <div className="a-skeleton be-skeleton-body" />
      </div>
    </div>
  );
}

interface ShownProps {
  view: ReportView;
  title: string;
  report: PracticeReport;
  filter: ReportFilter;
  isOld: boolean;
  onView: (view: View) => void;
}
/** Returns order and hidden columns as the address holds them. */
const keptIn = ({ values, set }: ReportFilter) => ({
  order: values.sort ?? '',
  without: values.ohne ?? '',
  onOrder: (order: string) => set('sort', order),
  onWithout: (without: string) => set('ohne', without),
});

function Shown({ view, title, report, filter, isOld, onView }: ShownProps) {
  const { kpis, spalten, zeilen, meta } = report,
    [first] = spalten;
  const { drill, close, open, openFigure, mayOpen, isOpenable, cells } = useRowsBehind(
    view,
    report,
  );
  if (zeilen.length === 0) {
    // The hint below says it: nothing is missing here.
    if (meta.hinweise.includes('datenInOrdnung')) return null;
    if (!meta.hinweise.includes('tabelleOhneFilter'))
      return <NothingFound meta={meta} filter={filter} isCheck={view.isCheck === true} />;
  }
  return (
    <div className="p-stack" aria-busy={isOld} data-old={isOld}>
      {kpis.length > 0 && (
        <Kpis kpis={kpis} isOpenable={(key) => key in PAGE_OF_FIGURE} onOpen={openFigure} />
      )}
      <div className="be-split">
        <ReportChart
          view={view}
          report={report}
          title={title}
          onPick={
            isOpenable && first
              ? ({ name, x }) =>
                  open(
                    zeilen.find(
                      (row) => String(row[first.key]) === (view.chart === 'treemap' ? name : x),
                    ),
                  )
              : undefined
          }
        />
        <div className="p-card be-table" style={{ flexBasis: tableWidth(spalten) + EDGES }}>
          <ReportTable
            columns={spalten}
            rows={zeilen}
            label={title}
            sums={view.sums}
            whole={meta.gesamt}
            onView={onView}
            {...(view.sort && { sort: view.sort })}
            kept={keptIn(filter)}
            onOpen={isOpenable ? open : undefined}
            mayOpen={mayOpen}
            cells={cells}
          />
        </div>
      </div>
      {drill && <DrillPanel drill={drill} onClose={close} />}
    </div>
  );
}

/** An empty report: why, and the way to one with data. */
function NothingFound({
  meta,
  filter,
  isCheck,
}: {
  meta: PracticeReport['meta'];
  filter: ReportFilter;
  isCheck: boolean;
}) {
  const t = useReportsTexts(),
    a = useAnalyticsTexts(),
    language = useLanguage(),
    { user } = useSession(),
    last = lastBefore(meta.filter, meta.datenBis),
    // Without any delivered day a check has looked at nothing.
    isNothingWrong = isCheck && last === null && meta.stand !== null;
  return (
    <Empty>
      <p>
        {t(filter.active.length > 0 ? 'empty.filter' : isNothingWrong ? 'empty.check' : 'empty')}
      </p>
      {last && (
        <>
          <p>{t('empty.until', { day: formatDay(last.bis, language) })}</p>
          <Button variant="default" onClick={() => filter.setTime(last)}>
            {t('empty.last', {
              from: formatDay(last.von, language),
              to: formatDay(last.bis, language),
            })}
          </Button>
        </>
      )}
      {meta.stand === null && (
        <p>
          {a('stand.none')}
          {user?.role === 'owner' && (
            <>
              {' '}
              <Anchor component={Link} to="/daten">
                {t('empty.go')}
              </Anchor>
            </>
          )}
        </p>
      )}
      {filter.active.length > 0 && (
        <Button variant="default" onClick={filter.reset}>
          {t('empty.reset')}
        </Button>
      )}
    </Empty>
  );
}
