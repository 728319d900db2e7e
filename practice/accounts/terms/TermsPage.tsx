// Page of the terms of use: the text, its changes, who accepted it, and the button for users who
// may accept.

import './terms.css';
import { Button, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dayText, momentText } from '../../../shared/base/dates.ts';
import type { TermsView } from '../../../shared/accounts/terms.schema.ts';
import { call, TIMEOUT } from '../../api.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Loading, Page } from '../../ui/Page.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { say } from '../../ui/toast.tsx';
import { useTermsTexts } from './terms-texts.ts';
import { useTerms } from './use-terms.ts';

export function TermsPage() {
  const t = useTermsTexts(),
    terms = useTerms();
  return (
    <Page title={t('title')}>
      {terms.isPending && <Loading />}
      {terms.isError && <ErrorNotice error={terms.error} onRetry={() => void terms.refetch()} />}
      {terms.data && <Terms view={terms.data} />}
    </Page>
  );
}

function Terms({ view }: { view: TermsView }) {
  const t = useTermsTexts(),
    language = useLanguage(),
    queries = useQueryClient();
  const accept = useMutation({
    mutationFn: () =>
      call<TermsView>('/api/agb', {
        json: { version: view.version, sha256: view.sha256 },
        timeout: TIMEOUT,
      }),
    onSuccess: async (next) => {
      queries.setQueryData(['agb'], next);
      say(t('done'));
      // Calls that were rejected until acceptance are refetched.
      await queries.invalidateQueries();
    },
  });
  const isGerman = language === 'de',
    text = isGerman ? view.de : view.en;
  const day = (at: number): string => momentText(at, language);
  return (
    <div className="p-stack t-text">
      {view.state === 'open' && (
        <Notice tone="info" role="status">
          {view.mayAccept ? t('why') : t('others', { names: view.whoMay.join(', ') })}
        </Notice>
      )}
      {view.state === 'soon' && (
        <Notice tone="warn" role="status">
          {t('soon', { date: dayText(view.dueFrom, language) })}
        </Notice>
      )}
      {view.accepted && (
        <Notice tone="ok">
          {t('accepted', {
            version: view.accepted.version,
            at: day(view.accepted.at),
            name: view.accepted.name,
          })}
        </Notice>
      )}
      {view.changes && view.accepted && (
        <section className="p-card" aria-labelledby="changes">
          <Title order={2} id="changes" mb={12}>
            {t('changes', { version: view.accepted.version })}
          </Title>
          {view.changes
            .filter((one) => one.kind !== 'same')
            .map((one) => (
              <div key={one.kind + one.line} className="t-change" data-kind={one.kind} lang="de">
                {one.kind === 'added' ? (
                  <ins>
                    <strong>{t('changes.added')}</strong> {plain(one.line)}
                  </ins>
                ) : (
                  <del>
                    <strong>{t('changes.removed')}</strong> {plain(one.line)}
                  </del>
                )}
              </div>
            ))}
        </section>
      )}
      <section className="p-card" lang={isGerman ? 'de' : 'en'} aria-label={t('text')}>
        <Title order={2}>{text.title}</Title>
        <Text size="sm" c="dimmed" mb={8}>
          {t('version', { version: view.version, date: dayText(view.validFrom, language) })}
          {!view.isReviewed && <> · {t('unreviewed')}</>}
          {!isGerman && <> · {t('reading')}</>}
        </Text>
        {text.lines.map((line) =>
          line.startsWith('## ') ? <h3 key={line}>{plain(line)}</h3> : <p key={line}>{line}</p>,
        )}
      </section>
      {accept.isError && <ErrorNotice error={accept.error} />}
      {view.mayAccept && view.state !== 'accepted' && (
        <div>
          <Button loading={accept.isPending} onClick={() => accept.mutate()}>
            {t('accept')}
          </Button>
        </div>
      )}
    </div>
  );
}

const plain = (line: string): string => line.replace(/^## /, '');
