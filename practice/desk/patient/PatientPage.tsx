// One patient: summary, services, plans and invoices from the practice software, papers and
// questionnaires; each list can be exported or printed.

import '../../report-kit/report-kit.css';
import './patient.css';
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { Link, useParams } from 'react-router';
import type {
  CellValue,
  Column,
  PracticeReport,
} from '../../../shared/analytics/reports/report.ts';
import type { UserRole } from '../../../shared/base/roles.ts';
import { CallError } from '../../../shared/base/client.ts';
import { listName } from '../../../shared/desk/patient.ts';
import type { Patient } from '../../../shared/desk/patient.schema.ts';
import { callR4c } from '../../api.ts';
import { ReportTable, type ReportTableProps } from '../../report-kit/ReportTable.tsx';
import { getReportPdf, getWholeReport } from '../../report-kit/report-calls.ts';
import { TakeMenu } from '../../report-kit/TakeMenu.tsx';
import { useReport } from '../../report-kit/use-report.ts';
import { queryOf, readFilter } from '../../report-kit/use-report-filter.ts';
import { useReportWords } from '../../report-kit/use-report-words.ts';
import { useSession } from '../../session.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useToday } from '../../ui/wording/now.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Empty, Loading } from '../../ui/Page.tsx';
import { Alerts } from './Alerts.tsx';
import { Contacts } from './Contacts.tsx';
import { DeskPatient } from './DeskPatient.tsx';
import { OpenPoints } from './OpenPoints.tsx';
import { OpenProposals } from './OpenProposals.tsx';
import { PapersFacts } from './PapersFacts.tsx';
import { PapersPart } from './PapersPart.tsx';
import { orNothing, SHEETS } from './papers.ts';
import { PatientFrame, PatientTabs } from './PatientFrame.tsx';
import { tabsOf, usePatientFiles, usePatientTabs, type LISTS } from './patient-tabs.ts';
import { usePatientTexts } from './patient-texts.ts';
import { noteRecent } from './recent.ts';
import { RECORDS } from './records-parts.ts';
import { RecordsPart } from './RecordsPart.tsx';
import { numberFromPath, numberInPath } from '../../../shared/desk/patient-number.ts';

type View = Parameters<NonNullable<ReportTableProps['onView']>>[0];
/** Charts are large: loaded with their tab. */
const ScoresOf = lazyPart(async () => (await import('../forms/scores/ScoresOf.tsx')).ScoresOf);
const SUMS = ['anzahl', 'honorar', 'betrag', 'offen'];

/** Lists of the practice software are for owners and the team; reception has a page without them. */
export function PatientPage() {
  const { user } = useSession(),
    patid = numberFromPath(useParams().patid ?? '');
  if (user === null) return null;
  return user.role === 'reception' ? (
    <DeskPatient patid={patid} />
  ) : (
    <WholePatient patid={patid} role={user.role} />
  );
}

function WholePatient({ patid, role }: { patid: string; role: UserRole }) {
  const t = usePatientTexts(),
    today = useToday(),
    { filter } = readFilter(
      { von: '1990-01-01', bis: today, vergleich: 'KEIN', gruppierung: 'JAHR' },
      today,
      'jahr',
    ),
    asked = { filter, query: queryOf(filter) },
    path = `patient/${numberInPath(patid)}`;
  const short = useReport(path, asked),
    // Entered here by hand: the practice software has no lists of this person.
    isOnlyHere = short.error instanceof CallError && short.error.code === 'not_found',
    allowed = tabsOf(role, isOnlyHere),
    tabs = usePatientTabs(patid, allowed),
    fileName = usePatientFiles(patid),
    who = useQuery({
      queryKey: ['patient', patid],
      queryFn: () =>
        orNothing<Patient | null>(callR4c(`/patient/patients/${numberInPath(patid)}`), null),
    });
  const row = short.data?.zeilen[0],
    text = (cell: CellValue | undefined): string => (typeof cell === 'string' ? cell : ''),
    person = who.data ?? undefined,
    name = text(row?.name) || (person ? listName(person) : ''),
    born = text(row?.geburtsdatum) || (person?.geburtsdatum ?? '');
  useEffect(() => {
    if (name !== '') noteRecent({ patid, name, geburtsdatum: born });
  }, [patid, name, born]);
  return (
    <PatientFrame patid={patid} name={name === '' ? t('title') : name} birth={born}>
      {short.isError && !(isOnlyHere && person) && (
        <ErrorNotice error={short.error} onRetry={() => void short.refetch()} />
      )}
      {isOnlyHere && person && <p className="p-muted">{t('only.here')}</p>}
      {short.isPending && !short.isError && (
        <div className="a-skeleton pt-wait" role="status" aria-label={t('loading')} />
      )}
      {(row ?? (isOnlyHere && person)) && (
        <>
          <Alerts patid={patid} />
          <OpenPoints patid={patid} more={<OpenProposals patid={patid} />} />
          <dl className="p-card pt-facts">
            {person && <Contacts person={person} />}
            {row && <SummaryFacts columns={short.data?.spalten ?? []} row={row} />}
            <PapersFacts patid={patid} tabs={tabs} />
          </dl>
          <PatientTabs patid={patid} tabs={allowed} state={tabs}>
            {(part) => {
              const sheet = SHEETS.find((one) => one === part),
                records = RECORDS.find((one) => one === part),
                title = `${t(`part.${part}`)}: ${name}`;
              if (part === 'verlauf')
                return (
                  <Suspense fallback={<Loading />}>
                    <ScoresOf patid={patid} />
                  </Suspense>
                );
              if (records !== undefined)
                return (
                  <RecordsPart
                    part={records}
                    who={person ? { patid, name, geburtsdatum: born } : null}
                  />
                );
              return sheet === undefined ? (
                <ListPart
                  key={part}
                  own={part as (typeof LISTS)[number]}
                  path={`${path}/${part}`}
                  asked={asked}
                  title={title}
                  fileName={(ending) => fileName(part, ending)}
                  pdf={() =>
                    getReportPdf(`patient/${part}`, filter, `&patid=${encodeURIComponent(patid)}`)
                  }
                />
              ) : (
                <PapersPart
                  patid={patid}
                  sheet={sheet}
                  tabs={tabs}
                  title={title}
                  fileName={(ending) => fileName(part, ending)}
                />
              );
            }}
          </PatientTabs>
        </>
      )}
      {role === 'owner' && (
        <p className="p-noprint">
          <Anchor component={Link} to={`/protokoll/akte/${numberInPath(patid)}`}>
            {t('seen')}
          </Anchor>
        </p>
      )}
    </PatientFrame>
  );
}

/** Facts of the practice software that the frame does not show already. */
function SummaryFacts({
  columns,
  row,
}: {
  columns: readonly Column[];
  row: PracticeReport['zeilen'][number];
}) {
  const words = useReportWords();
  return columns
    .filter(({ key }) => !['patid', 'name', 'geburtsdatum'].includes(key))
    .map((one) => (
      <div key={one.key}>
        <dt>{words.column(one)}</dt>
        <dd className="p-tabular">{words.cell(row[one.key], one)}</dd>
      </div>
    ));
}

/** One list of the practice software, with its export and print. */
function ListPart({
  own,
  path,
  asked,
  title,
  fileName,
  pdf,
}: {
  own: (typeof LISTS)[number];
  /** Path of the list below /api. */
  path: string;
  asked: Parameters<typeof useReport>[1];
  title: string;
  fileName: (ending: string) => string;
  pdf: () => ReturnType<typeof getReportPdf>;
}) {
  const t = usePatientTexts(),
    list = useReport(path, asked),
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
