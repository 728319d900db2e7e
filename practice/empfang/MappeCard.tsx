// One person on the board: who, state, where, how long, the papers, and what to do now.

import { Text } from '@mantine/core';
import { berlinTime } from '../../shared/dates.ts';
import type { BoardTablet } from '../../shared/board.ts';
import { stateOfTask, type BoardRow } from './board-view.ts';
import { NEED_TEXT, useEmpfangTexts } from './empfang-texts.ts';
import { MappeActions } from './MappeActions.tsx';
import { usePrivacy } from './privacy.tsx';
import { StateChip } from './StateChip.tsx';
import { TaskLine } from './TaskLine.tsx';

const MINUTE = 60_000;

export function MappeCard({ row, free, now }: { row: BoardRow; free: readonly BoardTablet[]; now: number }) {
  const t = useEmpfangTexts();
  const privacy = usePrivacy();
  const { mappe, tablet, need, termin } = row;
  const needText = need === null ? undefined : NEED_TEXT[need];
  const tone = need === 'help' || need === 'stalled' || need === 'unsent' || need === 'attention' ? 'bad' : need === null || need === 'talk' || need === 'copy' ? 'plain' : 'warn';
  const minutes = Math.max(0, Math.floor((now - row.since) / MINUTE));
  const isOver = mappe !== null && mappe.tasks.every((task) => ['filed', 'declined', 'cancelled', 'expired'].includes(task.state));
  const [only] = mappe?.tasks ?? [];

  return (
    <li className="e-card" data-row data-tone={tone} tabIndex={0}>
      <div className="e-card-head">
        {mappe && mappe.patients.map((p) => (
          <span key={p.patid} className="e-who"><strong>{privacy.name(p.name)}</strong> <span className="p-muted p-tabular">{privacy.born(p.geburtsdatum)}</span></span>
        ))}
        {!mappe && <strong>{tablet?.name}</strong>}
        <span className="e-where p-muted p-tabular">
          {termin && <span>{termin.time}</span>}
          {mappe && tablet && !isOver && <span>{tablet.name}</span>}
          <span>{isOver ? berlinTime(row.since) : t('minutes', { n: minutes })}</span>
        </span>
      </div>
      <div className="e-state">
        <StateChip state={row.state} />
        {needText !== undefined && <Text size="xs" fw={600} className="e-why">{t(needText)}</Text>}
      </div>
      {mappe && (
        <ul className="e-tasks">
          {mappe.tasks.map((task) => (
            <TaskLine key={task.taskId} task={task} mappe={mappe} free={free} isOnly={mappe.tasks.length === 1 && only !== undefined && stateOfTask(task).key === row.state.key} />
          ))}
        </ul>
      )}
      <MappeActions row={row} free={free} />
    </li>
  );
}
