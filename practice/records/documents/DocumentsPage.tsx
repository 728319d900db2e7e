// The practice's documents, newest first: filters kept in the address, a preview next to the list
// where there is room, and an upload for paper and mail.

import { listName } from '../../../shared/desk/patient.ts';
import './documents.css';
import { Button, CloseButton, Group, Table, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { IconFilePlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { dayText } from '../../../shared/base/dates.ts';
import type { DocumentRow } from '../../../shared/papers/documents.schema.ts';
import type { Patient } from '../../../shared/desk/patient.schema.ts';
import { isVendor } from '../../../shared/base/roles.ts';
import { callR4c } from '../../api.ts';
import { useSession } from '../../session.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Empty, Loading, Page } from '../../ui/Page.tsx';
import { useQueryParams } from '../../ui/use-query-params.ts';
import { AddDialog, type Whose } from './AddDialog.tsx';
import { getDocuments } from './documents-calls.ts';
import { DocumentFilters, FILTERS, knownFilters } from './DocumentFilters.tsx';
import { DocumentLine } from './DocumentLine.tsx';
import { useDocumentsTexts } from './documents-texts.ts';
import { Preview } from './Preview.tsx';
import { useFileDrop } from './use-file-drop.ts';
import { useLanguage } from '../../ui/texts.ts';
import { numberInPath } from '../../../shared/desk/patient-number.ts';

/** Width from which a page fits next to the list. */
const WIDE = '(min-width: 1200px)';

/** The patient, from their newest document or from the record. */
function whoseOf(
  patid: string,
  row: DocumentRow | undefined,
  record: Patient | undefined,
): Whose | null {
  if (row) return { patid, name: row.patientName, geburtsdatum: row.geburtsdatum };
  if (!record) return null;
  return {
    patid,
    name: listName(record),
    geburtsdatum: record.geburtsdatum,
  };
}

function useDocumentRows(
  query: Partial<Record<'patid' | 'kind' | 'sealed' | 'state' | 'from' | 'to', string>>,
  patid: string | null,
) {
  const list = useInfiniteQuery({
    queryKey: ['documents', query],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      getDocuments({ ...query, ...(pageParam !== '' && { cursor: pageParam }) }),
    getNextPageParam: (last) => last.cursor ?? undefined,
  });
  const rows = list.data?.pages.flatMap((page) => page.items) ?? [],
    first = rows.find((row) => row.patid === patid);
  // A patient without any document is found only via the record.
  const record = useQuery({
    queryKey: ['patient', patid],
    queryFn: () => callR4c<Patient>(`/patient/patients/${numberInPath(patid ?? '')}`),
    enabled: patid !== null && list.isSuccess && first === undefined,
    refetchOnWindowFocus: false,
  });
  const whose = patid === null ? null : whoseOf(patid, first, record.data);
  return { list, rows, whose };
}

/** Lists the documents with their filters, a preview and the upload. */
export function DocumentsPage() {
  const t = useDocumentsTexts(),
    { user } = useSession(),
    isWide = useMediaQuery(WIDE, false, { getInitialValueInEffect: false });
  const filter = useQueryParams(FILTERS),
    shownFile = useQueryParams(['file']),
    patid = filter.values.patid ?? null,
    query = knownFilters(filter.values);
  const [adding, setAdding] = useState<{ patient: Whose | null; files: readonly File[] } | null>(
      null,
    ),
    mayAdd = user !== null && !isVendor(user.role);
  const { list, rows, whose } = useDocumentRows(query, patid);
  const shown = isWide ? rows.find((row) => row.fileId === shownFile.values.file) : undefined;
  const isOver = useFileDrop((files) => {
    if (mayAdd && adding === null) setAdding({ patient: whose, files });
  });

  return (
    <Page
      title={t('list.title')}
      actions={
        mayAdd && (
          <PageActions patid={patid} onAdd={() => setAdding({ patient: whose, files: [] })} />
        )
      }
    >
      <div className="p-stack">
        {patid !== null && (
          <PatientHead
            patid={patid}
            whose={whose}
            isOwner={user?.role === 'owner'}
            onAll={() => filter.set('patid', '')}
          />
        )}
        <DocumentFilters filter={filter} />
        {isOver && mayAdd && adding === null && (
          <div className="d-drop" data-over="true">
            {t('add.drop')}
          </div>
        )}
        {list.isPending && <Loading />}
        {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
        {list.isSuccess && rows.length === 0 && (
          <Empty>
            {t(
              Object.keys(query).some((name) => name !== 'patid')
                ? 'list.emptyFilter'
                : patid === null
                  ? 'list.empty'
                  : 'list.emptyOf',
            )}
          </Empty>
        )}
        {rows.length > 0 && (
          <div className="d-split" data-open={shown !== undefined}>
            <div className="p-card d-list">
              <Table highlightOnHover className="d-table">
                <TableHead />
                <Table.Tbody>
                  {rows.map((row) => (
                    <DocumentLine
                      key={row.fileId}
                      row={row}
                      isShown={row === shown}
                      onShow={isWide ? () => shownFile.set('file', row.fileId) : undefined}
                    />
                  ))}
                </Table.Tbody>
              </Table>
              {list.hasNextPage && (
                <Group justify="center" p={12}>
                  <Button
                    variant="default"
                    loading={list.isFetchingNextPage}
                    onClick={() => void list.fetchNextPage()}
                  >
                    {t('list.more')}
                  </Button>
                </Group>
              )}
            </div>
            {shown && <Preview key={shown.fileId} row={shown} onClose={shownFile.reset} />}
          </div>
        )}
      </div>
      {adding && (
        <AddDialog patient={adding.patient} first={adding.files} onClose={() => setAdding(null)} />
      )}
    </Page>
  );
}

/** The patient whose documents are shown, with the ways to their other pages. */
function PatientHead({
  patid,
  whose,
  isOwner,
  onAll,
}: {
  patid: string;
  whose: Whose | null;
  isOwner: boolean;
  onAll: () => void;
}) {
  const t = useDocumentsTexts();
  const language = useLanguage();
  return (
    <Group gap={4}>
      <Text fw={600}>
        {whose ? t('list.of', { name: whose.name }) : patid}{' '}
        {whose && whose.geburtsdatum !== '' && (
          <span className="p-tabular">*{dayText(whose.geburtsdatum, language)}</span>
        )}
      </Text>
      <CloseButton aria-label={t('list.all')} title={t('list.all')} onClick={onAll} />
      <Button
        size="xs"
        variant="default"
        component={Link}
        to={`/anamnese?patid=${encodeURIComponent(patid)}`}
      >
        {t('list.answers')}
      </Button>
      {isOwner && (
        <Button
          size="xs"
          variant="default"
          component={Link}
          to={`/protokoll/akte/${numberInPath(patid)}`}
        >
          {t('list.access')}
        </Button>
      )}
      {isOwner && (
        <Button
          size="xs"
          variant="default"
          component={Link}
          to={`/einstellungen/aufbewahrung/${numberInPath(patid)}`}
        >
          {t('list.rights')}
        </Button>
      )}
    </Group>
  );
}

function TableHead() {
  const t = useDocumentsTexts();
  return (
    <Table.Thead>
      <Table.Tr>
        <Table.Th>{t('col.at')}</Table.Th>
        <Table.Th>{t('col.patient')}</Table.Th>
        <Table.Th>{t('col.title')}</Table.Th>
        <Table.Th>{t('col.level')}</Table.Th>
        <Table.Th>{t('col.state')}</Table.Th>
        <Table.Th>
          <span className="d-sr">{t('open')}</span>
        </Table.Th>
      </Table.Tr>
    </Table.Thead>
  );
}

function PageActions({ patid, onAdd }: { patid: string | null; onAdd: () => void }) {
  const t = useDocumentsTexts();
  return (
    <Group gap={8}>
      <Button
        variant="default"
        component={Link}
        to={`/dokumente/freigaben${patid === null ? '' : `?patid=${encodeURIComponent(patid)}`}`}
      >
        {t('shares')}
      </Button>
      <Button leftSection={<IconFilePlus size={18} stroke={1.75} aria-hidden />} onClick={onAdd}>
        {t('add.title')}
      </Button>
    </Group>
  );
}
