// Watches the transfer to and from the practice software on every page: its lines are loaded when
// there is something to report.

import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { BoardEvent } from '../../../shared/exchange/board.ts';
import { followLive } from '../../live.ts';
import { useSession } from '../../session.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { STATE_KEY, TRANSFER_KEY, useTransferState } from './transfer-calls.ts';
import { mayFollow } from './follow.ts';

/** An offer that is not taken disappears automatically: the next patient is a different one. */
const OFFER_MS = 90_000;
/** The page shows all of this itself. */
const PAGE = '/praxissoftware';
const TransferLines = lazyPart(async () => (await import('./TransferLines.tsx')).TransferLines);

export function TransferBanner() {
  const queries = useQueryClient(),
    { pathname } = useLocation(),
    isIn = useSession().status === 'in',
    { data } = useTransferState(true),
    [opened, setOpened] = useState<string | null>(null);
  const isWatching = data?.isWatching === true;
  useEffect(() => {
    if (!isWatching || !isIn) return undefined;
    return followLive({
      onState: () => undefined,
      onEvent: (_name, event) => {
        const one = event as BoardEvent | undefined;
        if (one?.kind === 'opened' && mayFollow()) setOpened(one.patid);
        if (one?.kind === 'transfer')
          for (const queryKey of [STATE_KEY, TRANSFER_KEY])
            void queries.invalidateQueries({ queryKey });
      },
    });
  }, [isWatching, isIn, queries]);
  useEffect(() => {
    if (opened === null) return undefined;
    const timer = setTimeout(() => setOpened(null), OFFER_MS);
    return () => clearTimeout(timer);
  }, [opened]);
  const state = pathname === PAGE ? undefined : data;
  if (
    opened === null &&
    (state === undefined || (state.failed === 0 && !state.isAway && state.unread === 0))
  )
    return null;
  return (
    <Suspense>
      <TransferLines state={state} opened={opened} onDone={() => setOpened(null)} />
    </Suspense>
  );
}
