// The lines of a work list as a table, each with a tick.

import { Checkbox, Table, VisuallyHidden } from '@mantine/core';
import { useCallback, useLayoutEffect, useRef, type Dispatch, type SetStateAction } from 'react';
import type { WorklistKind } from '../../../shared/analytics/reports/worklist.schema.ts';
import { useDrawn } from '../../ui/lists/use-drawn.ts';
import { SortHead } from '../../ui/lists/SortHead.tsx';
import { useListTexts, type ListKey } from './worklists-texts.ts';
import type { WorklistState } from './use-worklist.ts';
import { useToday } from '../../ui/wording/now.ts';
import { WorklistRow } from './WorklistRow.tsx';

const COLUMN: Readonly<Record<WorklistKind, ListKey>> = {
  hkp: 'col.plan',
  par: 'col.case',
  recall: 'col.recall',
};

/** @param chosen ids of ticked lines, possibly of lines that are no longer shown */
export function WorklistTable({
  kind,
  worklist: {
    params: { values, set, visit },
    lines,
    labels,
    team,
    open,
  },
  chosen,
  onChoose,
}: {
  kind: WorklistKind;
  worklist: WorklistState;
  chosen: ReadonlySet<string>;
  onChoose: Dispatch<SetStateAction<ReadonlySet<string>>>;
}) {
  const t = useListTexts(),
    selected = lines.filter((one) => chosen.has(one.id)),
    drawn = useDrawn(lines),
    today = useToday(),
    isAll = selected.length > 0 && selected.length === lines.length;
  const toggle = useCallback(
    (id: string): void =>
      onChoose((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    [onChoose],
  );
  // The rows keep their handlers while the address changes.
  const latest = useRef({ visit, isOpen: open !== undefined });
  useLayoutEffect(() => {
    latest.current = { visit, isOpen: open !== undefined };
  });
  const openLine = useCallback((id: string): void => {
      const now = latest.current;
      now.visit('zeile', id);
    }, []),
    follow = useCallback((id: string): void => {
      const now = latest.current;
      if (now.isOpen) now.visit('zeile', id);
    }, []);
  const head = (name: string, word: string, more: { className?: string; own?: string } = {}) => (
    <SortHead name={name} sort={values.sort ?? ''} onSort={(sort) => set('sort', sort)} {...more}>
      {word}
    </SortHead>
  );
  return (
    <div className="p-card al-card p-long">
      {(values.sort ?? '') === '' && (
        // The head that says the order is not shown on phones.
        <p className="p-muted p-small al-order">{t('order')}</p>
      )}
      <Table className="al-table" aria-label={t(`title.${kind}`)}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th className="p-noprint al-check">
              <Checkbox
                aria-label={t('choose.all')}
                checked={isAll}
                indeterminate={selected.length > 0 && !isAll}
                onChange={() => onChoose(isAll ? new Set() : new Set(lines.map((one) => one.id)))}
              />
            </Table.Th>
            {head('name', t('col.who'))}
            <Table.Th>{t('col.phone')}</Table.Th>
            {head('tag', t('col.what'), { own: t('order') })}
            <Table.Th>{t(COLUMN[kind])}</Table.Th>
            {kind !== 'recall' && head('wert', t('col.sum'), { className: 'al-num' })}
            {head('bis', t('col.next'))}
            <Table.Th>
              <VisuallyHidden>{t('col.open')}</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody data-rows aria-busy={drawn.length < lines.length}>
          {drawn.map((line) => (
            <WorklistRow
              key={line.id}
              kind={kind}
              line={line}
              labels={labels}
              team={team}
              today={today}
              isChosen={chosen.has(line.id)}
              isOpen={open?.id === line.id}
              onChoose={toggle}
              onOpen={openLine}
              onFollow={follow}
            />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
