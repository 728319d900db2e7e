// Actions on a whole Mappe: go there, give or move it to a tablet, restart, withdraw, copy handed
// over.

import { ActionIcon, Button, Menu, Text } from '@mantine/core';
import {
  IconArrowsExchange,
  IconCheck,
  IconDeviceMobile,
  IconDots,
  IconHomeShare,
  IconRefresh,
  IconTrash,
  IconWalk,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { BoardTablet } from '../../../../shared/exchange/board.ts';
import { RowMenu } from '../../../ui/RowMenu.tsx';
import {
  answerHelp,
  homePath,
  moveMappe,
  paperCopyDone,
  restartMappe,
  settleLoss,
  useAct,
  withdrawMappe,
} from '../board-actions.ts';
import { type BoardRow } from '../view/rows.ts';
import { isAtTablet } from '../view/state.ts';
import { useBoardTexts, type BoardKey } from '../board-texts.ts';
import { AskDialog, TakeoverDialog } from '../parts.ts';
import { usePrivacy } from '../privacy.tsx';

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** How far a Mappe got, and whether it can move. */
function movesOf({ mappe, need }: BoardRow) {
  const isOpen =
    mappe?.tasks.some((task) =>
      [
        'created',
        'assigned',
        'started',
        'interrupted',
        'talk_pending',
        'question',
        'part_signed',
        'paper',
      ].includes(task.state),
    ) ?? false;
  const hasBegun =
      mappe?.tasks.some(
        (task) => ['started', 'interrupted'].includes(task.state) || task.reading === 'running',
      ) ?? false,
    hasSigned = mappe?.tasks.some((task) => task.state === 'part_signed') ?? false;
  const canMove =
    mappe?.tasks.some(
      (task) =>
        ['created', 'assigned', 'started', 'interrupted', 'part_signed'].includes(task.state) ||
        (task.state === 'paper' && task.reading !== 'done'),
    ) ?? false;
  const moveLabel: BoardKey = mappe?.tabletId == null ? 'act.give' : 'act.move';
  const wantsMove =
    canMove &&
    (need === 'interrupted' ||
      need === 'unreached' ||
      need === 'wrongPerson' ||
      mappe?.tabletId == null);
  return { isOpen, hasBegun, hasSigned, canMove, moveLabel, wantsMove };
}

/** Free tablets that the Mappe is not already on. */
function otherTablets({ mappe, need }: BoardRow, free: readonly BoardTablet[]): BoardTablet[] {
  return free.filter(
    (one) =>
      one.tabletId !== mappe?.tabletId ||
      need === 'interrupted' ||
      need === 'wrongPerson' ||
      ((need === 'paper' || need === 'partSigned') && mappe !== null && !isAtTablet(mappe)),
  );
}

/** Where an interrupted Mappe goes on: on the tablet where it stopped, or on the first free one. */
const nextTablet = (
  { mappe, need }: BoardRow,
  free: readonly BoardTablet[],
): BoardTablet | undefined =>
  need === 'interrupted'
    ? (free.find((one) => one.tabletId === mappe?.tabletId) ?? free[0])
    : undefined;

/** Buttons and menu of a Mappe; the question before a restart or a withdrawal. */
export function MappeActions({ row, free }: { row: BoardRow; free: readonly BoardTablet[] }) {
  const t = useBoardTexts();
  const act = useAct(),
    { run } = act;
  const [question, setQuestion] = useState<{ act: 'restart' | 'withdraw'; isAsked: boolean }>({
      act: 'withdraw',
      isAsked: false,
    }),
    answered = (): void => setQuestion((old) => ({ ...old, isAsked: false }));
  const [isOnPhone, setOnPhone] = useState(false);
  const { mappe, tablet, need } = row;
  const { isOpen, hasBegun, hasSigned, canMove, moveLabel, wantsMove } = movesOf(row),
    others = otherTablets(row, free),
    next = wantsMove ? nextTablet(row, others) : undefined;

  const move = (to: BoardTablet): void => {
    if (mappe)
      void run(() => moveMappe(mappe.mappeId, to.tabletId), t('act.moved', { tablet: to.name }));
  };
  const restart = (): void => {
    answered();
    if (mappe) void run(() => restartMappe(mappe.mappeId), t('act.restarted'));
  };
  const withdraw = (): void => {
    answered();
    if (mappe) void run(() => withdrawMappe(mappe.mappeId), t('act.withdrawn'));
  };

  if (!isOpen && need !== 'help' && need !== 'copy' && need !== 'lost') return null;
  return (
    <>
      <FirstActs
        row={row}
        next={next && { tablet: next, onMove: move }}
        move={
          wantsMove && next === undefined
            ? { label: moveLabel, tablets: others, onMove: move }
            : null
        }
        {...act}
      />
      {isOpen && (
        <RowMenu
          position="bottom-end"
          button={
            <ActionIcon variant="subtle" size={30} aria-label={t('act.more')} className="e-menu">
              <IconDots {...icon} />
            </ActionIcon>
          }
        >
          {canMove && (!wantsMove || next !== undefined) && (
            <MoveItems tablets={others.filter((one) => one !== next)} onMove={move} />
          )}
          {canMove && !tablet?.isGuest && (
            <Menu.Item
              leftSection={<IconDeviceMobile {...icon} />}
              onClick={() => setOnPhone(true)}
            >
              {t('act.onPhone')}
            </Menu.Item>
          )}
          <HomeItems mappe={mappe} />
          {hasBegun && (
            <Menu.Item
              leftSection={<IconRefresh {...icon} />}
              onClick={() => setQuestion({ act: 'restart', isAsked: true })}
            >
              {t('act.restart')}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconTrash {...icon} />}
            onClick={() =>
              hasBegun || hasSigned ? setQuestion({ act: 'withdraw', isAsked: true }) : withdraw()
            }
          >
            {t('act.withdraw')}
          </Menu.Item>
        </RowMenu>
      )}
      {mappe && (
        <TakeoverDialog
          isOpen={isOnPhone}
          mappeId={mappe.mappeId}
          onClose={() => setOnPhone(false)}
        />
      )}
      <AskDialog
        isOpen={question.isAsked}
        act={question.act}
        onClose={answered}
        onYes={question.act === 'restart' ? restart : withdraw}
      />
    </>
  );
}

interface Moving {
  label: BoardKey;
  tablets: readonly BoardTablet[];
  onMove: (to: BoardTablet) => void;
}

/** The action that the row waits for. */
function FirstActs({
  row,
  next,
  move,
  isBusy,
  run,
}: {
  row: BoardRow;
  /** Where it goes on with one press. */
  next: (Pick<Moving, 'onMove'> & { tablet: BoardTablet }) | undefined;
  move: Moving | null;
} & ReturnType<typeof useAct>) {
  const t = useBoardTexts(),
    { mappe, tablet, call, need } = row;
  return (
    <div className="e-acts">
      {need === 'help' && call && (
        <Button
          size="xs"
          data-default
          leftSection={<IconWalk {...icon} />}
          loading={isBusy}
          onClick={() => void run(() => answerHelp(call), t('act.going'))}
        >
          {t('act.go')}
        </Button>
      )}
      {need === 'lost' && tablet && (
        <Button
          size="xs"
          variant="default"
          data-default
          leftSection={<IconCheck {...icon} />}
          loading={isBusy}
          onClick={() => void run(() => settleLoss(tablet.tabletId))}
        >
          {t('tablet.lossSeen')}
        </Button>
      )}
      {need === 'copy' && mappe && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconCheck {...icon} />}
          loading={isBusy}
          onClick={() => void run(() => paperCopyDone(mappe.mappeId))}
        >
          {t('act.copyDone')}
        </Button>
      )}
      {next && (
        <Button
          size="xs"
          variant="default"
          data-default
          leftSection={<IconArrowsExchange {...icon} />}
          loading={isBusy}
          onClick={() => next.onMove(next.tablet)}
        >
          {t('act.continue', { tablet: next.tablet.name })}
        </Button>
      )}
      {move && (
        <MoveMenu
          label={t(move.label)}
          tablets={move.tablets}
          onMove={move.onMove}
          isBusy={isBusy}
        />
      )}
    </div>
  );
}

function MoveItems({ tablets, onMove }: Omit<Moving, 'label'>) {
  const t = useBoardTexts();
  return (
    <>
      <Menu.Label>{t('act.move')}</Menu.Label>
      {tablets.length === 0 && (
        <Text size="xs" c="dimmed" px={12} pb={4}>
          {t('act.noFree')}
        </Text>
      )}
      {tablets.map((one) => (
        <Menu.Item
          key={one.tabletId}
          leftSection={<IconArrowsExchange {...icon} />}
          onClick={() => onMove(one)}
        >
          {one.name}
        </Menu.Item>
      ))}
      <Menu.Divider />
    </>
  );
}

function HomeItems({ mappe }: { mappe: BoardRow['mappe'] }) {
  const t = useBoardTexts(),
    privacy = usePrivacy();
  const homes = (mappe?.patients ?? []).flatMap(({ patid, name }) => {
    const to = mappe ? homePath(mappe, patid) : undefined;
    return to === undefined ? [] : [{ patid, name, to }];
  });
  return (
    <>
      {homes.map((one) => (
        <Menu.Item
          key={one.patid}
          component={Link}
          to={one.to}
          leftSection={<IconHomeShare {...icon} />}
        >
          {homes.length > 1 ? t('act.homeOf', { name: privacy.name(one.name) }) : t('act.home')}
        </Menu.Item>
      ))}
    </>
  );
}

function MoveMenu({
  label,
  tablets,
  onMove,
  isBusy,
}: {
  label: string;
  tablets: readonly BoardTablet[];
  onMove: (to: BoardTablet) => void;
  isBusy: boolean;
}) {
  const t = useBoardTexts();
  return (
    <RowMenu
      position="bottom-start"
      button={
        <Button
          size="xs"
          variant="default"
          data-default
          leftSection={<IconArrowsExchange {...icon} />}
          loading={isBusy}
        >
          {label}
        </Button>
      }
    >
      {tablets.length === 0 && (
        <Text size="xs" c="dimmed" px={12} py={4}>
          {t('act.noFree')}
        </Text>
      )}
      {tablets.map((one) => (
        <Menu.Item
          key={one.tabletId}
          rightSection={
            one.battery === null ? null : (
              <Text size="xs" c="dimmed">
                {t('tablet.battery', { n: Math.round(one.battery * 100) })}
              </Text>
            )
          }
          onClick={() => onMove(one)}
        >
          {one.name}
        </Menu.Item>
      ))}
    </RowMenu>
  );
}
