// Gate of the terms of use and of the contract on processing: until both are accepted, owners see
// them in place of every page but their account; other users see why, and who can accept.

import './terms.css';
import { Button, Group } from '@mantine/core';
import { Suspense, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import type { TermsView } from '../../../shared/accounts/terms.schema.ts';
import { dayText } from '../../../shared/base/dates.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Loading } from '../../ui/Page.tsx';
import { useTermsTexts } from './terms-texts.ts';
import { useProcessing, useTerms, type DocumentName } from './use-terms.ts';
import { useLanguage } from '../../ui/texts.ts';

const AgbPage = lazyPart(async () => (await import('./TermsPage.tsx')).TermsPage);

const stops = (view: TermsView | undefined): boolean =>
  view !== undefined && view.state === 'open' && view.mayAccept;

export function TermsGate({ children }: { children: ReactNode }) {
  const { pathname } = useLocation(),
    terms = useTerms(),
    contract = useProcessing();
  const isFree = /^\/(konto|agb)(\/|$)/.test(pathname);
  return (stops(terms.data) || stops(contract.data)) && !isFree ? (
    <Suspense fallback={<Loading />}>
      <AgbPage />
    </Suspense>
  ) : (
    children
  );
}

export function TermsBanner() {
  const terms = useTerms(),
    contract = useProcessing();
  return (
    <>
      <Line name="agb" view={terms.data} />
      <Line name="avv" view={contract.data} />
    </>
  );
}

function Line({ name, view }: { name: DocumentName; view: TermsView | undefined }) {
  const t = useTermsTexts(),
    language = useLanguage();
  if (!view || view.state === 'accepted' || stops(view)) return null;
  const names = view.whoMay.join(', '),
    date = dayText(view.dueFrom, language);
  return (
    <Notice tone={view.state === 'soon' ? 'warn' : 'info'} role="status">
      <Group gap={12}>
        <span>
          {view.state === 'open'
            ? t(`others.${name}`, { names })
            : view.mayAccept
              ? t(`soon.${name}`, { date })
              : t(`othersSoon.${name}`, { names, date })}
        </span>
        <Button size="xs" variant="default" component={Link} to={`/agb#${name}`}>
          {t('look')}
        </Button>
      </Group>
    </Notice>
  );
}
