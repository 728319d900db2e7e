// Toasts at the lower edge; the one after sending carries ten seconds of undo.

import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconArrowBackUp } from '@tabler/icons-react';
import i18next from 'i18next';
import { useState } from 'react';
import { ErrorNotice, useUiTexts } from './ErrorNotice.tsx';
import { useNow } from './wording/now.ts';

/** How long an action may be undone. */
const UNDO_MS = 10_000;
let last = 0;
const UNDO_CLASS = 'p-undo';

/** Triggers the newest undo that is still shown, for a key; false when there is none. */
export function undoLast(): boolean {
  const buttons = document.querySelectorAll<HTMLButtonElement>(`.${UNDO_CLASS}`);
  const button = buttons[buttons.length - 1];
  button?.click();
  return button !== undefined;
}

const closeLabel = (): { 'aria-label': string } => ({
  'aria-label': i18next.t('close', { ns: 'ui' }),
});

/** Reports a success; closes automatically. */
export function say(text: string): void {
  notifications.show({ message: text, autoClose: 5_000, closeButtonProps: closeLabel() });
}

/** Reports in words what failed, where no call did; stays until closed. */
export function sayProblem(text: string): void {
  notifications.show({
    message: (
      <div role="alert" className="p-notice" data-tone="bad">
        {text}
      </div>
    ),
    autoClose: false,
    closeButtonProps: closeLabel(),
  });
}

/** Reports a failed action; stays until closed. */
export function sayError(error: unknown): void {
  notifications.show({
    message: <ErrorNotice error={error} />,
    autoClose: false,
    closeButtonProps: closeLabel(),
  });
}

/**
 * Reports an action and offers undo: for ten seconds, or until `until` (ms, this computer's clock)
 * where the server sets it.
 */
export function sayWithUndo(
  text: string,
  undo: () => Promise<void> | void,
  until = Date.now() + UNDO_MS,
): void {
  const id = `undo-${++last}`;
  notifications.show({
    id,
    autoClose: Math.max(1_000, until - Date.now()),
    withCloseButton: false,
    message: (
      <UndoMessage text={text} until={until} undo={undo} close={() => notifications.hide(id)} />
    ),
  });
}

function UndoMessage({
  text,
  until,
  undo,
  close,
}: {
  text: string;
  until: number;
  undo: () => Promise<void> | void;
  close: () => void;
}) {
  const t = useUiTexts();
  const now = useNow(250);
  const [isBusy, setBusy] = useState(false);
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  const run = async (): Promise<void> => {
    setBusy(true);
    try {
      await undo();
      say(t('undone'));
    } catch (error) {
      sayError(error);
    } finally {
      close();
    }
  };
  return (
    <Group justify="space-between" wrap="nowrap" gap={16}>
      <Text size="sm">{text}</Text>
      <Button
        size="xs"
        variant="default"
        className={`p-fixed ${UNDO_CLASS}`}
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        loading={isBusy}
        onClick={() => void run()}
      >
        {t('undoFor', { seconds })}
      </Button>
    </Group>
  );
}
