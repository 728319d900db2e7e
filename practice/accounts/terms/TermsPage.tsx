// Page of the terms of use and of the contract on processing: of each the text, its changes, who
// accepted it, and the button for users who may accept.

import './terms.css';
import { Button, Group, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { dayText, momentText } from '../../../shared/base/dates.ts';
import type { ProcessingView, TermsView } from '../../../shared/accounts/terms.schema.ts';
import { call, TIMEOUT } from '../../api.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Loading, Page } from '../../ui/Page.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { say } from '../../ui/toast.tsx';
import { ServiceList } from './ServiceList.tsx';
import { useTermsTexts } from './terms-texts.ts';
import { plain, TermsText } from './TermsText.tsx';
import { useProcessing, useTerms, type DocumentName } from './use-terms.ts';

export function TermsPage() {
  const t = useTermsTexts(),
    terms = useTerms(),
    contract = useProcessing();
  return (
    <Page title={t('title')}>
      <div className="p-stack t-text">
        <Text>{t('lead')}</Text>
        <Section name="agb" found={terms} />
        <Section name="avv" found={contract}>
          {contract.data && <AfterContract view={contract.data} />}
        </Section>
      </div>
    </Page>
  );
}

function Section({
  name,
  found,
  children,
}: {
  name: DocumentName;
  found: UseQueryResult<TermsView>;
  children?: ReactNode;
}) {
  const t = useTermsTexts();
  return (
    <section className="p-stack" aria-labelledby={name}>
      <Title order={2} id={name}>
        {t(`doc.${name}`)}
      </Title>
      {found.isPending && <Loading />}
      {found.isError && <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && <Terms name={name} view={found.data} />}
      {children}
    </section>
  );
}

function AfterContract({ view }: { view: ProcessingView }) {
  const t = useTermsTexts();
  return (
    <>
      <ServiceList inUse={view.services} />
      <Group>
        <Button component={Link} to="/agb/auftragsverarbeitung" variant="default">
          {t('printPage')}
        </Button>
      </Group>
    </>
  );
}

function Terms({ name, view }: { name: DocumentName; view: TermsView }) {
  const t = useTermsTexts(),
    language = useLanguage(),
    queries = useQueryClient();
  const accept = useMutation({
    mutationFn: () =>
      call<TermsView>(`/api/${name}`, {
        json: { version: view.version, sha256: view.sha256 },
        timeout: TIMEOUT,
      }),
    onSuccess: async (next) => {
      queries.setQueryData([name], next);
      say(t('done'));
      // Calls that were rejected until acceptance are refetched.
      await queries.invalidateQueries();
    },
  });
  return (
    <>
      {view.state === 'open' && (
        <Notice tone="info" role="status">
          {view.mayAccept
            ? t(`why.${name}`)
            : t(`others.${name}`, { names: view.whoMay.join(', ') })}
        </Notice>
      )}
      {view.state === 'soon' && (
        <Notice tone="warn" role="status">
          {t(`soon.${name}`, { date: dayText(view.dueFrom, language) })}
        </Notice>
      )}
      {view.accepted && (
        <Notice tone="ok">
          {t('accepted', {
            version: view.accepted.version,
            at: momentText(view.accepted.at, language),
            name: view.accepted.name,
          })}
        </Notice>
      )}
      <Changes name={name} view={view} />
      <TermsText view={view} label={t(`text.${name}`)} />
      {accept.isError && <ErrorNotice error={accept.error} />}
      {view.mayAccept && view.state !== 'accepted' && (
        <div>
          <Button loading={accept.isPending} onClick={() => accept.mutate()}>
            {t(`accept.${name}`)}
          </Button>
        </div>
      )}
    </>
  );
}

function Changes({ name, view: { changes, accepted } }: { name: DocumentName; view: TermsView }) {
  const t = useTermsTexts();
  if (!changes || !accepted) return null;
  return (
    <section className="p-card" aria-labelledby={`changes-${name}`}>
      <Title order={3} id={`changes-${name}`} mb={12}>
        {t('changes', { version: accepted.version })}
      </Title>
      {changes
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
  );
}
