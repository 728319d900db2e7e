// Error boundary around every page: states that nothing saved is lost, and offers the way back.

import { Button, Code, Text, Title } from '@mantine/core';
import { isRouteErrorResponse, Link, useRouteError } from 'react-router';
import { useAppTexts } from './app-texts.ts';

export function ErrorPage() {
  const t = useAppTexts();
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />;
  return (
    <main className="p-center">
      <div className="p-sheet" role="alert">
        <Title order={1}>{t('crash.title')}</Title>
        <Text mb={16}>{t('crash.text')}</Text>
        <Code block mb={16} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {error instanceof Error ? error.message : String(error)}
        </Code>
        <Button onClick={() => location.reload()}>{t('crash.reload')}</Button>
      </div>
    </main>
  );
}

export function NotFoundPage() {
  const t = useAppTexts();
  return (
    <div className="p-center">
      <div className="p-sheet">
        <Title order={1}>{t('notFound.title')}</Title>
        <Text mb={16}>{t('notFound.text')}</Text>
        <Button component={Link} to="/">
          {t('notFound.back')}
        </Button>
      </div>
    </div>
  );
}
