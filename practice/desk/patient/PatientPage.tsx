// One patient: summary, services, plans and invoices from the practice software, papers and
// questionnaires; each list can be exported or printed.

import '../../report-kit/report-kit.css';
import './patient.css';
import { Anchor, Tabs } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import type { Column, PracticeReport } from '../../../shared/analytics/reports/report.ts';
import { formatDay } from '../../../shared/analytics/reports/report-format.ts';
import { ReportTable, type ReportTableProps } from '../../report-kit/ReportTable.tsx';
import { getReportPdf, getWholeReport } from '../../report-kit/report-calls.ts';
import { TakeMenu } from '../../report-kit/TakeMenu.tsx';
import { useReport } from '../../report-kit/use-report.ts';
import { queryOf, readFilter } from '../../report-kit/use-report-filter.ts';
import { useReportWords } from '../../report-kit/use-report-words.ts';
import { useSession } from '../../session.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useToday } from '../../ui/wording/now.ts';
import { Empty, Page } from '../../ui/Page.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { DeskPatient } from './DeskPatient.tsx';
import { PapersFacts } from './PapersFacts.tsx';
import { PapersPart } from './PapersPart.tsx';
import { SHEETS } from './papers.ts';
import { OpenProposals } from './OpenProposals.tsx';
import { usePatientTexts } from './patient-texts.ts';
import { noteRecent } from './recent.ts';

const LISTS = ['leistungen', 'plaene', 'rechnungen'] as const,
  PARTS = [...LISTS, ...SHEETS] as const;
type View = Parameters<NonNullable<ReportTableProps['onView']>>[0];
const SUMS = ['anzahl', 'honorar', 'betrag', 'offen'];

/** Lists of the practice software are for owners and the team; reception has a page without them. */
export function PatientPage() {
  const { user } = useSession(),
    { patid = '' } = useParams();
  if (user === null) return null;
  return user.role === 'reception' ? <DeskPatient patid={patid} /> : <WholePatient patid={patid} />;
}

function WholePatient({ patid }: { patid: string }) {
  const t = usePatientTexts(),
    language = useLanguage(),
    today = useToday(),
    { user } = useSession(),
    [search, setSearch] = useSearchParams();
  const part = PARTS.find((one) => one === search.get('teil')) ?? 'leistungen',
    { filter } = readFilter(
      { von: '1990-01-01', bis: today, vergleich: 'KEIN', gruppierung: 'JAHR' },
      today,
      'jahr',
    ),
    asked = { filter, query: queryOf(filter) },
    path = `patient/${encodeURIComponent(patid)}`;
  const short = useReport(path, asked),
    own = LISTS.find((one) => one === part),
    list = useReport(`${path}/${own ?? 'leistungen'}`, asked),
    row = short.data?.zeilen[0],
    name = typeof row?.name === 'string' ? row.name : t('title');
  const facts = row
      ? (short.data?.spalten ?? []).filter(({ key }) => key !== 'patid' && key !== 'name')
      : [],
    birth = typeof row?.geburtsdatum === 'string' ? formatDay(row.geburtsdatum, language) : '';
  const born = typeof row?.geburtsdatum === 'string' ? row.geburtsdatum : '';
  useEffect(() => {
    if (typeof row?.name === 'string') noteRecent({ patid, name: row.name, geburtsdatum: born });
  }, [patid, row?.name, born]);
  const id = encodeURIComponent(patid),
    sheet = SHEETS.find((one) => one === part),
    title = `${t(`part.${part}`)}: ${name}`,
    fileName = (ending: string): string =>
      `${t('file')}_${patid.replace(/[^\w-]+/g, '-')}_${t(`part.${part}`)}_${today}.${ending}`;
  return (
    <Page
      title={name}
      actions={
        <span className="p-muted p-tabular">
          {[birth, t('number', { patid })].filter((word) => word !== '').join(' · ')}
        </span>
      }
    >
      <div className="p-stack">
        <nav className="pt-ways p-noprint" aria-label={t('ways')}>
          <Link to={`/dokumente?patid=${id}`}>{t('papers')}</Link>
          <Link to={`/anamnese?patid=${id}`}>{t('answers')}</Link>
          <Link to={`/einwilligungen?patid=${id}`}>{t('consents')}</Link>
        </nav>
        {short.isError && <ErrorNotice error={short.error} onRetry={() => void short.refetch()} />}
        {short.isPending && !short.isError && (
          <div className="a-skeleton pt-wait" role="status" aria-label={t('loading')} />
        )}
        {row && <PatientFacts facts={facts} row={row} patid={patid} />}
        {row && (
          <Tabs
            value={part}
            onChange={(next) => {
              setSearch(next === null || next === 'leistungen' ? {} : { teil: next }, {
                replace: true,
              });
            }}
            keepMounted={false}
          >
            <Tabs.List>
              {PARTS.map((one) => (
                <Tabs.Tab key={one} value={one}>
                  {t(`part.${one}`)}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <Tabs.Panel value={part} pt={12}>
              {sheet !== undefined && (
                <PapersPart patid={patid} sheet={sheet} title={title} fileName={fileName} />
              )}
              {own !== undefined && (
                <ListPart
                  key={own}
                  own={own}
                  list={list}
                  path={`${path}/${own}`}
                  title={title}
                  fileName={fileName}
                  pdf={() => getReportPdf(`patient/${own}`, filter, `&patid=${id}`)}
                />
              )}
            </Tabs.Panel>
          </Tabs>
        )}
        {user?.role === 'owner' && (
          <p className="p-noprint">
            <Anchor component={Link} to={`/protokoll/akte/${id}`}>
              {t('seen')}
            </Anchor>
          </p>
        )}
      </div>
    </Page>
  );
}

function PatientFacts({
  facts,
  row,
  patid,
}: {
  facts: readonly Column[];
  row: PracticeReport['zeilen'][number];
  patid: string;
}) {
  const words = useReportWords(),
    { user } = useSession();
  return (
    <dl className="p-card pt-facts">
      {facts.map((one) => (
        <div key={one.key}>
          <dt>{words.column(one)}</dt>
          <dd className="p-tabular">{words.cell(row[one.key], one)}</dd>
        </div>
      ))}
      <PapersFacts patid={patid} />
      {(user?.role === 'owner' || user?.role === 'staff') && <OpenProposals patid={patid} />}
    </dl>
  );
}

/** One list of the practice software, with its export and print. */
function ListPart({
  own,
  list,
  path,
  title,
  fileName,
  pdf,
}: {
  own: (typeof LISTS)[number];
  list: ReturnType<typeof useReport>;
  /** Path of the list below /api. */
  path: string;
  title: string;
  fileName: (ending: string) => string;
  pdf: () => ReturnType<typeof getReportPdf>;
}) {
  const t = usePatientTexts(),
    [view, setView] = useState<View | null>(null);
  // Memoised, because the table reports its view whenever the columns change identity: equal
  // columns are one list.
  const named = list.data?.spalten,
    columns = useMemo(
      () => (named ?? []).filter(({ key }) => key !== 'patid' && key !== 'name'),
      [named],
    );
  return (
    <>
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && !list.isError && (
        <div className="a-skeleton pt-wait" role="status" aria-label={t('loading')} />
      )}
      {list.data && !list.isPlaceholderData && list.data.zeilen.length > 0 && (
        <div className="pt-acts p-noprint">
          <TakeMenu
            title={title}
            fileName={fileName}
            table={async (taking) => {
              const shown = view ?? list.data;
              return list.data.meta.gesamt
                ? { ...shown, zeilen: await getWholeReport(path, list.data.meta, '', taking) }
                : shown;
            }}
            pdf={pdf}
          />
        </div>
      )}
      {list.data &&
        !list.isPlaceholderData &&
        (list.data.zeilen.length === 0 ? (
          <Empty>{t(`none.${own}`)}</Empty>
        ) : (
          <div className="p-card pt-table">
            <ReportTable
              columns={columns}
              rows={list.data.zeilen}
              label={t(`part.${own}`)}
              sums={SUMS}
              whole={list.data.meta.gesamt}
              onView={setView}
            />
          </div>
        ))}
    </>
  );
}
