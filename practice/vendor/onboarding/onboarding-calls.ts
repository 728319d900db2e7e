// Calls of the guided starts.

import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import type {
  OnboardingList,
  OnboardingListView,
  OnboardingNoteInput,
  OnboardingNotes,
} from '../../../shared/vendor/onboarding.schema.ts';
import { call, TIMEOUT } from '../../api.ts';

const KEY = 'onboarding',
  /** Practices go on meanwhile: an open page follows within this time. */
  LOOK_MS = 60_000;

export const useStarts = (view: OnboardingListView): UseQueryResult<OnboardingList> =>
  useQuery({
    queryKey: [KEY, view],
    queryFn: () => call<OnboardingList>(`/admin/onboarding?view=${view}`, { timeout: TIMEOUT }),
    refetchInterval: LOOK_MS,
  });
const pathOf = (cid: string): string => `/admin/onboarding/${encodeURIComponent(cid)}/notes`;
export const useNotes = (cid: string): UseQueryResult<OnboardingNotes> =>
  useQuery({
    queryKey: [KEY, 'notes', cid],
    queryFn: () => call<OnboardingNotes>(pathOf(cid), { timeout: TIMEOUT }),
  });
/** Fetches the starts and their notes again. */
export function useFreshStarts(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(() => queries.invalidateQueries({ queryKey: [KEY] }), [queries]);
}
export const noteStart = (cid: string, json: OnboardingNoteInput): Promise<unknown> =>
  call(pathOf(cid), { json, answer: 'none', timeout: TIMEOUT });
