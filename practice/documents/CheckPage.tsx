// Check page: any PDF dropped anywhere gets a plain answer; nothing of it is stored.

import './documents.css';
import { Button, Group, Loader, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconDownload, IconFileSearch, IconPrinter } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { UnreadableReason, VerifyReport } from '../../shared/verify.ts';
import { call, CallError, LONG_TIMEOUT } from '../api.ts';
import { ErrorNotice } from '../ui/ErrorNotice.tsx';
import { Page } from '../ui/Page.tsx';
import { download } from '../ui/pdf.ts';
import { sayError } from '../ui/toast.tsx';
import { CheckAnswer } from './CheckAnswer.tsx';
import { useDocumentsTexts } from './documents-texts.ts';
import { UnreadableAnswer } from './UnreadableAnswer.tsx';

const LIMIT = 20 * 1024 * 1024;
const UNREADABLE: readonly UnreadableReason[] = ['empty', 'not_a_pdf', 'encrypted', 'broken', 'too_large', 'too_many_pages'];

/** The reason why a file could not be read, or `undefined` for any other failure. */
export function unreadableReason(error: unknown): { reason: UnreadableReason; hadSeal: boolean } | undefined {
  if (!(error instanceof CallError)) return undefined;
  if (error.code === 'too_large') return { reason: 'too_large', hadSeal: false };
  const reason = UNREADABLE.find((one) => one === error.fields?.file);
  return reason && { reason, hadSeal: error.extra?.hadSeal === true };
}

async function check(file: File): Promise<VerifyReport> {
  if (file.size > LIMIT) return { isReadable: false, reason: 'too_large', hadSeal: false };
  if (file.size === 0) return { isReadable: false, reason: 'empty', hadSeal: false };
  try {
    return await call<VerifyReport>('/documents/check', { isR4c: true, method: 'POST', bytes: file, contentType: 'application/pdf', timeout: LONG_TIMEOUT });
  } catch (error) {
    const unreadable = unreadableReason(error);
    if (unreadable) return { isReadable: false, ...unreadable };
    throw error;
  }
}

export function CheckPage() {
  const t = useDocumentsTexts();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const run = useMutation({ mutationFn: check });
  const { mutate } = run;

  useEffect(() => {
    const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
    const over = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent): void => { if (event.relatedTarget === null) setOver(false); };
    const drop = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      const [file] = event.dataTransfer?.files ?? [];
      if (file) mutate(file);
    };
    addEventListener('dragover', over);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, [mutate]);

  return (
    <Page title={t('check.title')}>
      <div className="p-narrow p-stack">
        <section className="d-drop p-noprint" data-over={isOver}>
          <IconFileSearch size={32} stroke={1.5} aria-hidden />
          <Text>{isOver ? t('check.drop') : t('check.lead')}</Text>
          <Button variant={run.data ? 'default' : 'filled'} onClick={() => input.current?.click()}>{run.data ? t('check.another') : t('check.choose')}</Button>
          <input
            ref={input} type="file" accept="application/pdf,.pdf" hidden aria-hidden tabIndex={-1}
            onChange={(event) => {
              const [file] = event.currentTarget.files ?? [];
              event.currentTarget.value = '';
              if (file) mutate(file);
            }}
          />
        </section>
        <div aria-live="polite">
          {run.isPending && <Group gap={8}><Loader size={16} /><Text>{t('check.running', { name: run.variables.name })}</Text></Group>}
          {run.isError && <ErrorNotice error={run.error} onRetry={() => run.variables && mutate(run.variables)} />}
          {run.data && (
            <>
              {run.data.isReadable ? <CheckAnswer report={run.data} fileName={run.variables.name} at={run.submittedAt} /> : <UnreadableAnswer reason={run.data.reason} hadSeal={run.data.hadSeal} fileName={run.variables.name} />}
              <Button className="p-noprint" mt={12} variant="default" leftSection={<IconPrinter size={16} stroke={1.75} aria-hidden />} onClick={() => print()}>{t('check.print')}</Button>
            </>
          )}
        </div>
        <section className="p-card p-noprint">
          <Title order={2} mb={4}>{t('ca.title')}</Title>
          <Text mb={8}>{t('ca.text')}</Text>
          <Text size="sm" c="dimmed" mb={12}>{t('ca.how')}</Text>
          <Button className="d-ca" variant="default" leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />} onClick={() => void download('/documents/ca', 'praxis-siegel.pem').catch(sayError)}>{t('ca.download')}</Button>
        </section>
      </div>
    </Page>
  );
}
