// Sets a new password by the link of a mail; opening the page does not use the token up, submitting
// the form does.

import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { callByLink } from '../../api.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useAuthTexts } from './auth-texts.ts';
import { LinkSheet, ToSignIn } from './LinkSheet.tsx';
import { NewPassword } from './NewPassword.tsx';
import { useLinkToken } from './use-link-token.ts';

export function ResetPage() {
  const t = useAuthTexts();
  const token = useLinkToken('/reset');
  const [email, setEmail] = useState<string | null>(null);
  const set = async (newPassword: string): Promise<void> => {
    setEmail(
      (await callByLink<{ email: string }>('/auth/setnewpassword', { token, newPassword })).email,
    );
  };
  if (email !== null) {
    return (
      <LinkSheet title={t('reset.done')}>
        <Notice tone="ok" role="status">
          {t('reset.doneText', { email })}
        </Notice>
        <ToSignIn />
      </LinkSheet>
    );
  }
  return (
    <LinkSheet title={t('reset.title')}>
      <Text c="dimmed">{t('reset.lead')}</Text>
      <NewPassword goLabel={t('reset.go')} onSet={set} />
      <Button component={Link} to="/reset" variant="subtle">
        {t('reset.again')}
      </Button>
    </LinkSheet>
  );
}
