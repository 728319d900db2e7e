// The keys of a list, shown by „?“.

import { Table } from '@mantine/core';
import { Modal } from '../../Modal.tsx';
import { useKeysTexts } from './keys-texts.ts';
import { SingleKeysSwitch } from './SingleKeysSwitch.tsx';

const ROWS = [
  ['J K ↓ ↑', 'move'],
  ['↵', 'enter'],
  ['space', 'peek'],
  ['O', 'whole'],
  ['R', 'called'],
  ['X', 'choose'],
  ['⇧ X', 'span'],
  ['L', 'label'],
  ['N', 'note'],
  ['F', 'filter'],
  ['E', 'export'],
  ['G', 'places'],
  ['U', 'undo'],
  ['Esc', 'escape'],
  ['?', 'help'],
] as const;
export type ListKey = (typeof ROWS)[number][1];

/** @param without keys that this list does not have */
export function ListKeys({
  isOpen,
  onClose,
  without,
}: {
  isOpen: boolean;
  onClose: () => void;
  without: readonly ListKey[];
}) {
  const t = useKeysTexts();
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('title')}>
      <Table aria-label={t('title')}>
        <Table.Tbody>
          {ROWS.filter(([, name]) => !without.includes(name)).map(([key, name]) => (
            <Table.Tr key={name}>
              <Table.Td w={120}>
                <kbd>{key === 'space' ? t('space') : key}</kbd>
              </Table.Td>
              <Table.Td>{t(name)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <SingleKeysSwitch />
    </Modal>
  );
}
