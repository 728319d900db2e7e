// State of the practice's seal: for the line above every page and the check page.

import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { SealStanding } from '../../../shared/papers/documents.schema.ts';
import { callR4c } from '../../api.ts';
import { useSession } from '../../session.ts';

/** It changes within days; after a fix the change should be visible soon. */
const ASK_MS = 5 * 60_000;

export function useSeal(): UseQueryResult<SealStanding> {
  const isIn = useSession().status === 'in';
  return useQuery({
    queryKey: ['seal'],
    queryFn: () => callR4c<SealStanding>('/documents/seal'),
    enabled: isIn,
    refetchInterval: ASK_MS,
    retry: false,
  });
}
