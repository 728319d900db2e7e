// Catches render errors of a tablet: staff get a code, the patient goes on where it happened.

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Boundary } from '../../ui/crash/Boundary.tsx';
import { CrashPage } from '../../ui/crash/CrashPage.tsx';
import { Notice } from '../../ui/Notice.tsx';

export interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** Reported once per error: drafts are written, staff gets a code without personal data. */
  readonly onError: () => void;
}

export function ErrorBoundary({ children, onError }: ErrorBoundaryProps) {
  return (
    <Boundary onError={onError} page={Crash}>
      {children}
    </Boundary>
  );
}

function Crash({ onAgain }: { readonly onAgain: () => void }) {
  const { t } = useTranslation('app');
  return (
    <CrashPage
      title={t('crash.title')}
      reason={t('crash.now')}
      again={t('crash.again')}
      onAgain={onAgain}
    >
      <Notice kind="info" title={t('crash.safe')} />
    </CrashPage>
  );
}
