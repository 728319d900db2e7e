// One person's papers or questionnaires as a table, filtered by done or missing.

import { NativeSelect } from '@mantine/core';
import { useNavigate, useSearchParams } from 'react-router';
import { mayReadAnswers } from '../../../shared/base/roles.ts';
import { ReportTable } from '../../report-kit/ReportTable.tsx';
import { TakeMenu } from '../../report-kit/TakeMenu.tsx';
import { useSession } from '../../session.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Empty } from '../../ui/Page.tsx';
import { getPapersPdf, STANDS, usePapers, useSheet, type Sheet, type State } from './papers.ts';
import type { Tabs } from './patient-tabs.ts';
import { usePatientTexts } from './patient-texts.ts';

export function PapersPart({
  patid,
  sheet,
  tabs: { go },
  fileName,
  title,
}: {
  patid: string;
  sheet: Sheet;
  tabs: Tabs;
  fileName: (ending: string) => string;
  title: string;
}) {
  const t = usePatientTexts(),
    papers = usePapers(patid),
    sheetOf = useSheet(),
    [search] = useSearchParams(),
    navigate = useNavigate(),
    { user } = useSession(),
    // Answers are for the people who treat; reception sees their state.
    mayOpen = sheet === 'boegen' && mayReadAnswers(user?.role),
    stand = STANDS.find((one) => one === search.get('stand')) ?? '';
  if (papers.isError)
    return <ErrorNotice error={papers.error} onRetry={() => void papers.refetch()} />;
  if (papers.data === undefined)
    return <div className="a-skeleton pt-wait" role="status" aria-label={t('loading')} />;
  const table = sheetOf(papers.data, sheet, stand);
  return (
    <>
      <div className="pt-acts p-noprint">
        <NativeSelect
          aria-label={t('show')}
          value={stand}
          onChange={(event) => go(sheet, event.currentTarget.value as State | '')}
          data={[
            { value: '', label: t('show.all') },
            ...STANDS.map((value) => ({ value, label: t(`show.${sheet}.${value}`) })),
          ]}
        />
        {table.zeilen.length > 0 && (
          <TakeMenu
            title={title}
            fileName={fileName}
            table={() => table}
            pdf={() => getPapersPdf(patid, sheet, stand)}
          />
        )}
      </div>
      {table.zeilen.length === 0 ? (
        <Empty>{t(stand === '' ? `none.${sheet}` : 'none.only')}</Empty>
      ) : (
        <div className="p-card pt-table">
          <ReportTable
            key={`${sheet} ${stand}`}
            columns={table.spalten}
            rows={table.zeilen}
            label={t(`part.${sheet}`)}
            sort={{ key: 'tag', isDown: true }}
            {...(mayOpen && {
              onOpen: (row) => void navigate(`/anamnese/${String(row.answers)}`),
              mayOpen: (row) => typeof row.answers === 'string',
            })}
          />
        </div>
      )}
    </>
  );
}
