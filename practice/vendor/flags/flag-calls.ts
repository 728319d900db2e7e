// Calls of switches of the vendor's staff.

import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import type {
  AddFlagRule,
  FlagList,
  FlagVerdicts,
} from '../../../shared/vendor/flags/flags.schema.ts';
import { call, TIMEOUT } from '../../api.ts';

const KEY = 'flags';
export const useFlags = (): UseQueryResult<FlagList> =>
  useQuery({
    queryKey: [KEY],
    queryFn: () => call<FlagList>('/admin/flags', { timeout: TIMEOUT }),
  });
/** What counts for a practice now; nothing is asked without one. */
export const useFlagsOf = (cid: string | null): UseQueryResult<FlagVerdicts> =>
  useQuery({
    queryKey: [KEY, 'of', cid],
    queryFn: () =>
      call<FlagVerdicts>(`/admin/flags/practices/${encodeURIComponent(cid ?? '')}`, {
        timeout: TIMEOUT,
      }),
    enabled: cid !== null,
  });
/** Fetches switches again. */
export function useFreshFlags(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(() => queries.invalidateQueries({ queryKey: [KEY] }), [queries]);
}
export const addFlagRule = (json: AddFlagRule): Promise<unknown> =>
  call('/admin/flags/rules', { json, answer: 'none', timeout: TIMEOUT });
export const endFlagRule = (id: string, reason: string): Promise<unknown> =>
  call(`/admin/flags/rules/${id}/end`, { json: { reason }, answer: 'none', timeout: TIMEOUT });
