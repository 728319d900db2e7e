// Discards answers, of one questionnaire or of several, with a reason (V1); they are kept and can be
// restored.

import { Button, Group, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { COMMENT_MAX, isCommentShortEnough } from '../../../../shared/base/comment.ts';
import { errorText } from '../../../../shared/base/errors.ts';
import { ErrorNotice, useUiTexts } from '../../../ui/ErrorNotice.tsx';
import { useLanguage } from '../../../ui/texts.ts';
import { useSubmit } from '../../../ui/saving/use-submit.ts';
import { discard } from './tray-calls.ts';
import { useTrayTexts } from './tray-texts.ts';

export function DiscardForm({
  ids,
  onDone,
  onBack,
}: {
  ids: readonly string[];
  onDone: (text: string) => void;
  onBack: () => void;
}) {
  const t = useTrayTexts(),
    ui = useUiTexts(),
    language = useLanguage(),
    { isBusy, failed, run } = useSubmit();
  const [reason, setReason] = useState(''),
    [isTried, setTried] = useState(false);
  const isShort = isCommentShortEnough(reason.trim()),
    isMissing = reason.trim() === '';
  const send = async (): Promise<void> => {
    setTried(true);
    if (!isShort || isMissing) return;
    await run(async () => {
      for (const id of ids) await discard(id, reason.trim());
      onDone(t('discard.done'));
    });
  };
  return (
    <form
      className="p-stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Text size="sm" c="dimmed">
        {t('discard.text')}
      </Text>
      <Textarea
        label={t('discard.reason')}
        data-autofocus
        rows={3}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        description={t('discard.length', { n: [...reason.trim()].length, max: COMMENT_MAX })}
        error={
          !isShort
            ? errorText('comment_too_long', language)
            : isTried && isMissing
              ? t('discard.missing')
              : undefined
        }
      />
      {failed !== null && <ErrorNotice error={failed} isSave />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          {ui('cancel')}
        </Button>
        <Button type="submit" loading={isBusy}>
          {t('discard.go')}
        </Button>
      </Group>
    </form>
  );
}
