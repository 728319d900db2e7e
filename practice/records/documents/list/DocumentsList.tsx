// A list of documents, newest first, page by page; a document is shown next to it where there is
// room.

import '../documents.css';
import { Button, Table } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { DocumentRow } from '../../../../shared/papers/documents.schema.ts';
import { useSession } from '../../../session.ts';
import { PagedList } from '../../../ui/lists/PagedList.tsx';
import { useChosen } from '../../../ui/lists/use-chosen.ts';
import { useDrawn } from '../../../ui/lists/use-drawn.ts';
import { useListKeys } from '../../../ui/lists/use-list-keys.tsx';
import { useQueryParams } from '../../../ui/use-query-params.ts';
import { mayBeOpened } from '../DocumentActs.tsx';
import { DocumentLine } from '../DocumentLine.tsx';
import { getDocuments } from '../documents-calls.ts';
import { useDocumentsTexts } from '../documents-texts.ts';
import { Preview } from '../Preview.tsx';
import { ChosenDocuments } from './ChosenDocuments.tsx';

/** Width from which a page fits next to the list. */
const WIDE = '(min-width: 1200px)';
/** Keys of other lists: documents are neither called nor labelled. */
const ABSENT = ['called', 'label', 'undo'] as const;
/** On the page of a patient: neither a way to it nor a search of people. */
const ABSENT_OF_ONE = [...ABSENT, 'whole', 'filter'] as const;

/** Reads the documents of a query, page by page. */
export function useDocumentRows(
  query: Partial<Record<'patid' | 'kind' | 'sealed' | 'state' | 'from' | 'to', string>>,
) {
  const list = useInfiniteQuery({
    queryKey: ['documents', query],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      getDocuments({ ...query, ...(pageParam !== '' && { cursor: pageParam }) }),
    getNextPageParam: (last) => last.cursor ?? undefined,
  });
  const rows: readonly DocumentRow[] = list.data?.pages.flatMap((page) => page.items) ?? [];
  return { list, rows };
}
export type DocumentRows = ReturnType<typeof useDocumentRows>;

/**
 * @param patid the only patient of the list; null for all
 * @param isFiltered by more than the patient: an empty list names the filter as its reason
 * @param isNamed each line names its patient
 * @param onAdd adds a document; undefined for users who may not
 */
export function DocumentsList({
  list,
  rows,
  patid,
  isFiltered,
  isNamed = true,
  onAdd,
}: DocumentRows & {
  patid: string | null;
  isFiltered: boolean;
  isNamed?: boolean;
  onAdd?: (() => void) | undefined;
}) {
  const t = useDocumentsTexts(),
    { user } = useSession(),
    isWide = useMediaQuery(WIDE, false, { getInitialValueInEffect: false }),
    shownFile = useQueryParams(['file']),
    root = useRef<HTMLDivElement>(null),
    keys = useListKeys(root, { without: isNamed ? ABSENT : ABSENT_OF_ONE }),
    shown = isWide
      ? rows.find((row) => row.fileId === shownFile.values.file && mayBeOpened(row, user?.role))
      : undefined,
    chosen = useChosen(rows, ({ fileId }) => fileId),
    drawn = useDrawn(rows);
  return (
    <>
      <PagedList
        list={list}
        isEmpty={rows.length === 0}
        empty={
          isFiltered ? t('list.emptyFilter') : <NothingYet isOfOne={patid !== null} onAdd={onAdd} />
        }
      >
        <div className="d-split" data-open={shown !== undefined} ref={root}>
          <div className="p-card d-list p-long">
            <Table highlightOnHover className="d-table">
              <TableHead isNamed={isNamed} />
              <Table.Tbody data-rows aria-busy={drawn.length < rows.length}>
                {drawn.map((row) => (
                  <DocumentLine
                    key={row.fileId}
                    row={row}
                    isNamed={isNamed}
                    isShown={row === shown}
                    isChosen={chosen.has(row)}
                    onChoose={() => chosen.toggle(row)}
                    onShow={isWide ? () => shownFile.set('file', row.fileId) : undefined}
                  />
                ))}
              </Table.Tbody>
            </Table>
          </div>
          {shown && <Preview key={shown.fileId} row={shown} onClose={shownFile.reset} />}
        </div>
      </PagedList>
      <ChosenDocuments chosen={chosen} />
      {keys}
    </>
  );
}

/** What will be here, and how the first document gets here. */
function NothingYet({ isOfOne, onAdd }: { isOfOne: boolean; onAdd: (() => void) | undefined }) {
  const t = useDocumentsTexts();
  return (
    <>
      <p>{t(isOfOne ? 'list.emptyOf' : 'list.empty')}</p>
      <p>{t('list.empty.what')}</p>
      {onAdd && (
        <p className="p-noprint">
          <Button variant="default" onClick={onAdd}>
            {t('add.title')}
          </Button>
        </p>
      )}
    </>
  );
}

function TableHead({ isNamed }: { isNamed: boolean }) {
  const t = useDocumentsTexts();
  return (
    <Table.Thead>
      <Table.Tr>
        <Table.Th className="d-check p-noprint">
          <span className="d-sr">{t('col.choose')}</span>
        </Table.Th>
        <Table.Th>{t('col.at')}</Table.Th>
        {isNamed && <Table.Th>{t('col.patient')}</Table.Th>}
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
