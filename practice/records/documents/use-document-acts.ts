// Actions of one document: open, save, print, check its seal.

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DocumentRow } from '../../../shared/papers/documents.schema.ts';
import { useUiTexts } from '../../ui/ErrorNotice.tsx';
import { openFile, printFile, saveBytes } from '../../ui/pdf.ts';
import { say, sayError } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { checkFile, getFile, takeBack, type CheckAnswered } from './documents-calls.ts';
import { useDocumentsTexts, type DocumentsTexts } from './documents-texts.ts';

/**
 * Returns the title of a document on the screen: for uploads of the practice its kind, in the
 * language of the screen.
 */
export const titleOf = (t: DocumentsTexts, row: DocumentRow): string =>
  row.uploadKind === null ? row.title : t(`upload.${row.uploadKind}`);
/** The author's file name stays internal: the name contains the kind and the day. */
export const fileNameOf = (t: DocumentsTexts, row: DocumentRow): string =>
  `${titleOf(t, row)
    .replace(/[^\p{L}\p{N} ().-]/gu, '')
    .trim()} ${new Date(row.at).toISOString().slice(0, 10)}.${row.mime === 'application/pdf' ? 'pdf' : 'webp'}`;

/** Returns the query of a file; the file stays in memory only while it is shown. */
export const fileQuery = (fileId: string) => ({
  queryKey: ['document-file', fileId],
  queryFn: () => getFile(fileId),
  staleTime: Infinity,
  gcTime: 0,
});

interface Checked {
  report: CheckAnswered;
  at: number;
  fileName: string;
}
export interface DocumentActs {
  isBusy: boolean;
  checked: Checked | null;
  forget: () => void;
  open: () => void;
  save: () => void;
  print: () => void;
  check: () => void;
  /** Undoes an own upload. */
  takeBack: () => void;
}

export function useDocumentActs(row: DocumentRow): DocumentActs {
  const t = useDocumentsTexts(),
    ui = useUiTexts(),
    queries = useQueryClient(),
    { isBusy, run } = useSubmit();
  const [checked, setChecked] = useState<Checked | null>(null);
  const fileName = fileNameOf(t, row),
    read = (): Promise<Blob> => queries.fetchQuery(fileQuery(row.fileId));
  return {
    isBusy,
    checked,
    forget: () => setChecked(null),
    open: () =>
      void run(async () => {
        if (!(await openFile(read, fileName))) say(ui('popup'));
      }, sayError),
    save: () => void run(async () => saveBytes(await read(), fileName), sayError),
    takeBack: () =>
      void run(async () => {
        await takeBack(row.fileId);
        await queries.invalidateQueries({ queryKey: ['documents'] });
        say(ui('undone'));
      }, sayError),
    print: () => void run(async () => printFile(await read(), fileName), sayError),
    check: () =>
      void run(
        async () => setChecked({ report: await checkFile(await read()), at: Date.now(), fileName }),
        sayError,
      ),
  };
}
