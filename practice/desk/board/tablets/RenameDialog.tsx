// Dialog for name and posture of a tablet.

import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { BoardTablet } from '../../../../shared/exchange/board.ts';
import type { Posture } from '../../../../shared/desk/tablet.ts';
import { useUiTexts } from '../../../ui/ErrorNotice.tsx';
import { changeTablet, useAct } from '../board-actions.ts';
import { useBoardTexts } from '../board-texts.ts';
import { PostureChoice } from './PostureChoice.tsx';
import { Modal } from '../../../ui/Modal.tsx';

interface Props {
  tablet: BoardTablet;
  isOpen: boolean;
  onClose: () => void;
}

export function RenameDialog({ tablet, isOpen, onClose }: Props) {
  const t = useBoardTexts();
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('tablet.rename')}>
      <RenameForm tablet={tablet} onClose={onClose} />
    </Modal>
  );
}

/**
 * Initialised with the tablet as of opening the dialog: a heartbeat must not overwrite the input.
 */
function RenameForm({ tablet, onClose }: Omit<Props, 'isOpen'>) {
  const t = useBoardTexts();
  const ui = useUiTexts();
  const { isBusy, run } = useAct();
  const [name, setName] = useState(tablet.name);
  const [posture, setPosture] = useState<Posture>(tablet.posture);
  const [isMissing, setMissing] = useState(false);
  const save = async (): Promise<void> => {
    setMissing(name.trim() === '');
    if (name.trim() === '') return;
    if (await run(() => changeTablet(tablet.tabletId, { name: name.trim(), posture }))) onClose();
  };
  return (
    <form
      className="p-stack"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextInput
        label={t('tablet.name')}
        data-autofocus
        maxLength={40}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={isMissing ? t('reg.needName') : undefined}
      />
      <PostureChoice value={posture} onChange={setPosture} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {ui('cancel')}
        </Button>
        <Button type="submit" loading={isBusy}>
          {t('tablet.save')}
        </Button>
      </Group>
    </form>
  );
}
