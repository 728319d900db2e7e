// The reception board: people first, tablets second; it stays readable without a connection.

import './board.css';
import './rows.css';
import './mappe/tasks.css';
import './tablets/tablets.css';
import './send/send.css';
import './open-list.css';
import './phone.css';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { berlinTime } from '../../../shared/base/dates.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useHotkeys } from '../../ui/hotkeys.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Loading } from '../../ui/Page.tsx';
import { say } from '../../ui/toast.tsx';
import type { alarmsOf } from './board-view.ts';
import { readChime } from './chime.ts';
import { useBoardTexts } from './board-texts.ts';
import { HeadLine } from './HeadLine.tsx';
import { KeysDialog, NewPatientDialog, RegisterDialog, SendPanel, usePartsAhead } from './parts.ts';
import { PrivacyProvider, usePrivacy } from './privacy.tsx';
import { RoomsProvider } from './rooms.tsx';
import { useRowActs } from '../../ui/lists/row-acts.ts';
import { useRowKeys } from '../../ui/lists/row-keys.ts';
import type { WalkIn } from './send/SendPanel.tsx';
import { StaleContext, useKeepOpen } from './stale.ts';
import { useAlarm } from './use-alarm.ts';
import { useBoard } from './use-board.ts';
import { BoardFilterLine, BoardFilterMenu } from './BoardFilterMenu.tsx';
import { useQueryParams } from '../../ui/use-query-params.ts';
import { useBoardParts, type BoardParts } from './view/use-board-parts.ts';
import { BoardContent } from './BoardContent.tsx';
import type { Board } from '../../../shared/exchange/board.ts';

/** The board with its mode for private display. */
export function BoardPage() {
  return (
    <PrivacyProvider>
      <PeopleBoard />
    </PrivacyProvider>
  );
}

/**
 * What another page asked for: a folder for a person, or a new person. Consumed once, a reload opens
 * nothing.
 */
function useAsked(): { send: string | null; isAdding: boolean } {
  const { state } = useLocation() as { state: { send?: unknown; add?: unknown } | null },
    navigate = useNavigate(),
    [asked] = useState(() => ({
      send: typeof state?.send === 'string' ? state.send : null,
      isAdding: state?.add === true,
    }));
  useEffect(() => {
    if (asked.send !== null || asked.isAdding) void navigate('.', { replace: true, state: null });
  }, [asked, navigate]);
  return asked;
}

/** The practitioner and room of the address. */
function useBoardFilter() {
  const { values, set } = useQueryParams(['behandler', 'zimmer']);
  return {
    filter: { behandler: values.behandler ?? '', zimmer: values.zimmer ?? '' },
    onFilter: set,
  };
}

/** Keys of the focused row, and the button that each presses. */
const ROW_KEYS = { m: '[data-send]', d: '[data-there]', z: '[data-room]' } as const;
type Dialog = 'new' | 'keys' | 'register' | null;
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
  const asked = useAsked();
  const [dialog, setDialog] = useState<Dialog>(asked.isAdding ? 'new' : null);
  const [patid, setPatid] = useState(asked.send);
  const [walkIn, setWalkIn] = useState<WalkIn | null>(null);
  const [chime, setChime] = useState(readChime);
  const search = useRef<HTMLInputElement>(null);
  const root = useRef<HTMLDivElement>(null);
  const narrowing = useBoardFilter(),
    parts = useBoardParts(board, now, narrowing.filter),
    { columns, shown, free, silent, alarms } = parts;

  useAlarm(alarms, chime);
  useAlarmTitle(alarms);
  useKeepOpen(isStale);
  usePartsAhead();
  useRowKeys(root, isStale ? () => say(t('lost.act')) : undefined);
  const acts = useRowActs();
  const inRow = (part: string) => (): unknown => (isStale ? say(t('lost.act')) : acts.press(part));
  useHotkeys({
    m: inRow(ROW_KEYS.m),
    d: inRow(ROW_KEYS.d),
    z: inRow(ROW_KEYS.z),
    '/': () => search.current?.focus(),
    p: privacy.toggle,
    n: () => (isStale ? say(t('lost.act')) : setDialog('new')),
    o: () => acts.press('[data-whole]'),
    u: acts.undo,
    '?': () => setDialog('keys'),
  });

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
            filter={columns && <BoardFilterMenu columns={columns} {...narrowing} />}
          />
          <BoardFilterLine {...narrowing} />
          {isStale && (
            <Notice tone="off" role="status">
              {t('lost', { time: berlinTime(standAt) })} {t('lost.act')}
            </Notice>
          )}
          {!board &&
            (error === null ? <Loading /> : <ErrorNotice error={error} onRetry={refetch} />)}
          {board && shown && (
            <BoardContent
              board={board}
              parts={{ ...parts, columns: shown }}
              now={now}
              isStale={isStale}
              onSend={setPatid}
              onRegister={() => setDialog('register')}
            />
          )}
          <SendPanel
            isOpen={patid !== null}
            patid={patid}
            walkIn={walkIn}
            free={free}
            offset={offset}
            onClose={() => setPatid(null)}
            onMerged={setPatid}
          />
          <BoardDialogs
            dialog={dialog}
            onClose={() => setDialog(null)}
            onCreated={(created, identifiedBy) => {
              setDialog(null);
              setWalkIn({ patid: created, identifiedBy });
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
  onCreated: (patid: string, identifiedBy: WalkIn['identifiedBy']) => void;
  board: Board | undefined;
  silent: BoardParts['silent'];
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
