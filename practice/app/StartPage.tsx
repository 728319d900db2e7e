// Shown while the app checks the session, and when the server does not answer.

import { Button, Group, Loader, Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { startSession } from '../api.ts';
import { berlinDay, berlinTime, momentText } from '../../shared/base/dates.ts';
import { lastContact } from '../ui/wording/last-contact.ts';
import { useAppTexts } from './app-texts.ts';
import { useLanguage } from '../ui/texts.ts';

/** Continues automatically once the server is back. */
const RETRY_MS = 5_000;

export function StartPage({ isUnreachable }: { isUnreachable: boolean }) {
  const language = useLanguage();
  const t = useAppTexts(),
    since = lastContact(),
    [today] = useState(() => berlinDay(Date.now()));
  useEffect(() => {
    if (!isUnreachable) return undefined;
    const timer = setInterval(() => void startSession(), RETRY_MS);
    return () => clearInterval(timer);
  }, [isUnreachable]);
  return (
    <main className="p-center">
      {isUnreachable ? (
        <div className="p-sheet" role="alert">
          <Title order={1}>{t('unreachable.title')}</Title>
          <Text mb={16}>
            {since !== null && (
              <strong>
                {t('unreachable.since', {
                  time:
                    berlinDay(since) === today ? berlinTime(since) : momentText(since, language),
                })}{' '}
              </strong>
            )}
            {t('unreachable.text')}
          </Text>
          <Button onClick={() => void startSession()}>{t('unreachable.retry')}</Button>
        </div>
      ) : (
        <Group gap={8} role="status">
          <Loader size={20} />
          <Title order={1} size="md" fw={400}>
            {t('starting')}
          </Title>
        </Group>
      )}
    </main>
  );
}
