// Prompts users with access to a whole practice to set up a second factor: can be postponed in the
// first days, later mandatory.

import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router';
import { useSession } from '../session.ts';
import { Notice } from '../ui/Notice.tsx';
import { useAppTexts } from './app-texts.ts';

const PAGE = '/konto/sicherheit';

export function FactorBanner() {
  const t = useAppTexts();
  const {
    account: { factorNeed },
  } = useSession();
  const { pathname } = useLocation();
  const [isLater, setLater] = useState(false);
  if (factorNeed === 'no' || pathname.startsWith('/konto')) return null;
  if (factorNeed === 'now') return <Navigate to={PAGE} replace />;
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
