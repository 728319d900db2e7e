// The head of a column that sorts a list: the order is in the address, and said by aria-sort.

import './sort-head.css';
import { Table } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/**
 * @param sort order in the address: the name of a column, with a minus if it runs downwards
 * @param own order of the list itself in words, if this column explains it; shown while it is used
 */
export function SortHead({
  name,
  sort,
  onSort,
  own,
  className,
  children,
}: {
  name: string;
  sort: string;
  onSort: (sort: string) => void;
  own?: string;
  className?: string;
  children: ReactNode;
}) {
  const isUp = sort === name,
    isDown = sort === `-${name}`,
    isOwn = sort === '' && own !== undefined;
  return (
    <Table.Th
      className={className}
      aria-sort={isUp ? 'ascending' : isDown ? 'descending' : isOwn ? 'other' : 'none'}
    >
      <button
        type="button"
        className="p-sort"
        // A third press returns to the order of the list.
        onClick={() => onSort(isUp ? `-${name}` : isDown ? '' : name)}
      >
        {children}
        {isUp && <IconArrowUp size={14} stroke={2} aria-hidden />}
        {isDown && <IconArrowDown size={14} stroke={2} aria-hidden />}
      </button>
      {isOwn && <span className="p-sort-own">{own}</span>}
    </Table.Th>
  );
}
