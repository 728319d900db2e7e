// One person on the board: name, state, place, waiting time, the papers, and the next action.

import { Button, Text } from '@mantine/core';
import { IconAddressBook } from '@tabler/icons-react';
import { Link } from 'react-router';
import { berlinTime } from '../../../../shared/base/dates.ts';
import type { BoardTablet } from '../../../../shared/exchange/board.ts';
import { type BoardRow } from '../view/rows.ts';
import { leadingTask, stateOfTask } from '../view/state.ts';
import { lossText, NEED_TEXT, useBoardTexts } from '../board-texts.ts';
import { MappeActions } from './MappeActions.tsx';
import { usePrivacy } from '../privacy.tsx';
import { HereActs } from '../HereActs.tsx';
import { RoomActs, RoomMenu } from '../rooms.tsx';
import { StateChip } from '../StateChip.tsx';
import { TaskLine } from './TaskLine.tsx';
import { useLanguage } from '../../../ui/texts.ts';

const MINUTE = 60_000;

export function MappeCard({
  row,
  free,
  now,
  onSend,
}: {
  row: BoardRow;
  free: readonly BoardTablet[];
  now: number;
  onSend: (patid: string) => void;
}) {
  const language = useLanguage();
  const t = useBoardTexts();
  const privacy = usePrivacy();
  const { mappe, tablet, need, termin, stay, person } = row,
    people = mappe?.patients ?? (person ? [person] : []);
  const needKey = need === null ? undefined : NEED_TEXT[need];
  const needText =
    need === 'lost' && tablet
      ? lossText(t, tablet, now, language)
      : needKey === undefined
        ? undefined
        : t(needKey);
  const tone =
    need === 'help' ||
    need === 'stalled' ||
    need === 'unsent' ||
    need === 'lost' ||
    need === 'attention'
      ? 'bad'
      : need === null || need === 'talk' || need === 'copy'
        ? 'plain'
        : 'warn';
  const minutes = Math.max(0, Math.floor((now - row.since) / MINUTE));
  const isOver =
    mappe !== null &&
    mappe.tasks.every((task) => ['filed', 'declined', 'cancelled', 'expired'].includes(task.state));
  const leading = mappe ? leadingTask(mappe) : undefined;
  const where = [
    termin?.time,
    mappe && tablet && !isOver ? tablet.name : undefined,
    isOver || row.state.key === 'treated' ? berlinTime(row.since) : t('minutes', { n: minutes }),
  ].filter((part) => part !== undefined);

  return (
    <li className="e-card" data-row data-tone={tone} tabIndex={-1}>
      <div className="e-state">
        <StateChip state={row.state} />
        {needText !== undefined && (
          <Text size="xs" fw={600}>
            {needText}
          </Text>
        )}
      </div>
      <div className="e-who">
        {people.map((p) => (
          <div key={p.patid}>
            <strong className="e-name">{privacy.name(p.name)}</strong>{' '}
            <span className="p-muted p-tabular e-born">{privacy.born(p.geburtsdatum)}</span>{' '}
            <RoomMenu patid={p.patid} name={privacy.name(p.name)} />
            {isOver && openOf(p) > 0 && <OpenRecord patid={p.patid} name={privacy.name(p.name)} />}
          </div>
        ))}
        {people.length === 0 && <strong>{tablet?.name}</strong>}
      </div>
      <div className="e-where p-tabular">
        {where.map((part) => (
          <span key={part}>{part}</span>
        ))}
      </div>
      {mappe && (
        <ul className="e-tasks">
          {mappe.tasks.map((task) => (
            <TaskLine
              key={task.taskId}
              task={task}
              mappe={mappe}
              free={free}
              isTold={task === leading && stateOfTask(task).key === row.state.key}
            />
          ))}
        </ul>
      )}
      <MappeActions row={row} free={free} />
      {row.more.map((one) => (
        <MoreMappe key={one.key} row={one} free={free} />
      ))}
      {person && !mappe && <HereActs row={row} onSend={onSend} />}
      {stay && mappe && (
        <div className="e-acts e-room-acts">
          <RoomActs stay={stay} />
        </div>
      )}
    </li>
  );
}

const openOf = (p: { patid: string; openChanges?: number }): number => p.openChanges ?? 0;
/** „offen: Stammdaten“: deviations entered by the person wait for a decision. */
function OpenRecord({ patid, name }: { patid: string; name: string }) {
  const t = useBoardTexts();
  return (
    <Button
      size="xs"
      variant="light"
      color="warn"
      className="e-open-record"
      component={Link}
      to={`/stammdaten?patid=${encodeURIComponent(patid)}`}
      leftSection={<IconAddressBook size={16} aria-hidden />}
      aria-label={t('open.recordOf', { name })}
    >
      {t('open.record')}
    </Button>
  );
}

/** A further Mappe of the same person, below the leading one. */
function MoreMappe({ row, free }: { row: BoardRow; free: readonly BoardTablet[] }) {
  const { mappe } = row;
  if (!mappe) return null;
  return (
    <div className="e-more-mappe">
      <ul className="e-tasks">
        {mappe.tasks.map((task) => (
          <TaskLine key={task.taskId} task={task} mappe={mappe} free={free} isTold={false} />
        ))}
      </ul>
      <MappeActions row={row} free={free} />
    </div>
  );
}
