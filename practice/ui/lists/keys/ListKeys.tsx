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
  ['N', 'new'],
  ['F', 'filter'],
  ['E', 'export'],
  ['G', 'places'],
  ['U', 'undo'],
  ['Esc', 'escape'],
  ['?', 'help'],
] as const;
export type ListKey = (typeof ROWS)[number][1];

/**
 * @param without keys that this list does not have
 * @param newWord what N makes; absent: the list has no N
 */
export function ListKeys({
  isOpen,
  onClose,
  without = [],
  newWord,
}: {
  isOpen: boolean;
  onClose: () => void;
  without?: readonly ListKey[] | undefined;
  newWord?: string | undefined;
}) {
  const t = useKeysTexts(),
    has = (name: ListKey): boolean =>
      !without.includes(name) && (name !== 'new' || newWord !== undefined);
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('title')}>
      <Table aria-label={t('title')}>
        <Table.Tbody>
          {ROWS.filter(([, name]) => has(name)).map(([key, name]) => (
            <Table.Tr key={name}>
              <Table.Td w={120}>
                <kbd>{key === 'space' ? t('space') : key}</kbd>
              </Table.Td>
              <Table.Td>{name === 'new' ? newWord : t(name)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <SingleKeysSwitch />
    </Modal>
  );
}
