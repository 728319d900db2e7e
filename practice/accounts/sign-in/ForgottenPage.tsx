// "Passwort vergessen": asks for the address; the response is the same for every address.

import { Button, Text, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { callByLink } from '../../api.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useAuthTexts } from './auth-texts.ts';
import { LinkSheet, ToSignIn } from './LinkSheet.tsx';

export function ForgottenPage() {
  const t = useAuthTexts();
  const [email, setEmail] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [isSent, setSent] = useState(false);
  const { isBusy, failed, run, clear } = useSubmit();
  const field = useRef<HTMLInputElement>(null);
  const submit = async (): Promise<void> => {
    clear();
    setMissing(email.trim() === '');
    if (email.trim() === '') {
      field.current?.focus();
      return;
    }
    await run(async () => {
      await callByLink('/auth/resetpassword', { email: email.trim() });
      setSent(true);
    });
  };
  if (isSent) {
    return (
      <LinkSheet title={t('forgotten.title')}>
        <Notice tone="ok" role="status">
          {t('forgotten.sent', { email: email.trim() })}
        </Notice>
        <Text>{t('forgotten.nothing')}</Text>
        <ToSignIn />
      </LinkSheet>
    );
  }
  return (
    <LinkSheet title={t('forgotten.title')}>
      <Text c="dimmed">{t('forgotten.lead')}</Text>
      <form
        className="p-stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <TextInput
          ref={field}
          label={t('email')}
          type="email"
          autoComplete="username"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={isMissing ? t('missing.email') : undefined}
        />
        {failed !== null && <ErrorNotice error={failed} />}
        <Button type="submit" loading={isBusy}>
          {t('forgotten.go')}
        </Button>
        <Button component={Link} to="/" variant="subtle">
          {t('first.toSignIn')}
        </Button>
      </form>
    </LinkSheet>
  );
}
