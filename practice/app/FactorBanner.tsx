// Prompts users with access to a whole practice to set up a second factor: can be postponed in the
// first days, later mandatory; afterwards it leads on to the page that was wanted.

import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useSession } from '../session.ts';
import { Notice } from '../ui/Notice.tsx';
import { useAppTexts } from './app-texts.ts';

const PAGE = '/konto/sicherheit';

export function FactorBanner() {
  const t = useAppTexts();
  const {
    account: { factorNeed },
  } = useSession();
  const { pathname, search } = useLocation();
  const [isLater, setLater] = useState(false),
    [wanted, setWanted] = useState<string | null>(null);
  if (pathname.startsWith('/konto'))
    return (
      factorNeed === 'no' &&
      wanted !== null && <Onward to={wanted} onGone={() => setWanted(null)} />
    );
  if (factorNeed === 'no') return null;
  if (factorNeed === 'now')
    return <Detour key={pathname} onLeave={() => setWanted(pathname + search)} />;
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

/** Leads to the security page. */
function Detour({ onLeave }: { onLeave: () => void }) {
  const navigate = useNavigate();
  const leave = useEffectEvent(() => {
    onLeave();
    void navigate(PAGE, { replace: true });
  });
  useEffect(() => leave(), []);
  return null;
}

/** Stays until it is pressed: new recovery codes may still be on the screen. */
function Onward({ to, onGone }: { to: string; onGone: () => void }) {
  const t = useAppTexts();
  return (
    <Notice tone="ok" role="status">
      <div className="p-row">
        <span>{t('factor.done')}</span>
        <Button component={Link} to={to} size="xs" onClick={onGone}>
          {t('factor.onward')}
        </Button>
      </div>
    </Notice>
  );
}
