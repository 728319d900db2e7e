// People in their columns, the tablets, the tray, and papers without an end.

import { Button } from '@mantine/core';
import { IconDeviceTablet } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { Board } from '../../../shared/exchange/board.ts';
import { Notice } from '../../ui/Notice.tsx';
import type { BoardColumns, ExpectedRow } from './board-view.ts';
import { useBoardTexts } from './board-texts.ts';
import { Column, ColumnTabs } from './Column.tsx';
import { EarlierToday } from './EarlierToday.tsx';
import { ExpectedCard } from './ExpectedCard.tsx';
import { MappeCard } from './mappe/MappeCard.tsx';
import { OpenList } from './OpenList.tsx';
import { TabletStrip } from './tablets/TabletStrip.tsx';
import { TrayLine } from './TrayLine.tsx';
import type { BoardParts } from './view/use-board-parts.ts';
import type { BoardRow } from './view/rows.ts';

/** The columns of people, in the order of a visit. */
type Tab = 'expected' | 'there' | 'done' | 'rooms';

/** Shows a loaded board; without the server it stays readable, and no button works. */
export function BoardContent({
  board,
  parts: { columns, free, open, appointments },
  now,
  isStale,
  onSend,
  onRegister,
}: {
  board: Board;
  parts: BoardParts & { columns: BoardColumns };
  now: number;
  isStale: boolean;
  onSend: (patid: string) => void;
  onRegister: () => void;
}) {
  const t = useBoardTexts();
  const [tab, setTab] = useState<Tab>('expected');
  // No action works without the server: every button is disabled at once, and the line above gives
  // the reason.
  const off = isStale ? { disabled: true, title: t('lost.act') } : {};
  const card = (row: BoardRow): ReactNode => (
    <MappeCard key={row.key} row={row} free={free} now={now} onSend={onSend} />
  );
  return (
    <div className="e-content" data-stale={isStale}>
      <fieldset className="e-set" {...off}>
        {board.registrations.length > 0 && <ArrivedNotice board={board} onLook={onRegister} />}
        <Column
          name="needs"
          title={t('col.needs')}
          count={columns.needs.length}
          empty={t('empty.needs')}
          rows={columns.needs}
          draw={card}
        />
      </fieldset>
      <VisitTabs tab={tab} columns={columns} onChoose={setTab} />
      <fieldset className="e-set" {...off}>
        <PeopleColumns
          tab={tab}
          columns={columns}
          appointments={appointments}
          card={card}
          onSend={onSend}
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
              onClick={onRegister}
            >
              {t('tablet.register')}
            </Button>
          }
        />
        <TrayLine now={now} />
        <OpenList open={open} now={now} />
      </fieldset>
    </div>
  );
}

function ArrivedNotice({ board, onLook }: { board: Board; onLook: () => void }) {
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
  columns: BoardColumns;
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
  appointments,
  card,
  onSend,
}: {
  tab: Tab;
  columns: BoardColumns;
  appointments: BoardParts['appointments'];
  card: (row: BoardRow) => ReactNode;
  onSend: (patid: string) => void;
}) {
  const t = useBoardTexts(),
    expected = (row: ExpectedRow): ReactNode => (
      <ExpectedCard key={row.terminId} row={row} onSend={onSend} />
    );
  return (
    <div className="e-columns" data-tab={tab}>
      <Column
        name="there"
        title={t('col.there')}
        count={columns.there.length}
        empty={t('empty.there')}
        rows={columns.there}
        draw={card}
      />
      <Column
        name="rooms"
        title={t('col.rooms')}
        count={columns.rooms.length}
        empty={t('empty.rooms')}
        rows={columns.rooms}
        draw={card}
      />
      <Column
        name="expected"
        title={t('col.expected')}
        count={columns.expected.length}
        empty={t('empty.expected')}
        rows={appointments.next}
        draw={expected}
      >
        {appointments.earlier.length > 0 && (
          <EarlierToday rows={appointments.earlier} onSend={onSend} />
        )}
      </Column>
      <Column
        name="done"
        title={t('col.done')}
        count={columns.done.length}
        empty={t('empty.done')}
        rows={columns.done}
        draw={card}
      />
    </div>
  );
}
