// Move up, move down and remove, next to each row of a list; reachable by keyboard like any button.

import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { useTextsTexts } from './texts-texts.ts';

/** @param what names the row for screen readers, e.g. `Abschnitt 2` */
export function RowTools({
  what,
  at,
  of,
  onMove,
  onRemove,
}: {
  what: string;
  at: number;
  of: number;
  onMove: (step: -1 | 1) => void;
  onRemove: () => void;
}) {
  const t = useTextsTexts();
  return (
    <span className="tx-tools">
      <ActionIcon
        variant="subtle"
        size={32}
        aria-label={t('row.up', { what })}
        disabled={at === 0}
        onClick={() => onMove(-1)}
      >
        <IconArrowUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        size={32}
        aria-label={t('row.down', { what })}
        disabled={at === of - 1}
        onClick={() => onMove(1)}
      >
        <IconArrowDown size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        size={32}
        aria-label={t('row.remove', { what })}
        onClick={onRemove}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </span>
  );
}
