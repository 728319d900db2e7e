// Asks what to do with unsaved changes before a page is left.

import { Button, Group, Text } from '@mantine/core';
import { Modal } from '../../ui/Modal.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { openChanges } from '../../ui/saving/leaving.ts';
import { useAppTexts } from '../app-texts.ts';

interface Props {
  isOpen: boolean;
  onStay: () => void;
  onLeave: () => void;
}

export function LeaveDialog({ isOpen, onStay, onLeave }: Props) {
  const t = useAppTexts(),
    { isBusy, run } = useSubmit();
  const save = (): void =>
    void run(async () => {
      const isSaved = await openChanges()?.();
      // A page that could not save shows the reason.
      if (isSaved === false) onStay();
      else onLeave();
    });
  return (
    <Modal opened={isOpen} onClose={onStay} title={t('leave.title')}>
      <Text mb={16}>{t('leave.text')}</Text>
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={onStay}>
          {t('leave.stay')}
        </Button>
        <Button variant="default" onClick={onLeave}>
          {t('leave.discard')}
        </Button>
        <Button loading={isBusy} onClick={save} data-autofocus>
          {t('leave.save')}
        </Button>
      </Group>
    </Modal>
  );
}
