// The reception board: people first, tablets second; it stays readable without a connection.

import './board.css';
import './mappe/tasks.css';
import './tablets/tablets.css';
import './send/send.css';
import './open-list.css';
import { Button } from '@mantine/core';
import { IconDeviceTablet } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { berlinTime } from '../../../shared/base/dates.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useHotkeys } from '../../ui/hotkeys.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Loading } from '../../ui/Page.tsx';
import { say, undoLast } from '../../ui/toast.tsx';
import {
  alarmsOf,
  columnsOf,
  freeTablets,
  openTasksOf,
  splitAppointments,
  stateOfTablet,
  type BoardRow,
} from './board-view.ts';
import { readChime } from './chime.ts';
import { Column, ColumnTabs } from './Column.tsx';
import { useBoardTexts } from './board-texts.ts';
import { EarlierToday } from './EarlierToday.tsx';
import { ExpectedCard } from './ExpectedCard.tsx';
import { HeadLine } from './HeadLine.tsx';
import { MappeCard } from './mappe/MappeCard.tsx';
import { OpenList } from './OpenList.tsx';
import { KeysDialog, NewPatientDialog, RegisterDialog, SendPanel, usePartsAhead } from './parts.ts';
import { PrivacyProvider, usePrivacy } from './privacy.tsx';
import { RoomsProvider } from './rooms.tsx';
import { useRowKeys } from './row-keys.ts';
import { StaleContext, useKeepOpen } from './stale.ts';
import { TabletStrip } from './tablets/TabletStrip.tsx';
import { TrayLine } from './TrayLine.tsx';
import { useAlarm } from './use-alarm.ts';
import { useBoard } from './use-board.ts';

/** The board with its mode for private display. */
export function BoardPage() {
  return (
    <PrivacyProvider>
      <PeopleBoard />
    </PrivacyProvider>
  );
}

/** Person that another page passed on for sending; consumed once, a reload opens nothing. */
function useSendTo(): string | null {
  const { state } = useLocation() as { state: { send?: unknown } | null },
    navigate = useNavigate(),
    [asked] = useState(() => (typeof state?.send === 'string' ? state.send : null));
  useEffect(() => {
    if (asked !== null) void navigate('.', { replace: true, state: null });
  }, [asked, navigate]);
  return asked;
}

type Dialog = 'new' | 'keys' | 'register' | null;
/** The columns of people, in the order of a visit. */
type Tab = 'expected' | 'there' | 'done' | 'rooms';

type Board = ReturnType<typeof useBoard>['board'];
type Columns = ReturnType<typeof columnsOf>;

/** What the page shows of the board: people by column, free and silent tablets, open papers. */
function useBoardParts(board: Board, now: number) {
  const columns = useMemo(() => (board ? columnsOf(board, now) : undefined), [board, now]);
  const free = useMemo(() => (board ? freeTablets(board, now) : []), [board, now]);
  const silent = useMemo(
    () =>
      board?.tablets.filter(
        (tablet) =>
          tablet.revokedAt === null &&
          !tablet.isGuest &&
          stateOfTablet(tablet, null, now).key === 'unreached',
      ) ?? [],
    [board, now],
  );
  const open = useMemo(() => (board ? openTasksOf(board, now) : []), [board, now]);
  const termine = useMemo(
    () => splitAppointments(columns?.expected ?? [], berlinTime(now)),
    [columns, now],
  );
  const alarms = useMemo(() => (columns ? alarmsOf(columns) : undefined), [columns]);
  return { columns, free, silent, open, termine, alarms };
}

/** The title of the browser tab counts the alarms. */
function useAlarmTitle(alarms: ReturnType<typeof alarmsOf> | undefined): void {
  const t = useBoardTexts();
  useEffect(() => {
    document.title =
      alarms && alarms.length > 0 ? `(${alarms.length}) ${t('title')}` : `${t('title')} · Molar`;
  }, [alarms, t]);
}

function PeopleBoard() {
  const t = useBoardTexts();
  const privacy = usePrivacy();
  const { board, error, isLive, isStale, standAt, now, offset, refetch } = useBoard();
  const [dialog, setDialog] = useState<Dialog>(null);
  const sendTo = useSendTo();
  const [patid, setPatid] = useState(sendTo);
  const [chime, setChime] = useState(readChime),
    [tab, setTab] = useState<Tab>('expected');
  const search = useRef<HTMLInputElement>(null);
  const root = useRef<HTMLDivElement>(null);
  const { columns, free, silent, open, termine, alarms } = useBoardParts(board, now);

  useAlarm(alarms, chime);
  useAlarmTitle(alarms);
  useKeepOpen(isStale);
  usePartsAhead();
  useRowKeys(root, isStale ? () => say(t('lost.act')) : undefined);
  useHotkeys({
    '/': () => search.current?.focus(),
    p: privacy.toggle,
    n: () => (isStale ? say(t('lost.act')) : setDialog('new')),
    u: undoLast,
    '?': () => setDialog('keys'),
  });

  const off = isStale ? { disabled: true, title: t('lost.act') } : {};
  const card = (row: BoardRow): ReactNode => (
    <MappeCard key={row.key} row={row} free={free} now={now} onSend={setPatid} />
  );
  return (
    <StaleContext value={isStale}>
      <RoomsProvider board={board}>
        <div ref={root} className="e-board">
          <HeadLine
            now={now}
            standAt={standAt}
            isLive={isLive}
            isStale={isStale}
            readyCount={free.length}
            search={search}
            chime={chime}
            onChime={setChime}
            onPick={(patient) => setPatid(patient.patid)}
            onNew={() => setDialog('new')}
            onKeys={() => setDialog('keys')}
          />
          {isStale && (
            <Notice tone="off" role="status">
              {t('lost', { time: berlinTime(standAt) })} {t('lost.act')}
            </Notice>
          )}
          {!board &&
            (error === null ? <Loading /> : <ErrorNotice error={error} onRetry={refetch} />)}
          {board && columns && (
            // No action works without the server: every button is disabled at once, and the line
            // above gives the reason.
            <div className="e-content" data-stale={isStale}>
              <fieldset className="e-set" {...off}>
                {board.registrations.length > 0 && (
                  <ArrivedNotice board={board} onLook={() => setDialog('register')} />
                )}
                <Column
                  name="needs"
                  title={t('col.needs')}
                  count={columns.needs.length}
                  empty={t('empty.needs')}
                >
                  {columns.needs.map((row) => card(row))}
                </Column>
              </fieldset>
              <VisitTabs tab={tab} columns={columns} onChoose={setTab} />
              <fieldset className="e-set" {...off}>
                <PeopleColumns
                  tab={tab}
                  columns={columns}
                  termine={termine}
                  card={card}
                  onSend={setPatid}
                />
                <TabletStrip
                  board={board}
                  now={now}
                  free={free}
                  registerButton={
                    <Button
                      size="xs"
                      variant="default"
                      leftSection={<IconDeviceTablet size={16} stroke={1.75} aria-hidden />}
                      onClick={() => setDialog('register')}
                    >
                      {t('tablet.register')}
                    </Button>
                  }
                />
                <TrayLine now={now} />
                <OpenList open={open} now={now} />
              </fieldset>
            </div>
          )}
          <SendPanel
            isOpen={patid !== null}
            patid={patid}
            free={free}
            offset={offset}
            onClose={() => setPatid(null)}
            onMerged={setPatid}
          />
          <BoardDialogs
            dialog={dialog}
            onClose={() => setDialog(null)}
            onCreated={(created) => {
              setDialog(null);
              setPatid(created);
            }}
            board={board}
            silent={silent}
            now={now}
          />
        </div>
      </RoomsProvider>
    </StaleContext>
  );
}

function ArrivedNotice({ board, onLook }: { board: NonNullable<Board>; onLook: () => void }) {
  const t = useBoardTexts();
  return (
    <Notice tone="info" role="status">
      <span className="e-arrived">
        {t('reg.arrived')}{' '}
        <strong className="p-tabular">
          {board.registrations.map((one) => one.number).join(', ')}
        </strong>{' '}
        <Button size="xs" onClick={onLook}>
          {t('reg.look')}
        </Button>
      </span>
    </Notice>
  );
}

function VisitTabs({
  tab,
  columns,
  onChoose,
}: {
  tab: Tab;
  columns: Columns;
  onChoose: (tab: Tab) => void;
}) {
  const t = useBoardTexts();
  return (
    <ColumnTabs
      label={t('tabs')}
      current={tab}
      onChoose={(name) => onChoose(name as Tab)}
      tabs={[
        { name: 'expected', title: t('col.expected'), count: columns.expected.length },
        { name: 'there', title: t('col.there'), count: columns.there.length },
        { name: 'done', title: t('col.done'), count: columns.done.length },
        { name: 'rooms', title: t('col.rooms'), count: columns.rooms.length },
      ]}
    />
  );
}

function PeopleColumns({
  tab,
  columns,
  termine,
  card,
  onSend,
}: {
  tab: Tab;
  columns: Columns;
  termine: ReturnType<typeof splitAppointments>;
  card: (row: BoardRow) => ReactNode;
  onSend: (patid: string) => void;
}) {
  const t = useBoardTexts();
  return (
    <div className="e-columns" data-tab={tab}>
      <Column
        name="expected"
        title={t('col.expected')}
        count={columns.expected.length}
        empty={t('empty.expected')}
      >
        {termine.next.map((row) => (
          <ExpectedCard key={row.terminId} row={row} onSend={() => onSend(row.patid)} />
        ))}
        {termine.earlier.length > 0 && <EarlierToday rows={termine.earlier} onSend={onSend} />}
      </Column>
      <Column
        name="there"
        title={t('col.there')}
        count={columns.there.length}
        empty={t('empty.there')}
      >
        {columns.there.map((row) => card(row))}
      </Column>
      <Column name="done" title={t('col.done')} count={columns.done.length} empty={t('empty.done')}>
        {columns.done.map((row) => card(row))}
      </Column>
      <Column
        name="rooms"
        title={t('col.rooms')}
        count={columns.rooms.length}
        empty={t('empty.rooms')}
      >
        {columns.rooms.map((row) => card(row))}
      </Column>
    </div>
  );
}

function BoardDialogs({
  dialog,
  onClose,
  onCreated,
  board,
  silent,
  now,
}: {
  dialog: Dialog;
  onClose: () => void;
  onCreated: (patid: string) => void;
  board: Board;
  silent: ReturnType<typeof useBoardParts>['silent'];
  now: number;
}) {
  return (
    <>
      <NewPatientDialog isOpen={dialog === 'new'} onClose={onClose} onCreated={onCreated} />
      <KeysDialog isOpen={dialog === 'keys'} onClose={onClose} />
      <RegisterDialog
        isOpen={dialog === 'register'}
        onClose={onClose}
        registrations={board?.registrations ?? []}
        tabletCount={board?.tablets.length ?? 0}
        silent={silent}
        now={now}
      />
    </>
  );
}
