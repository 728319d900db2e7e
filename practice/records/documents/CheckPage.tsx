// Check page: any PDF dropped anywhere gets a plain answer; nothing of it is stored.

import './documents.css';
import { Button, Group, Loader, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconDownload, IconFileSearch, IconPrinter } from '@tabler/icons-react';
import { useRef } from 'react';
import { berlinDay, dayText } from '../../../shared/base/dates.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Page } from '../../ui/Page.tsx';
import { download } from '../../ui/pdf.ts';
import { useLanguage } from '../../ui/texts.ts';
import { sayError } from '../../ui/toast.tsx';
import { CheckAnswer } from './CheckAnswer.tsx';
import { checkFile } from './documents-calls.ts';
import { useDocumentsTexts } from './documents-texts.ts';
import { UnreadableAnswer } from './UnreadableAnswer.tsx';
import { SealKeysCard } from './SealKeysCard.tsx';
import { TrustCard } from './trust/TrustCard.tsx';
import { useSession } from '../../session.ts';
import { useSeal } from './use-seal.ts';
import { useFileDrop } from './use-file-drop.ts';

export function CheckPage() {
  const t = useDocumentsTexts(),
    language = useLanguage(),
    seal = useSeal().data,
    { user } = useSession();
  const input = useRef<HTMLInputElement>(null);
  const run = useMutation({ mutationFn: (file: File) => checkFile(file) });
  const { mutate } = run;
  const isOver = useFileDrop(([file]) => {
    if (file) mutate(file);
  });

  return (
    <Page title={t('check.title')}>
      <div className="p-narrow p-stack">
        <section className="d-drop p-noprint" data-over={isOver}>
          <IconFileSearch size={32} stroke={1.5} aria-hidden />
          <Text>{isOver ? t('check.drop') : t('check.lead')}</Text>
          <Button variant={run.data ? 'default' : 'filled'} onClick={() => input.current?.click()}>
            {run.data ? t('check.another') : t('check.choose')}
          </Button>
          <input
            ref={input}
            type="file"
            accept="application/pdf,.pdf"
            hidden
            aria-hidden
            tabIndex={-1}
            onChange={(event) => {
              const [file] = event.currentTarget.files ?? [];
              event.currentTarget.value = '';
              if (file) mutate(file);
            }}
          />
        </section>
        <div aria-live="polite">
          {run.isPending && (
            <Group gap={8}>
              <Loader size={16} />
              <Text>{t('check.running', { name: run.variables.name })}</Text>
            </Group>
          )}
          {run.isError && (
            <ErrorNotice error={run.error} onRetry={() => run.variables && mutate(run.variables)} />
          )}
          {run.data && (
            <>
              {run.data.isReadable ? (
                <CheckAnswer report={run.data} fileName={run.variables.name} at={run.submittedAt} />
              ) : (
                <UnreadableAnswer
                  reason={run.data.reason}
                  hadSeal={run.data.hadSeal}
                  fileName={run.variables.name}
                />
              )}
              <Button
                className="p-noprint"
                mt={12}
                variant="default"
                leftSection={<IconPrinter size={16} stroke={1.75} aria-hidden />}
                onClick={() => print()}
              >
                {t('check.print')}
              </Button>
            </>
          )}
        </div>
        <section className="p-card p-noprint">
          <Title order={2} mb={4}>
            {t('ca.title')}
          </Title>
          <Text mb={8}>{t('ca.text')}</Text>
          <Text size="sm" c="dimmed" mb={12}>
            {t('ca.how')}
          </Text>
          {seal?.state === 'ok' && seal.validUntil !== null && (
            <Text size="sm" c="dimmed" mb={12}>
              {t('ca.until', { day: dayText(berlinDay(seal.validUntil), language) })}
            </Text>
          )}
          <Button
            className="d-ca"
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
            onClick={() => void download('/documents/ca', 'praxis-siegel.pem').catch(sayError)}
          >
            {t('ca.download')}
          </Button>
        </section>
        {user?.role === 'owner' && (
          <>
            <SealKeysCard />
            <TrustCard />
          </>
        )}
      </div>
    </Page>
  );
}
