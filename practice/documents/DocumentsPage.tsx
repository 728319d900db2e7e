// Sealed documents, newest first; one patient's by search, the choice kept in the address.

import './documents.css';
import { Button, CloseButton, Group, Table, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { IconBan, IconCircleCheck, IconFileText } from '@tabler/icons-react';
import { Link } from 'react-router';
import { berlinDay, germanDay } from '../../shared/dates.ts';
import type { DocumentRow } from '../../shared/documents.schema.ts';
import { callR4c } from '../api.ts';
import { useSession } from '../session.ts';
import { ErrorNotice, useUiTexts } from '../ui/ErrorNotice.tsx';
import { showInstant } from '../ui/moments.ts';
import { Empty, Loading, Page } from '../ui/Page.tsx';
import { openPdf } from '../ui/pdf.ts';
import { StateWord } from '../ui/StateWord.tsx';
import { useLanguage } from '../ui/texts.ts';
import { say, sayError } from '../ui/toast.tsx';
import { useQueryParams } from '../ui/use-query-params.ts';
import { useSubmit } from '../ui/use-submit.ts';
import { useDocumentsTexts, type DocumentsKey } from './documents-texts.ts';
import { PatientFilter } from './PatientFilter.tsx';

const LEVEL: Record<DocumentRow['level'], DocumentsKey> = { 'B-T': 'level.B-T', 'B-B': 'level.B-B', none: 'level.none' };

export function DocumentsPage() {
  const t = useDocumentsTexts(), { user } = useSession();
  const filter = useQueryParams(['patid']), patid = filter.values.patid ?? null;
  const list = useInfiniteQuery({
    queryKey: ['documents', patid],
    queryFn: ({ pageParam }) => {
      const query = new URLSearchParams({ ...(patid !== null && { patid }), ...(pageParam !== '' && { cursor: pageParam }) });
      return callR4c<{ items: DocumentRow[]; cursor: string | null }>(`/documents/list?${query}`);
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.cursor ?? undefined,
  });
  const rows = list.data?.pages.flatMap((page) => page.items) ?? [];
  const name = rows[0]?.patientName ?? '';

  return (
    <Page title={t('list.title')} actions={<PatientFilter label={t('list.search')} onPick={(picked) => filter.set('patid', picked.patid)} />}>
      {patid !== null && (
        <Group gap={4} mb={12}>
          <Text fw={600}>{name === '' ? patid : t('list.of', { name })}</Text>
          <CloseButton aria-label={t('list.all')} title={t('list.all')} onClick={filter.reset} />
          <Button size="xs" variant="default" component={Link} to={`/anamnese?patid=${encodeURIComponent(patid)}`}>{t('list.answers')}</Button>
          {user?.role === 'owner' && <Button size="xs" variant="default" component={Link} to={`/protokoll/akte/${encodeURIComponent(patid)}`}>{t('list.access')}</Button>}
        </Group>
      )}
      {list.isPending && <Loading />}
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && rows.length === 0 && <Empty>{patid === null ? t('list.empty') : t('list.emptyOf')}</Empty>}
      {rows.length > 0 && (
        <div className="p-card d-list">
          <Table highlightOnHover className="d-table">
            <Table.Thead>
              <Table.Tr><Table.Th>{t('col.at')}</Table.Th><Table.Th>{t('col.patient')}</Table.Th><Table.Th>{t('col.title')}</Table.Th><Table.Th>{t('col.level')}</Table.Th><Table.Th>{t('col.state')}</Table.Th><Table.Th><span className="d-sr">{t('open')}</span></Table.Th></Table.Tr>
            </Table.Thead>
            <Table.Tbody>{rows.map((row) => <DocumentLine key={row.fileId} row={row} />)}</Table.Tbody>
          </Table>
          {list.hasNextPage && <Group justify="center" p={12}><Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>{t('list.more')}</Button></Group>}
        </div>
      )}
    </Page>
  );
}

function DocumentLine({ row }: { row: DocumentRow }) {
  const t = useDocumentsTexts();
  const ui = useUiTexts();
  const language = useLanguage();
  const { isBusy, run } = useSubmit();
  const open = (): Promise<boolean> => run(async () => {
    if (!(await openPdf(`/documents/file/${encodeURIComponent(row.fileId)}`, `${row.title}.pdf`))) say(ui('popup'));
  }, sayError);
  return (
    <Table.Tr>
      <Table.Td className="d-at p-tabular">{showInstant(row.at, language)}</Table.Td>
      <Table.Td className="d-patient"><strong>{row.patientName}</strong> <span className="p-muted p-tabular">{row.geburtsdatum === '' ? '' : `*${germanDay(row.geburtsdatum)}`}</span></Table.Td>
      <Table.Td className="d-title">{row.title}</Table.Td>
      <Table.Td className="d-level p-muted">{t(LEVEL[row.level])}</Table.Td>
      <Table.Td className="d-state">
        {row.voidedAt === null
          ? <StateWord tone="ok" icon={IconCircleCheck}>{t('state.filed')}</StateWord>
          : <StateWord tone="off" icon={IconBan}>{t('state.voided', { date: germanDay(berlinDay(row.voidedAt)) })}</StateWord>}
      </Table.Td>
      <Table.Td className="d-open" ta="end">
        <Button size="xs" variant="default" loading={isBusy} leftSection={<IconFileText size={16} stroke={1.75} aria-hidden />} aria-label={t('openOne', { title: row.title, name: row.patientName })} onClick={() => void open()}>{t('open')}</Button>
      </Table.Td>
    </Table.Tr>
  );
}
