// One list of the board with its heading and count; and the tabs that select one on a narrow
// screen.

import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { FIRST_CARDS, useDrawn } from '../../ui/lists/use-drawn.ts';
import { Empty } from '../../ui/Page.tsx';

/** Shows the first cards at once and the others soon; `children` stand below them. */
export function Column<Row>({
  name,
  title,
  count,
  empty,
  rows,
  draw,
  children,
}: {
  name: string;
  title: string;
  count: number;
  empty: string;
  rows: readonly Row[];
  draw: (row: Row) => ReactNode;
  children?: ReactNode;
}) {
  const drawn = useDrawn(rows, FIRST_CARDS);
  return (
    <section className="e-column" data-column={name} data-empty={count === 0} aria-label={title}>
      <Title order={2} className="e-column-title">
        {title} <span className="p-tabular">{count}</span>
      </Title>
      {count === 0 ? (
        <Empty>{empty}</Empty>
      ) : (
        <ul className="e-rows" data-rows>
          {drawn.map((row) => draw(row))}
          {children}
        </ul>
      )}
    </section>
  );
}

export interface ColumnTab {
  name: string;
  title: string;
  count: number;
}
/** Shown by CSS only where the columns do not fit next to each other. */
export function ColumnTabs({
  label,
  tabs,
  current,
  onChoose,
}: {
  label: string;
  tabs: readonly ColumnTab[];
  current: string;
  onChoose: (name: string) => void;
}) {
  return (
    <div className="e-tabs" role="group" aria-label={label}>
      {tabs.map((tab) => (
        <button
          key={tab.name}
          type="button"
          className="e-tab"
          aria-pressed={tab.name === current}
          onClick={() => onChoose(tab.name)}
        >
          <span>{tab.title}</span> <span className="p-tabular">{tab.count}</span>
        </button>
      ))}
    </div>
  );
}
