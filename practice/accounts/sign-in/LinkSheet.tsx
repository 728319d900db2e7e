// Layout of every page opened by a mail's link: one title, one action.

import { Button, Title } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useAuthTexts } from './auth-texts.ts';
import { InsecureSheet } from './SignInPage.tsx';

export function LinkSheet({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Molar`;
  }, [title]);
  return (
    <main className="p-center">
      {window.isSecureContext ? (
        <div className="p-sheet p-stack">
          <Title order={1}>{title}</Title>
          {children}
        </div>
      ) : (
        <InsecureSheet />
      )}
    </main>
  );
}

export function ToSignIn() {
  const t = useAuthTexts();
  return (
    <Button component={Link} to="/" variant="default" reloadDocument>
      {t('first.toSignIn')}
    </Button>
  );
}
