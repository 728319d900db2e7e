// Words that point to a patient, with the ways to settle each.

import { Button, Text } from '@mantine/core';
import { Notice } from '../../ui/Notice.tsx';
import { useTicketTexts } from './ticket-texts.ts';
import type { CarefulSend } from './use-careful-send.ts';

/** @param onRemove replaces a word in the text by the given one */
export function FoundWords({
  sending: { found, isSettled, keep, drop },
  onRemove,
}: {
  sending: CarefulSend;
  onRemove: (word: string, by: string) => void;
}) {
  const t = useTicketTexts();
  if (isSettled)
    return (
      <Notice tone="ok" role="status">
        {t('found.left')}
      </Notice>
    );
  if (found.length === 0) return null;
  return (
    <Notice tone="warn" role="alert">
      <Text fw={600}>{t('found')}</Text>
      <ul className="tk-found">
        {found.map(({ word, kind }) => (
          <li key={word}>
            <span>
              <strong>{word}</strong> ({t(`found.${kind}`)})
            </span>
            <Button
              size="xs"
              onClick={() => {
                onRemove(word, t('found.removed'));
                drop(word);
              }}
            >
              {t('found.remove')}
            </Button>
            <Button size="xs" variant="default" onClick={() => keep(word)}>
              {t('found.keep')}
            </Button>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
