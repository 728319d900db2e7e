// The card of one room, fresh within a moment of what the desk does; gone at once when the line is gone for long.

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ChairCard } from '../../../shared/forms/answers/answers.schema.ts';
import { callR4c } from '../../api.ts';
import { followLive } from '../../live.ts';
import { useSession } from '../../session.ts';
import { useNow } from '../../ui/wording/now.ts';

const SAFETY_POLL_MS = 30_000,
  POLL_MS = 5_000;
/** After so long without an answer somebody else may sit there: what was known is taken down. */
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
