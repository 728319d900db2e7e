// Assigns a treatment room that no appointment names.

import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useUiTexts } from '../../ui/ErrorNotice.tsx';
import { useBoardTexts } from './board-texts.ts';
import { Modal } from '../../ui/Modal.tsx';

interface Props {
  isOpen: boolean;
  onClose: () => void;
  onRoom: (room: string) => void;
}

export function RoomDialog({ isOpen, onClose, onRoom }: Props) {
  const t = useBoardTexts();
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('act.room')}>
      <RoomForm onClose={onClose} onRoom={onRoom} />
    </Modal>
  );
}

function RoomForm({ onClose, onRoom }: Omit<Props, 'isOpen'>) {
  const t = useBoardTexts(),
    ui = useUiTexts(),
    [typed, setTyped] = useState(''),
    room = typed.trim();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (room !== '') onRoom(room);
      }}
    >
      <TextInput
        label={t('act.roomName')}
        maxLength={40}
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Group justify="flex-end" mt={16}>
        <Button variant="default" onClick={onClose}>
          {ui('cancel')}
        </Button>
        <Button type="submit">{t('act.roomGo')}</Button>
      </Group>
    </form>
  );
}
