// The keyboard shortcuts of this page, shown by „?“.

import { Table } from '@mantine/core';
import { useBoardTexts } from './board-texts.ts';
import { SingleKeysSwitch } from '../../ui/lists/keys/SingleKeysSwitch.tsx';
import { Modal } from '../../ui/Modal.tsx';

export function KeysDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useBoardTexts();
  const rows: [key: string, what: string][] = [
    ['/', t('keys.search')],
    ['N', t('keys.new')],
    ['P', t('keys.privacy')],
    [`${t('keys.arrows')} ↑ ↓`, t('keys.move')],
    ['← →', t('keys.columns')],
    ['↵', t('keys.enter')],
    ['O', t('keys.whole')],
    ['M', t('act.send')],
    ['D', t('act.there')],
    ['Z', t('act.room')],
    ['U', t('keys.undo')],
    ['G', t('keys.places')],
    ['Esc', t('keys.escape')],
    ['?', t('keys.help')],
  ];
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('keys.title')}>
      <Table>
        <Table.Tbody>
          {rows.map(([key, text]) => (
            <Table.Tr key={key}>
              <Table.Td w={180}>
                <kbd className="e-key">{key}</kbd>
              </Table.Td>
              <Table.Td>{text}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <SingleKeysSwitch />
    </Modal>
  );
}
