// Invitation page: the invited person and the practice; choosing a password accepts it.

import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Invite } from '../../../shared/accounts/users.schema.ts';
import { CallError, callByLink } from '../../api.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Loading } from '../../ui/Page.tsx';
import { useAuthTexts } from './auth-texts.ts';
import { LinkSheet, ToSignIn } from './LinkSheet.tsx';
import { NewPassword } from './NewPassword.tsx';
import { useLinkToken } from './use-link-token.ts';

export function InvitePage() {
  const t = useAuthTexts();
  const token = useLinkToken('/einladung');
  const invite = useQuery({
    queryKey: ['invite', token],
    queryFn: () => callByLink<Invite>('/auth/acceptinvite', { token }),
    enabled: window.isSecureContext,
    retry: false,
    staleTime: Infinity,
  });
  const [isDone, setDone] = useState(false);
  const set = async (newPassword: string): Promise<void> => {
    await callByLink('/auth/setnewpassword', { token, newPassword });
    setDone(true);
  };
  const isOver = invite.error instanceof CallError && invite.error.code === 'link_invalid';
  return (
    <LinkSheet title={isDone ? t('invite.done') : t('invite.title')}>
      {invite.isPending && <Loading />}
      {isOver && (
        <>
          <Notice tone="warn">{t('invite.invalid')}</Notice>
          <ToSignIn />
        </>
      )}
      {invite.isError && !isOver && (
        <ErrorNotice error={invite.error} onRetry={() => void invite.refetch()} />
      )}
      {invite.data && !isDone && (
        <>
          <Text>
            {t('invite.lead', {
              name: `${invite.data.firstName} ${invite.data.lastname}`,
              praxis: invite.data.praxisName,
            })}
          </Text>
          <Text c="dimmed">{t('invite.email', { email: invite.data.email })}</Text>
          <NewPassword goLabel={t('invite.go')} email={invite.data.email} onSet={set} />
        </>
      )}
      {isDone && (
        <>
          <Notice tone="ok" role="status">
            {t('invite.doneText')}
          </Notice>
          <ToSignIn />
        </>
      )}
    </LinkSheet>
  );
}
