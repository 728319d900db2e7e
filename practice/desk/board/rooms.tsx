// Treatment rooms of the board: the list, sending a person into one, and who is in which.

import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconArmchair, IconDoorExit } from '@tabler/icons-react';
import { createContext, useContext, useMemo, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { Board, BoardRoom } from '../../../shared/exchange/board.ts';
import { mayReadAnswers } from '../../../shared/base/roles.ts';
import { useSession } from '../../session.ts';
import { RowMenu } from '../../ui/RowMenu.tsx';
import { sayWithUndo } from '../../ui/toast.tsx';
import { enterRoom, leaveRoom, useAct } from './board-actions.ts';
import { useBoardTexts } from './board-texts.ts';
import { RoomDialog } from './parts.ts';

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

export interface Rooms {
  known: readonly string[];
  stays: readonly BoardRoom[];
}
/** Returns the rooms of today's appointments and occupied ones, by name. */
const roomsOf = (board: Pick<Board, 'expected' | 'rooms'>): Rooms => ({
  known: [
    ...new Set([...board.expected.map((one) => one.zimmer), ...board.rooms.map((one) => one.room)]),
  ]
    .filter((one) => one !== '')
    .sort((a, b) => a.localeCompare(b, 'de', { numeric: true })),
  stays: board.rooms,
});
const RoomsContext = createContext<Rooms>({ known: [], stays: [] });
export function RoomsProvider({
  board,
  children,
}: {
  board: Board | undefined;
  children: ReactNode;
}) {
  const rooms = useMemo(() => (board ? roomsOf(board) : { known: [], stays: [] }), [board]);
  return <RoomsContext value={rooms}>{children}</RoomsContext>;
}

/** Button of a row: into a room, or out of it. */
export function RoomMenu({
  patid,
  name,
  planned = '',
}: {
  patid: string;
  name: string;
  /** Room of the appointment: one press leads there while it is free. */
  planned?: string;
}) {
  const t = useBoardTexts(),
    { isBusy, run } = useAct(),
    { known, stays } = useContext(RoomsContext);
  const [isNaming, setNaming] = useState(false),
    here = stays.find((one) => one.patid === patid);
  const go = (room: string): void => {
    setNaming(false);
    void run(() => enterRoom(patid, room), t('act.roomIn', { room }));
  };
  if (!here && planned !== '' && !stays.some((one) => one.room === planned))
    return (
      <ActionIcon
        variant="subtle"
        data-room
        size={30}
        loading={isBusy}
        aria-label={`${t('act.roomTo', { room: planned })}: ${name}`}
        title={t('act.roomTo', { room: planned })}
        onClick={() =>
          void run(async () => {
            await enterRoom(patid, planned);
            sayWithUndo(t('act.roomIn', { room: planned }), () => void run(() => leaveRoom(patid)));
          })
        }
      >
        <IconArmchair {...icon} />
      </ActionIcon>
    );
  return (
    <>
      <RowMenu
        position="bottom-end"
        button={
          here ? (
            <Button
              size="xs"
              variant="light"
              data-room
              loading={isBusy}
              leftSection={<IconArmchair {...icon} />}
              aria-label={`${here.room}: ${name}`}
            >
              {here.room}
            </Button>
          ) : (
            <ActionIcon
              variant="subtle"
              data-room
              size={30}
              loading={isBusy}
              aria-label={`${t('act.room')}: ${name}`}
              title={t('act.room')}
            >
              <IconArmchair {...icon} />
            </ActionIcon>
          )
        }
      >
        {known
          .filter((room) => room !== here?.room)
          .map((room) => {
            const isTaken = stays.some((one) => one.room === room);
            return (
              <Menu.Item
                key={room}
                disabled={isTaken}
                leftSection={<IconArmchair {...icon} />}
                onClick={() => go(room)}
              >
                {isTaken ? t('act.roomTaken', { room }) : room}
              </Menu.Item>
            );
          })}
        <Menu.Item onClick={() => setNaming(true)}>{t('act.roomOther')}</Menu.Item>
        {here && (
          <Menu.Item
            leftSection={<IconDoorExit {...icon} />}
            onClick={() => void run(() => leaveRoom(patid))}
          >
            {t('act.roomOut')}
          </Menu.Item>
        )}
      </RowMenu>
      <RoomDialog isOpen={isNaming} onClose={() => setNaming(false)} onRoom={go} />
    </>
  );
}

/** Actions of a row in the rooms column: open the room's screen, leave the room. */
export function RoomActs({ stay }: { stay: BoardRoom }) {
  const t = useBoardTexts(),
    { user } = useSession(),
    { isBusy, run } = useAct();
  return (
    <>
      <Button
        size="xs"
        variant="default"
        data-default
        loading={isBusy}
        leftSection={<IconDoorExit {...icon} />}
        onClick={() => void run(() => leaveRoom(stay.patid))}
      >
        {t('act.roomOut')}
      </Button>
      {mayReadAnswers(user?.role) && (
        <Button
          size="xs"
          variant="subtle"
          component={Link}
          to={`/stuhl?zimmer=${encodeURIComponent(stay.room)}`}
        >
          {t('act.roomScreen')}
        </Button>
      )}
    </>
  );
}
