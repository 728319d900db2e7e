// Words that point to a patient, with the ways to settle each.

import { Button, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
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
  const t = useTicketTexts(),
    place = useRef<HTMLDivElement>(null),
    isAsking = found.length > 0;
  // On a phone the words would be below the keyboard.
  useEffect(() => {
    if (isAsking) place.current?.scrollIntoView({ block: 'center' });
  }, [isAsking]);
  if (isSettled)
    return (
      <Notice tone="ok" role="status">
        {t('found.left')}
      </Notice>
    );
  if (!isAsking) return null;
  return (
    <div ref={place}>
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
    </div>
  );
}
