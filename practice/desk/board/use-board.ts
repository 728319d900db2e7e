// The board's data: fetched, refreshed by the live channel, with its timestamp when the connection
// is lost.

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Board, BoardEvent } from '../../../shared/exchange/board.ts';
import { callR4c } from '../../api.ts';
import { followLive } from '../../live.ts';
import { useSession } from '../../session.ts';
import { noteContact } from '../../ui/wording/last-contact.ts';
import { useNow } from '../../ui/wording/now.ts';

/** Without the live channel the board is polled often; with it only as a safety net. */
const POLL_MS = 8_000;
const SAFETY_POLL_MS = 30_000;
/** Two missed polls. */
const STALE_MS = 20_000;
/** Debounced: many changes at once (a Mappe of five papers) cause one request. */
const GATHER_MS = 200;

export const BOARD_KEY = ['board'];

export interface BoardData {
  board: Board | undefined;
  error: unknown;
  isLive: boolean;
  /** The connection is lost: the last known state of `standAt` is shown. */
  isStale: boolean;
  standAt: number;
  /** Current server time, ms; while stale, the time of the displayed state. */
  now: number;
  /** Server clock minus this computer's, ms. */
  offset: number;
  refetch: () => void;
}

export function useBoard(): BoardData {
  const queries = useQueryClient();
  const isIn = useSession().status === 'in';
  const [isLive, setLive] = useState(false);
  const query = useQuery({
    queryKey: BOARD_KEY,
    queryFn: async () => {
      const board = await callR4c<Board>('/tablet/board'),
        receivedAt = Date.now();
      noteContact(receivedAt);
      return { board, receivedAt };
    },
    refetchInterval: isLive ? SAFETY_POLL_MS : POLL_MS,
    refetchIntervalInBackground: true,
    retry: false,
    // An expired session sends no request; the last state stays below the sign-in.
    enabled: isIn,
  });

  useEffect(() => {
    if (!isIn) return undefined;
    let gather: ReturnType<typeof setTimeout> | undefined;
    const ask = (): void => {
      gather ??= setTimeout(() => {
        gather = undefined;
        void queries.invalidateQueries({ queryKey: BOARD_KEY });
      }, GATHER_MS);
    };
    const stop = followLive({
      onEvent: (name, data) => {
        ask();
        const kind = (data as Partial<BoardEvent> | undefined)?.kind ?? name;
        if (kind === 'filed') void queries.invalidateQueries({ queryKey: ['documents'] });
      },
      onState: (live) => {
        setLive(live);
        ask();
      },
    });
    return () => {
      clearTimeout(gather);
      stop();
      setLive(false);
    };
  }, [queries, isIn]);

  const offset = query.data ? query.data.board.at - query.data.receivedAt : 0;
  const now = useNow(1_000, offset);
  const age = query.data ? now - offset - query.data.receivedAt : 0;
  const isStale = query.data !== undefined && (query.isError || (!isLive && age > STALE_MS));
  const standAt = query.data?.board.at ?? 0;
  return {
    board: query.data?.board,
    error: query.error,
    isLive,
    isStale,
    standAt,
    // The clock stops while stale: the tablets did not go silent because this computer lost its
    // connection.
    now: isStale ? standAt : now,
    offset,
    refetch: () => void query.refetch(),
  };
}
