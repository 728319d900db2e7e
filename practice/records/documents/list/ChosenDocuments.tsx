// What can be done with the chosen documents: saved together as one archive.

import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { DocumentRow } from '../../../../shared/papers/documents.schema.ts';
import { useSession } from '../../../session.ts';
import { ChosenBar } from '../../../ui/lists/ChosenBar.tsx';
import type { Chosen } from '../../../ui/lists/use-chosen.ts';
import { saveBytes } from '../../../ui/pdf.ts';
import { useSubmit } from '../../../ui/saving/use-submit.ts';
import { say, sayError } from '../../../ui/toast.tsx';
import { useToday } from '../../../ui/wording/now.ts';
import { mayBeOpened } from '../DocumentActs.tsx';
import { useDocumentsTexts } from '../documents-texts.ts';
import { fileNameOf, fileQuery } from '../use-document-acts.ts';

/** Makes a name unique within an archive: `Brief (2).pdf`. Pure. */
export function uniqueName(name: string, taken: ReadonlySet<string>): string {
  const dot = name.lastIndexOf('.');
  let free = name;
  for (let n = 2; taken.has(free); n += 1) free = `${name.slice(0, dot)} (${n})${name.slice(dot)}`;
  return free;
}

export function ChosenDocuments({ chosen }: { chosen: Chosen<DocumentRow> }) {
  const t = useDocumentsTexts(),
    { user } = useSession(),
    queries = useQueryClient(),
    today = useToday(),
    { isBusy, run } = useSubmit(),
    readable = chosen.rows.filter((row) => mayBeOpened(row, user?.role)),
    left = chosen.rows.length - readable.length;
  const save = (): void =>
    void run(async () => {
      const { zipSync } = await import('fflate/browser'),
        files: Record<string, [Uint8Array, { level: 0 }]> = {};
      for (const row of readable) {
        const bytes = await queries.fetchQuery(fileQuery(row.fileId)),
          // Papers of several people: the number tells them apart, a name would be in the file's name.
          name = uniqueName(`${row.patid} ${fileNameOf(t, row)}`, new Set(Object.keys(files)));
        // A PDF is compressed already.
        files[name] = [new Uint8Array(await bytes.arrayBuffer()), { level: 0 }];
      }
      const archive = new Uint8Array(zipSync(files));
      saveBytes(
        new Blob([archive], { type: 'application/zip' }),
        `${t('list.title')}_${today}.zip`,
      );
      if (left > 0) say(t('many.left', { n: left }));
      chosen.clear();
    }, sayError);
  return (
    <ChosenBar n={chosen.rows.length} onNone={chosen.clear}>
      <Button size="xs" loading={isBusy} disabled={readable.length === 0} onClick={save}>
        {t('many.save', { n: readable.length })}
      </Button>
    </ChosenBar>
  );
}
