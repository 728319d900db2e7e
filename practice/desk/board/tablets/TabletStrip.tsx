// The tablets below the people: one line of counts, one card each, registering a new one.

import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Board, BoardTablet } from '../../../../shared/exchange/board.ts';
import { Empty } from '../../../ui/Page.tsx';
import { callsOf } from '../view/calls.ts';
import { stateOfTablet } from '../view/state.ts';
import { useBoardTexts } from '../board-texts.ts';
import { TabletCard } from './TabletCard.tsx';

export function TabletStrip({
  board,
  now,
  free,
  registerButton,
}: {
  board: Board;
  now: number;
  free: readonly BoardTablet[];
  registerButton: ReactNode;
}) {
  const t = useBoardTexts();
  // A signed-out tablet stays visible while signatures of it are missing, so that they are not
  // forgotten. Private phones are not listed; their state is shown at their Mappe.
  const tablets = board.tablets.filter(
    (tablet) => (tablet.revokedAt === null && !tablet.isGuest) || tablet.lostSubmissions !== null,
  );
  const active = tablets.filter((tablet) => tablet.revokedAt === null);
  const calls = callsOf(board);
  const gone = active.filter(
    (tablet) => stateOfTablet(tablet, null, now).key === 'unreached',
  ).length;
  return (
    <section className="e-column" data-column="tablets" aria-label={t('tablets')}>
      <div className="e-strip-head">
        <Title order={2} className="e-column-title">
          {t('tablets')}
        </Title>
        {active.length > 0 && (
          <span className="p-muted p-tabular">
            {t('tablets.summary', { connected: active.length - gone, free: free.length })}
            {gone > 0 && ` · ${t('tablets.lost', { n: gone })}`}
          </span>
        )}
        {registerButton}
      </div>
      {tablets.length === 0 ? (
        <Empty>{t('tablets.none')}</Empty>
      ) : (
        <ul className="e-tablets" data-rows>
          {tablets.map((tablet) => (
            <TabletCard
              key={tablet.tabletId}
              tablet={tablet}
              mappe={board.mappen.find((m) => m.mappeId === tablet.mappeId) ?? null}
              call={
                calls.ofTablet.get(tablet.tabletId) ??
                calls.ofMappe.get(tablet.mappeId ?? '') ??
                null
              }
              now={now}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
