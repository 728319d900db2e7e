// What is seen while the app asks who is signed in, and when nobody answers.

import { Button, Group, Loader, Text, Title } from '@mantine/core';
import { startSession } from '../api.ts';
import { useAppTexts } from './app-texts.ts';

export function StartPage({ isUnreachable }: { isUnreachable: boolean }) {
  const t = useAppTexts();
  return (
    <main className="p-center">
      {isUnreachable ? (
        <div className="p-sheet" role="alert">
          <Title order={1}>{t('unreachable.title')}</Title>
          <Text mb={16}>{t('unreachable.text')}</Text>
          <Button onClick={() => void startSession()}>{t('unreachable.retry')}</Button>
        </div>
      ) : (
        <Group gap={8} role="status"><Loader size={20} /><Title order={1} size="md" fw={400}>{t('starting')}</Title></Group>
      )}
    </main>
  );
}
