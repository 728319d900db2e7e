// Prompts users with access to a whole practice to set up a second factor: can be postponed in the
// first days, later mandatory; afterwards it leads on to the page that was wanted.

import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router';
import { useSession } from '../session.ts';
import { Notice } from '../ui/Notice.tsx';
import { useAppTexts } from './app-texts.ts';

const PAGE = '/konto/sicherheit';

/** Returns the page that was left for this one. */
const wantedIn = (state: unknown): string | undefined => {
  const wanted = (state as { wanted?: unknown } | null)?.wanted;
  return typeof wanted === 'string' ? wanted : undefined;
};

export function FactorBanner() {
  const t = useAppTexts();
  const {
    account: { factorNeed },
  } = useSession();
  const { pathname, search, state } = useLocation();
  const [isLater, setLater] = useState(false);
  if (pathname.startsWith('/konto')) {
    const wanted = wantedIn(state);
    return factorNeed === 'no' && wanted !== undefined ? <Onward to={wanted} /> : null;
  }
  if (factorNeed === 'no') return null;
  if (factorNeed === 'now')
    return <Navigate to={PAGE} state={{ wanted: pathname + search }} replace />;
  if (isLater) return null;
  return (
    <Notice tone="warn" role="status">
      <div className="p-row">
        <span>{t('factor.soon')}</span>
        <Button component={Link} to={PAGE} size="xs">
          {t('factor.go')}
        </Button>
        <Button size="xs" variant="default" onClick={() => setLater(true)}>
          {t('factor.later')}
        </Button>
      </div>
    </Notice>
  );
}

/** Stays until it is pressed: new recovery codes may still be on the screen. */
function Onward({ to }: { to: string }) {
  const t = useAppTexts();
  return (
    <Notice tone="ok" role="status">
      <div className="p-row">
        <span>{t('factor.done')}</span>
        <Button component={Link} to={to} size="xs">
          {t('factor.onward')}
        </Button>
      </div>
    </Notice>
  );
}
