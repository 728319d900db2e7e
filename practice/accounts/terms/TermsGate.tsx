// Gate of the terms of use: until they are accepted, owners see them in place of every page but
// their account; other users see why, and who can accept.

import './terms.css';
import { Button, Group } from '@mantine/core';
import { Suspense, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { dayText } from '../../../shared/base/dates.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Loading } from '../../ui/Page.tsx';
import { useTermsTexts } from './terms-texts.ts';
import { useTerms } from './use-terms.ts';
import { useLanguage } from '../../ui/texts.ts';

const AgbPage = lazyPart(async () => (await import('./TermsPage.tsx')).TermsPage);

export function TermsGate({ children }: { children: ReactNode }) {
  const { pathname } = useLocation(),
    { data } = useTerms();
  const isFree = /^\/(konto|agb)(\/|$)/.test(pathname);
  return data?.state === 'open' && data.mayAccept && !isFree ? (
    <Suspense fallback={<Loading />}>
      <AgbPage />
    </Suspense>
  ) : (
    children
  );
}

export function TermsBanner() {
  const language = useLanguage();
  const t = useTermsTexts(),
    { data } = useTerms();
  if (!data || data.state === 'accepted' || (data.state === 'open' && data.mayAccept)) return null;
  const names = data.whoMay.join(', '),
    date = dayText(data.dueFrom, language);
  return (
    <Notice tone={data.state === 'soon' ? 'warn' : 'info'} role="status">
      <Group gap={12}>
        <span>
          {data.state === 'open'
            ? t('others', { names })
            : data.mayAccept
              ? t('soon', { date })
              : t('others.soon', { names, date })}
        </span>
        <Button size="xs" variant="default" component={Link} to="/agb">
          {t('look')}
        </Button>
      </Group>
    </Notice>
  );
}
