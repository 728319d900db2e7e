// Discards selected pages with a reason (V1); they are kept for a week and can be restored.

import { Button, Group, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { COMMENT_MAX, isCommentShortEnough } from '../../../shared/base/comment.ts';
import { errorText } from '../../../shared/base/errors.ts';
import { ErrorNotice, useUiTexts } from '../../ui/ErrorNotice.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { sayWithUndo } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { usePapersTexts } from './papers-texts.ts';
import { discardScans, reopenScans } from './scan-calls.ts';
import type { ChosenPage } from './chosen-page.ts';
import { Modal } from '../../ui/Modal.tsx';

interface Props {
  isOpen: boolean;
  pages: readonly ChosenPage[];
  onClose: () => void;
  onDone: () => Promise<void>;
  onUndone: () => Promise<void>;
}

export function ScanDiscard({ isOpen, pages, onClose, onDone, onUndone }: Props) {
  const t = usePapersTexts(),
    ui = useUiTexts(),
    language = useLanguage(),
    { isBusy, failed, run } = useSubmit();
  const [reason, setReason] = useState(''),
    [isTried, setTried] = useState(false),
    clean = reason.trim(),
    isShort = isCommentShortEnough(clean);
  const send = (): void => {
    setTried(true);
    if (clean === '' || !isShort) return;
    const ids = pages.map((one) => one.page.pageId);
    void run(async () => {
      await discardScans(ids, clean);
      setReason('');
      setTried(false);
      await onDone();
      sayWithUndo(t('scan.discardDone'), async () => {
        await reopenScans(ids);
        await onUndone();
      });
    });
  };
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('scan.discard')}>
      <form
        className="p-stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Text size="sm" c="dimmed">
          {t('scan.discardHow')}
        </Text>
        <Textarea
          label={t('scan.reason')}
          data-autofocus
          rows={3}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          description={t('scan.length', { n: [...clean].length, max: COMMENT_MAX })}
          error={
            !isShort
              ? errorText('comment_too_long', language)
              : isTried && clean === ''
                ? t('scan.reasonMissing')
                : undefined
          }
        />
        {failed !== null && <ErrorNotice error={failed} isSave />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {ui('cancel')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {t('scan.discard')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
