// The list of reports with search, favourites and stored figures; an address without a report shows
// a message.

import './reports.css';
import './index/index.css';
import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import { formatDay } from '../../../shared/analytics/reports/report-format.ts';
import type { ReportPreviews } from '../../../shared/analytics/reports/report-preview.schema.ts';
import { isInList, isPaidReport } from '../../../shared/analytics/reports/read-right.ts';
import { offAt } from '../../../shared/base/flags/flags.ts';
import { useReportWords } from '../../report-kit/use-report-words.ts';
import { useSession } from '../../session.ts';
import { useHotkeys } from '../../ui/hotkeys.ts';
import { useRowKeys } from '../../ui/lists/row-keys.ts';
import { Empty, Page } from '../../ui/Page.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { holdsWords } from '../../ui/wording/match-words.ts';
import { FoundFigures } from './index/FoundFigures.tsx';
import { lastOpened, noteOpened } from './index/last-opened.ts';
import { nameOfReport, searchedNames } from './index/report-names.ts';
import { ReportRow, type RowReport } from './index/ReportRow.tsx';
import { useFavourites, type Favourites } from './index/use-favourites.ts';
import { useReportsTexts, type ReportsKey } from './reports-texts.ts';
import { ReportPage } from './ReportPage.tsx';
import { groupOf, reportAt, REPORTS } from './report-list.ts';
import { getPreviews } from './saved-calls.ts';

interface Listed extends RowReport {
  readonly group: string;
  readonly searched: string;
}
/** Returns the reports that the user may read, in the order of their groups. */
function useListed(): readonly Listed[] {
  const words = useReportWords(),
    language = useLanguage(),
    t = useReportsTexts(),
    { user, off } = useSession();
  const reports = REPORTS.filter(
      ({ path }) =>
        isInList(user?.figures ?? 'alle', path) && offAt(`/berichte/${path}`, off) === undefined,
    ).map(({ path }) => ({
      path,
      name: nameOfReport(path, language),
      question: words.question(path),
      group: groupOf(path),
      searched: `${searchedNames(path)} ${words.question(path)}`,
    })),
    page = (path: string, name: string): Listed => ({
      path,
      name,
      question: '',
      group: 'mitnehmen',
      searched: name,
    });
  return [
    ...reports,
    ...(user?.role === 'owner' ? [page('steuerbuero', t('tax.title'))] : []),
    page('hvm', t('hvm.title')),
    { ...page('kennzahlen', t('glossary.title')), group: 'wissen' },
  ];
}

export function ReportsPage() {
  const t = useReportsTexts(),
    { user } = useSession(),
    [typed, setTyped] = useState(''),
    favourites = useFavourites(),
    previews = useQuery({ queryKey: ['berichtvorschau'], queryFn: getPreviews }),
    field = useRef<HTMLInputElement>(null),
    list = useRef<HTMLDivElement>(null),
    isWhole = previews.data?.istGrosserTarif !== false,
    listed = useListed().filter(({ path }) => isWhole || !isPaidReport(path));
  useRowKeys(list);
  useHotkeys({ f: () => field.current?.focus() });
  const at = (paths: readonly string[]): Listed[] =>
      paths.flatMap((path) => listed.find((one) => one.path === path) ?? []),
    found = listed.filter(({ searched }) => holdsWords(searched, typed)),
    groups = [...new Set(found.map(({ group }) => group))],
    isSearching = typed.trim() !== '';
  const shared = { favourites, previews: previews.data };
  return (
    <Page title={t('title')}>
      <div className="p-stack">
        <TextInput
          ref={field}
          className="be-search p-noprint"
          aria-label={t('index.search')}
          placeholder={t('index.search')}
          leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
          value={typed}
          autoComplete="off"
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setTyped('');
            if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
            event.preventDefault();
            const first = list.current?.querySelector<HTMLElement>('[data-row]');
            if (event.key === 'ArrowDown') first?.focus();
            else if (isSearching) first?.querySelector<HTMLElement>('[data-default]')?.click();
          }}
        />
        <p className="p-muted p-small be-note" role="status">
          {isSearching
            ? t('index.found', { count: found.length })
            : previews.data?.zeit && <MonthOf zeit={previews.data.zeit} />}
        </p>
        <div ref={list} className="be-index">
          {!isSearching && (
            <>
              <Section title={t('index.favourites')} reports={at(favourites.paths)} {...shared} />
              <Section
                title={t('index.last')}
                reports={at(lastOpened(user?.id ?? ''))}
                {...shared}
              />
            </>
          )}
          {groups.map((group) => (
            <Section
              key={group}
              title={t(`gruppe.${group}` as ReportsKey)}
              reports={found.filter((one) => one.group === group)}
              {...shared}
            />
          ))}
          {!isSearching && !isWhole && <p className="p-muted">{t('index.notInPlan')}</p>}
          {isSearching && <FoundFigures typed={typed} hasReports={found.length > 0} />}
        </div>
      </div>
    </Page>
  );
}

/** The days of the stored figures. */
function MonthOf({ zeit: { von, bis } }: { zeit: NonNullable<ReportPreviews['zeit']> }) {
  const t = useReportsTexts(),
    language = useLanguage();
  return t('index.days', { from: formatDay(von, language), to: formatDay(bis, language) });
}

function Section({
  title,
  reports,
  favourites,
  previews,
}: {
  title: string;
  reports: readonly RowReport[];
  favourites: Favourites;
  previews: ReportPreviews | undefined;
}) {
  return reports.length === 0 ? null : (
    <section className="p-card be-group" aria-label={title}>
      <h2>{title}</h2>
      <ul data-rows>
        {reports.map((report) => (
          <ReportRow
            key={report.path}
            report={report}
            favourites={favourites}
            preview={previews?.items.find((one) => one.report === report.path)}
          />
        ))}
      </ul>
    </section>
  );
}

/** Returns the report named by the address. */
export function OneReportPage() {
  const t = useReportsTexts(),
    { '*': path = '' } = useParams(),
    { user } = useSession(),
    view = reportAt(path),
    userId = user?.id,
    known = view?.path;
  useEffect(() => {
    if (userId !== undefined && known !== undefined) noteOpened(userId, known);
  }, [userId, known]);
  // The practice at a glance is the overview itself.
  if (path === 'dashboard/executive') return <Navigate to="/ueberblick" replace />;
  return view ? (
    <ReportPage key={path} view={view} />
  ) : (
    <Page title={t('title')}>
      <Empty>
        {t('unknown')} <Link to="/berichte">{t('back')}</Link>
      </Empty>
    </Page>
  );
}
