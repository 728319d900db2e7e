// The card of one room, refreshed at once after actions of the desk; cleared when the connection is
// lost for long.

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ChairCard } from '../../../shared/forms/answers/answers.schema.ts';
import { callR4c } from '../../api.ts';
import { followLive } from '../../live.ts';
import { useSession } from '../../session.ts';
import { useNow } from '../../ui/wording/now.ts';

const SAFETY_POLL_MS = 30_000,
  POLL_MS = 5_000;
/** After this long without an answer another person may be in the room: the card is cleared. */
const STALE_MS = 60_000;

export interface ChairData {
  card: ChairCard | undefined;
  error: unknown;
  isLive: boolean;
  isStale: boolean;
  refetch: () => void;
}

export function useChair(room: string | undefined): ChairData {
  const queries = useQueryClient(),
    isIn = useSession().status === 'in',
    [isLive, setLive] = useState(false),
    now = useNow(1_000);
  const query = useQuery({
    queryKey: ['chair', room],
    enabled: isIn && room !== undefined,
    retry: false,
    gcTime: 0,
    refetchInterval: isLive ? SAFETY_POLL_MS : POLL_MS,
    refetchIntervalInBackground: true,
    queryFn: () => callR4c<ChairCard>(`/anamnese/chair?room=${encodeURIComponent(room ?? '')}`),
  });
  useEffect(() => {
    if (!isIn) return undefined;
    const ask = (): void => {
      void queries.invalidateQueries({ queryKey: ['chair'] });
    };
    const stop = followLive({
      onEvent: ask,
      onState: (live) => {
        setLive(live);
        ask();
      },
    });
    return () => {
      stop();
      setLive(false);
    };
  }, [queries, isIn]);
  const isStale = query.data !== undefined && now - query.dataUpdatedAt > STALE_MS;
  return {
    card: isStale ? undefined : query.data,
    error: query.error,
    isLive,
    isStale,
    refetch: () => void query.refetch(),
  };
}
