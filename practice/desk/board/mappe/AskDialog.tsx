// Asks for confirmation before a started Mappe is restarted or withdrawn.

import { Button, Group, Text } from '@mantine/core';
import { useUiTexts } from '../../../ui/ErrorNotice.tsx';
import { useBoardTexts } from '../board-texts.ts';
import { Modal } from '../../../ui/Modal.tsx';

interface Props {
  isOpen: boolean;
  act: 'restart' | 'withdraw';
  onClose: () => void;
  onYes: () => void;
}

export function AskDialog({ isOpen, act, onClose, onYes }: Props) {
  const t = useBoardTexts(),
    ui = useUiTexts();
  return (
    <Modal opened={isOpen} onClose={onClose} title={t(`act.${act}`)}>
      <Text mb={16}>{t(`act.${act}Ask`)}</Text>
      <Group justify="flex-end">
        <Button variant="default" data-autofocus onClick={onClose}>
          {ui('cancel')}
        </Button>
        <Button color="bad" onClick={onYes}>
          {t(`act.${act}Yes`)}
        </Button>
      </Group>
    </Modal>
  );
}
