// The keys of a list, shown by „?“.

import { Table } from '@mantine/core';
import { useUiTexts } from '../ErrorNotice.tsx';
import { Modal } from '../Modal.tsx';

const ROWS = [
  ['J K ↓ ↑', 'keys.move'],
  ['↵', 'keys.enter'],
  ['R', 'keys.called'],
  ['X', 'keys.choose'],
  ['F', 'keys.filter'],
  ['U', 'keys.undo'],
  ['Esc', 'keys.escape'],
  ['?', 'keys.help'],
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
  const t = useUiTexts();
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('keys.title')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Table aria-label={t('keys.title')}>
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
