// A document next to the list: its pages in the browser's own viewer, or the picture, with all
// actions.

import { CloseButton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { berlinDay, dayText } from '../../../shared/base/dates.ts';
import type { DocumentRow } from '../../../shared/papers/documents.schema.ts';
import { ErrorNotice, useUiTexts } from '../../ui/ErrorNotice.tsx';
import { showInstant } from '../../ui/wording/moments.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Loading } from '../../ui/Page.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { ActButtons } from './DocumentActs.tsx';
import { useDocumentsTexts } from './documents-texts.ts';
import { fileQuery, titleOf } from './use-document-acts.ts';

/** An object URL for bytes, valid while they are shown. */
function useAddress(bytes: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!bytes) return undefined;
    const made = URL.createObjectURL(bytes);
    setUrl(made);
    return () => {
      setUrl(undefined);
      URL.revokeObjectURL(made);
    };
  }, [bytes]);
  return url;
}

export function Preview({ row, onClose }: { row: DocumentRow; onClose: () => void }) {
  const t = useDocumentsTexts(),
    ui = useUiTexts(),
    language = useLanguage(),
    title = titleOf(t, row);
  const file = useQuery({
    ...fileQuery(row.fileId),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const isPdf = row.mime === 'application/pdf',
    url = useAddress(file.data);
  return (
    <section
      className="p-card d-preview"
      aria-label={t('preview', { title, name: row.patientName })}
    >
      <div className="d-preview-head">
        <div>
          <Title order={2} className="d-preview-title">
            {title}
          </Title>
          <Text size="sm">
            {row.patientName}{' '}
            {row.geburtsdatum !== '' && (
              <span className="p-tabular">*{dayText(row.geburtsdatum, language)}</span>
            )}{' '}
            <span className="p-muted p-tabular">· {showInstant(row.at, language)}</span>
          </Text>
        </div>
        <CloseButton aria-label={ui('close')} title={ui('close')} onClick={onClose} />
      </div>
      <ActButtons row={row} />
      {row.voidedAt !== null && (
        <Notice tone="warn">
          <Text size="sm">
            {t('state.voided', { date: dayText(berlinDay(row.voidedAt), language) })}
          </Text>
        </Notice>
      )}
      {file.isPending && <Loading />}
      {file.isError && <ErrorNotice error={file.error} onRetry={() => void file.refetch()} />}
      {url !== undefined &&
        (isPdf ? (
          <iframe className="d-page" title={title} src={`${url}#toolbar=0&navpanes=0&view=FitH`} />
        ) : (
          <img
            className="d-picture"
            src={url}
            alt={t('picture', { title, name: row.patientName })}
          />
        ))}
    </section>
  );
}
