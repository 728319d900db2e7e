// One person on the board: name, state, place, waiting time, the papers, and the next action.

import { ActionIcon, Button, Text } from '@mantine/core';
import { IconAddressBook, IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { berlinTime } from '../../../../shared/base/dates.ts';
import type { BoardTablet } from '../../../../shared/exchange/board.ts';
import { type BoardRow } from '../view/rows.ts';
import { leadingTask, stateOfTask } from '../view/state.ts';
import { lossText, NEED_TEXT, useBoardTexts } from '../board-texts.ts';
import { MappeActions } from './MappeActions.tsx';
import { PersonName } from '../PersonName.tsx';
import { usePrivacy } from '../privacy.tsx';
import { HereActs } from '../HereActs.tsx';
import { RoomActs, RoomMenu } from '../rooms.tsx';
import { StateChip } from '../StateChip.tsx';
import { TaskLine } from './TaskLine.tsx';
import { useLanguage } from '../../../ui/texts.ts';

const MINUTE = 60_000;
const GRAVE: readonly BoardRow['need'][] = ['help', 'stalled', 'unsent', 'lost', 'attention'],
  CALM: readonly BoardRow['need'][] = [null, 'talk', 'copy'];
const toneOf = (need: BoardRow['need']): 'bad' | 'plain' | 'warn' =>
  GRAVE.includes(need) ? 'bad' : CALM.includes(need) ? 'plain' : 'warn';

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
  const privacy = usePrivacy(),
    [isOpen, setOpen] = useState(false);
  const { mappe, tablet, need, termin, stay, person } = row,
    people = mappe?.patients ?? (person ? [person] : []);
  const needKey = need === null ? undefined : NEED_TEXT[need];
  const needText =
    need === 'lost' && tablet
      ? lossText(t, tablet, now, language)
      : needKey === undefined
        ? undefined
        : t(needKey);
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
    <li className="e-card" data-row data-tone={toneOf(need)} data-open={isOpen} tabIndex={-1}>
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
            <PersonName patid={p.patid} name={p.name} />{' '}
            <span className="p-muted p-tabular e-born">{privacy.born(p.geburtsdatum)}</span>{' '}
            <RoomMenu
              patid={p.patid}
              name={privacy.name(p.name)}
              planned={people.length === 1 ? termin?.zimmer : undefined}
            />
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
      {need !== null && mappe && (
        <FoldButton
          name={people.map((p) => privacy.name(p.name)).join(', ')}
          isOpen={isOpen}
          onTurn={() => setOpen(!isOpen)}
        />
      )}
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

/** On a phone a row in need shows its first action; this opens its papers and the other actions. */
function FoldButton({
  name,
  isOpen,
  onTurn,
}: {
  name: string;
  isOpen: boolean;
  onTurn: () => void;
}) {
  const t = useBoardTexts();
  return (
    <ActionIcon
      variant="subtle"
      size={30}
      className="e-fold"
      aria-expanded={isOpen}
      aria-label={t(isOpen ? 'act.fold' : 'act.unfold', { name })}
      onClick={onTurn}
    >
      <IconChevronDown size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
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
