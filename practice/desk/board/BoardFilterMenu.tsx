// Choice of a practitioner and a room on the board, kept in the address.

import { ActionIcon, NativeSelect, Popover } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import type { BoardColumns } from './board-view.ts';
import { useBoardTexts } from './board-texts.ts';
import { placesOn, type BoardFilter } from './view/board-filter.ts';

interface Props {
  columns: BoardColumns;
  filter: BoardFilter;
  onFilter: (name: keyof BoardFilter, value: string) => void;
}
const NAMES = ['behandler', 'zimmer'] as const;

export function BoardFilterMenu({ columns, filter, onFilter }: Props) {
  const t = useBoardTexts(),
    places = placesOn(columns),
    isActive = NAMES.some((name) => filter[name] !== '');
  return (
    <Popover width={240} position="bottom-end" trapFocus withRoles returnFocus>
      <Popover.Target>
        <ActionIcon variant={isActive ? 'filled' : 'default'} size={36} aria-label={t('filter')}>
          <IconFilter size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('filter')}>
        <div className="p-stack">
          {NAMES.map((name) => (
            <NativeSelect
              key={name}
              label={t(`filter.${name}`)}
              value={filter[name]}
              data={[
                { value: '', label: t('filter.all') },
                // A chosen one stays in the list after its last person has left.
                ...[...new Set([...places[name], filter[name]])].filter((one) => one !== ''),
              ]}
              onChange={(event) => onFilter(name, event.currentTarget.value)}
            />
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

/** States that the board is narrowed, with the way back to everyone. */
export function BoardFilterLine({ filter, onFilter }: Omit<Props, 'columns'>) {
  const t = useBoardTexts(),
    names = NAMES.map((name) => filter[name]).filter((one) => one !== '');
  return names.length === 0 ? null : (
    <p className="e-filter-line" role="status">
      {t('filter.only', { names: names.join(' · ') })}{' '}
      <button
        type="button"
        className="e-filter-off"
        onClick={() => NAMES.forEach((name) => onFilter(name, ''))}
      >
        {t('filter.off')}
      </button>
    </p>
  );
}
