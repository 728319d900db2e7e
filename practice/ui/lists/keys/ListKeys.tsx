// The keys of a list, shown by „?“.

import { Table } from '@mantine/core';
import { Modal } from '../../Modal.tsx';
import { useKeysTexts } from './keys-texts.ts';

const ROWS = [
  ['J K ↓ ↑', 'move'],
  ['↵', 'enter'],
  ['R', 'called'],
  ['X', 'choose'],
  ['F', 'filter'],
  ['U', 'undo'],
  ['Esc', 'escape'],
  ['?', 'help'],
] as const;

/** @param without keys that this list does not have */
export function ListKeys({
  isOpen,
  onClose,
  without = [],
}: {
  isOpen: boolean;
  onClose: () => void;
  without?: readonly (typeof ROWS)[number][0][];
}) {
  const t = useKeysTexts();
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('title')}>
      <Table aria-label={t('title')}>
        <Table.Tbody>
          {ROWS.filter(([key]) => !without.includes(key)).map(([key, text]) => (
            <Table.Tr key={key}>
              <Table.Td w={120}>
                <kbd>{key}</kbd>
              </Table.Td>
              <Table.Td>{t(text)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
