// The reception board: people first, tablets second; it stays readable when the connection is gone.

import './empfang.css';
import { Button, Title } from '@mantine/core';
import { IconDeviceTablet } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { berlinTime } from '../../shared/dates.ts';
import { ErrorNotice } from '../ui/ErrorNotice.tsx';
import { useHotkeys } from '../ui/hotkeys.ts';
import { Notice } from '../ui/Notice.tsx';
import { Empty, Loading } from '../ui/Page.tsx';
import { undoLast } from '../ui/toast.tsx';
import { alarmsOf, columnsOf, freeTablets, openTasksOf, splitTermine, stateOfTablet } from './board-view.ts';
import { readChime } from './chime.ts';
import { useEmpfangTexts } from './empfang-texts.ts';
import { HeadLine } from './HeadLine.tsx';
import { KeysDialog } from './KeysDialog.tsx';
import { MappeCard } from './MappeCard.tsx';
import { NewPatientDialog } from './NewPatientDialog.tsx';
import { OpenList } from './OpenList.tsx';
import { PrivacyProvider, usePrivacy } from './privacy.tsx';
import { RegisterDialog } from './RegisterDialog.tsx';
import { RoomRow, RoomsProvider } from './rooms.tsx';
import { useRowKeys } from './row-keys.ts';
import { SendPanel } from './SendPanel.tsx';
import { TabletStrip } from './TabletStrip.tsx';
import { TerminCard } from './TerminCard.tsx';
import { useAlarm } from './use-alarm.ts';
import { useBoard } from './use-board.ts';

export function EmpfangPage() {
  return <PrivacyProvider><EmpfangBoard /></PrivacyProvider>;
}

type Dialog = 'new' | 'keys' | 'register' | null;

function EmpfangBoard() {
  const t = useEmpfangTexts();
  const privacy = usePrivacy();
  const { board, error, isLive, isStale, standAt, now, offset, refetch } = useBoard();
  const [dialog, setDialog] = useState<Dialog>(null);
  const [patid, setPatid] = useState<string | null>(null);
  const [chime, setChime] = useState(readChime);
  const search = useRef<HTMLInputElement>(null);
  const root = useRef<HTMLDivElement>(null);
  const columns = useMemo(() => (board ? columnsOf(board, now) : undefined), [board, now]);
  const free = useMemo(() => (board ? freeTablets(board, now) : []), [board, now]);
  const silent = useMemo(() => board?.tablets.filter((t) => t.revokedAt === null && stateOfTablet(t, null, now).key === 'unreached') ?? [], [board, now]);
  const open = useMemo(() => (board ? openTasksOf(board, now) : []), [board, now]);
  const termine = useMemo(() => splitTermine(columns?.expected ?? [], berlinTime(now)), [columns, now]);
  const alarms = useMemo(() => (columns ? alarmsOf(columns) : undefined), [columns]);

  useAlarm(alarms, chime);
  useEffect(() => {
    document.title = alarms && alarms.length > 0 ? `(${alarms.length}) ${t('title')}` : `${t('title')} · Molar`;
  }, [alarms, t]);
  useRowKeys(root);
  useHotkeys({ '/': () => search.current?.focus(), p: privacy.toggle, n: () => setDialog('new'), u: undoLast, '?': () => setDialog('keys') });

  return (
    <RoomsProvider board={board}><div ref={root} className="e-board">
      <HeadLine
        now={now} standAt={standAt} isLive={isLive} isStale={isStale} readyCount={free.length} search={search} chime={chime} onChime={setChime}
        onPick={(patient) => setPatid(patient.patid)} onNew={() => setDialog('new')} onKeys={() => setDialog('keys')}
      />
      {isStale && <Notice tone="off" role="status">{t('lost', { time: berlinTime(standAt) })}</Notice>}
      {!board && (error === null ? <Loading /> : <ErrorNotice error={error} onRetry={refetch} />)}
      {board && columns && (
        <div className="e-content" data-stale={isStale}>
          {board.registrations.length > 0 && (
            <Notice tone="info" role="status">
              <span className="e-arrived">{t('reg.arrived')} <strong className="p-tabular">{board.registrations.map((r) => r.number).join(', ')}</strong> <Button size="xs" onClick={() => setDialog('register')}>{t('reg.look')}</Button></span>
            </Notice>
          )}
          <Column name="needs" title={t('col.needs')} count={columns.needs.length} empty={t('empty.needs')}>
            {columns.needs.map((row) => <MappeCard key={row.key} row={row} free={free} now={now} />)}
          </Column>
          <div className="e-columns">
            <Column name="expected" title={t('col.expected')} count={columns.expected.length} empty={t('empty.expected')}>
              {termine.next.map((termin) => <TerminCard key={termin.terminId} termin={termin} onSend={() => setPatid(termin.patid)} />)}
              {termine.earlier.length > 0 && (
                <li>
                  <details className="e-earlier">
                    <summary>{t('expected.earlier', { n: termine.earlier.length })}</summary>
                    <ul className="e-rows">{termine.earlier.map((termin) => <TerminCard key={termin.terminId} termin={termin} onSend={() => setPatid(termin.patid)} />)}</ul>
                  </details>
                </li>
              )}
            </Column>
            <Column name="tablet" title={t('col.atTablet')} count={columns.atTablet.length} empty={t('empty.atTablet')}>
              {columns.atTablet.map((row) => <MappeCard key={row.key} row={row} free={free} now={now} />)}
            </Column>
            <Column name="done" title={t('col.done')} count={columns.done.length} empty={t('empty.done')}>
              {columns.done.map((row) => <MappeCard key={row.key} row={row} free={free} now={now} />)}
            </Column>
          </div>
          <Column name="rooms" title={t('col.rooms')} count={board.rooms.length} empty={t('empty.rooms')}>
            {board.rooms.map((stay) => <RoomRow key={stay.room} stay={stay} />)}
          </Column>
          <OpenList open={open} now={now} />
          <TabletStrip board={board} now={now} free={free} registerButton={
            <Button size="xs" variant="default" leftSection={<IconDeviceTablet size={16} stroke={1.75} aria-hidden />} onClick={() => setDialog('register')}>{t('tablet.register')}</Button>
          } />
        </div>
      )}
      <SendPanel patid={patid} free={free} offset={offset} onClose={() => setPatid(null)} onMerged={setPatid} />
      <NewPatientDialog isOpen={dialog === 'new'} onClose={() => setDialog(null)} onCreated={(created) => { setDialog(null); setPatid(created); }} />
      <KeysDialog isOpen={dialog === 'keys'} onClose={() => setDialog(null)} />
      <RegisterDialog isOpen={dialog === 'register'} onClose={() => setDialog(null)} registrations={board?.registrations ?? []} tabletCount={board?.tablets.length ?? 0} silent={silent} now={now} />
    </div></RoomsProvider>
  );
}

function Column({ name, title, count, empty, children }: { name: string; title: string; count: number; empty: string; children: ReactNode }) {
  return (
    <section className="e-column" data-column={name} aria-label={title}>
      <Title order={2} className="e-column-title">{title} <span className="p-tabular">{count}</span></Title>
      {count === 0 ? <Empty>{empty}</Empty> : <ul className="e-rows" data-rows>{children}</ul>}
    </section>
  );
}
