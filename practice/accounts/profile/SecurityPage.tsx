// Security of the own account: password, second factors, recovery codes, PIN of the lock.

import { useState } from 'react';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useOwnFactors } from '../../ui/saving/own-factors.ts';
import { Loading } from '../../ui/Page.tsx';
import { CodesCard, CodesSheet } from './CodesCard.tsx';
import { useProfileTexts } from './profile-texts.ts';
import { PasskeysCard } from './PasskeysCard.tsx';
import { PasswordCard } from './PasswordCard.tsx';
import { MailFactorCard, PinCard } from './PinCard.tsx';
import { TotpCard } from './TotpCard.tsx';

export function SecurityPage() {
  const t = useProfileTexts();
  const query = useOwnFactors();
  const [codes, setCodes] = useState<string[] | null>(null);
  const factors = query.data;
  const hasFactor =
    factors !== undefined && (factors.totp || factors.mail || factors.passkeys.length > 0);
  return (
    <>
      {query.isPending && <Loading />}
      {query.isError && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {factors && factors.need !== 'no' && (
        <Notice tone={factors.need === 'now' ? 'bad' : 'warn'}>
          {factors.need === 'now' ? t('need.now') : t('need.soon')}
        </Notice>
      )}
      {factors && (
        <>
          <PasskeysCard factors={factors} onCodes={setCodes} />
          <TotpCard factors={factors} onCodes={setCodes} />
          {(factors.mayUseMail || factors.mail) && (
            <MailFactorCard factors={factors} onCodes={setCodes} />
          )}
          {hasFactor && <CodesCard factors={factors} onCodes={setCodes} />}
          <PinCard factors={factors} />
          <PasswordCard />
        </>
      )}
      {codes && <CodesSheet codes={codes} onClose={() => setCodes(null)} />}
    </>
  );
}
