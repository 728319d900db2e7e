// Sign-in page; over plain http beyond this computer it explains the way out instead of asking for a password.

import { Anchor, List, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { useAuthTexts } from './auth-texts.ts';
import { SignInForm } from './SignInForm.tsx';

export function SignInPage() {
  const t = useAuthTexts();
  useEffect(() => {
    document.title = `${t('signIn.title')} · Molar`;
  }, [t]);
  return (
    <main className="p-center">
      {window.isSecureContext ? (
        <div className="p-sheet">
          <Title order={1}>{t('signIn.title')}</Title>
          <Text c="dimmed" mb={16}>{t('signIn.lead')}</Text>
          <SignInForm goLabel={t('signIn.go')} />
          <Anchor component={Link} to="/reset" className="p-anchor" mt={8}>{t('forgotten.link')}</Anchor>
        </div>
      ) : <InsecureSheet />}
    </main>
  );
}

export function InsecureSheet() {
  const t = useAuthTexts();
  const port = location.port === '' ? '' : `:${location.port}`;
  return (
    <div className="p-sheet">
      <Title order={1}>{t('insecure.title')}</Title>
      <Text mb={12}>{t('insecure.text')}</Text>
      <List type="ordered" spacing={8}>
        <List.Item>{t('insecure.way1', { url: `http://localhost${port}/practice/` })}</List.Item>
        <List.Item>{t('insecure.way2')}</List.Item>
        <List.Item>{t('insecure.way3')}</List.Item>
      </List>
    </div>
  );
}
