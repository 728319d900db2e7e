// The list of reports, each by the question it answers; an address without a report shows a
// message.

import './reports.css';
import { Link, Navigate, useParams } from 'react-router';
import { isInList } from '../../../shared/analytics/reports/read-right.ts';
import { useReportWords } from '../../report-kit/use-report-words.ts';
import { useSession } from '../../session.ts';
import { Empty, Page } from '../../ui/Page.tsx';
import { useReportsTexts, type ReportsKey } from './reports-texts.ts';
import { ReportPage } from './ReportPage.tsx';
import { groupOf, reportAt, REPORTS } from './report-list.ts';

export function ReportsPage() {
  const t = useReportsTexts(),
    words = useReportWords(),
    { user } = useSession(),
    reports = REPORTS.filter(({ path }) => isInList(user?.figures ?? 'alle', path)),
    groups = [...new Set(reports.map(({ path }) => groupOf(path)))];
  return (
    <Page title={t('title')}>
      <div className="be-groups">
        {groups.map((group) => (
          <section key={group} className="p-card be-group">
            <h2>{t(`gruppe.${group}` as ReportsKey)}</h2>
            <ul>
              {reports
                .filter(({ path }) => groupOf(path) === group)
                .map(({ path }) => (
                  <li key={path}>
                    <Link to={`/berichte/${path}`}>{words.question(path)}</Link>
                  </li>
                ))}
            </ul>
          </section>
        ))}
        <section className="p-card be-group">
          <h2>{t('gruppe.mitnehmen')}</h2>
          <ul>
            {user?.role === 'owner' && (
              <li>
                <Link to="/berichte/steuerbuero">{t('tax.title')}</Link>
              </li>
            )}
            <li>
              <Link to="/berichte/hvm">{t('hvm.title')}</Link>
            </li>
          </ul>
        </section>
        <section className="p-card be-group">
          <h2>{t('gruppe.wissen')}</h2>
          <ul>
            <li>
              <Link to="/berichte/kennzahlen">{t('glossary.title')}</Link>
            </li>
          </ul>
        </section>
      </div>
    </Page>
  );
}

/** Returns the report named by the address. */
export function OneReportPage() {
  const t = useReportsTexts(),
    { '*': path = '' } = useParams(),
    view = reportAt(path);
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
