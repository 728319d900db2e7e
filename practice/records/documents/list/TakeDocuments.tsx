// Exports the list of documents as it is filtered: every row, never the documents themselves.

import { berlinDay } from '../../../../shared/base/dates.ts';
import type { DocumentRow } from '../../../../shared/papers/documents.schema.ts';
import { breathe, type Taking } from '../../../report-kit/fetch-whole.ts';
import { TakeMenu } from '../../../report-kit/TakeMenu.tsx';
import { useToday } from '../../../ui/wording/now.ts';
import { LEVEL_WORD } from '../DocumentLine.tsx';
import { getDocuments } from '../documents-calls.ts';
import { useDocumentsTexts } from '../documents-texts.ts';
import { titleOf } from '../use-document-acts.ts';

/** Reads all pages. @throws Cancelled */
async function readAll(
  query: Record<string, string>,
  { signal, onRows }: Taking,
): Promise<DocumentRow[]> {
  const rows: DocumentRow[] = [];
  let cursor: string | null = '';
  do {
    const page = await getDocuments({ ...query, ...(cursor !== '' && { cursor }) });
    rows.push(...page.items);
    ({ cursor } = page);
    onRows(rows.length, rows.length);
    await breathe(signal);
  } while (cursor !== null);
  return rows;
}

export function TakeDocuments({ query }: { query: Record<string, string> }) {
  const t = useDocumentsTexts(),
    today = useToday();
  return (
    <TakeMenu
      title={t('list.title')}
      fileName={(ending) => `${t('list.title')}_${today}.${ending}`}
      table={async (taking) => ({
        spalten: [
          { key: 'at', titel: t('col.at'), typ: 'tag' },
          { key: 'name', titel: t('col.patient'), typ: 'text' },
          { key: 'born', titel: t('col.born'), typ: 'tag' },
          { key: 'title', titel: t('col.title'), typ: 'text' },
          { key: 'level', titel: t('col.level'), typ: 'text' },
          { key: 'state', titel: t('col.state'), typ: 'text' },
          { key: 'by', titel: t('col.by'), typ: 'text' },
        ],
        zeilen: (await readAll(query, taking)).map((row) => ({
          at: berlinDay(row.at),
          name: row.patientName,
          born: row.geburtsdatum === '' ? null : row.geburtsdatum,
          title: titleOf(t, row),
          level: t(row.kind === 'upload' ? 'level.upload' : LEVEL_WORD[row.level]),
          state: t(row.voidedAt === null ? 'state.filed' : 'filter.voided'),
          by: row.uploadedBy ?? '',
        })),
      })}
    />
  );
}
