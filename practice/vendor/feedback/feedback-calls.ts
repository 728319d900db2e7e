// Calls of feedback: of the practice's users, and of the vendor's staff.

import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { FeedbackView } from '../../../shared/vendor/feedback.ts';
import type {
  FeedbackList,
  OwnFeedback,
  SendFeedback,
  SentFeedback,
} from '../../../shared/vendor/feedback.schema.ts';
import { call, TIMEOUT } from '../../api.ts';

const KEY = 'feedback';
export const useOwnFeedback = (): UseQueryResult<OwnFeedback> =>
  useQuery({
    queryKey: [KEY],
    queryFn: () => call<OwnFeedback>('/api/feedback', { timeout: TIMEOUT }),
  });
export const useFeedbackList = (view: FeedbackView): UseQueryResult<FeedbackList> =>
  useQuery({
    queryKey: [KEY, view],
    queryFn: () => call<FeedbackList>(`/support/feedback?view=${view}`, { timeout: TIMEOUT }),
  });
/** Fetches feedback again. */
export function useFreshFeedback(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(() => queries.invalidateQueries({ queryKey: [KEY] }), [queries]);
}
export const sendFeedback = (json: SendFeedback): Promise<SentFeedback> =>
  call('/api/feedback', { json, timeout: TIMEOUT });
export const markFeedback = (cid: string, id: string, isSeen: boolean): Promise<unknown> =>
  call(`/support/feedback/${encodeURIComponent(cid)}/${id}/seen`, {
    method: 'PUT',
    json: { isSeen },
    answer: 'none',
    timeout: TIMEOUT,
  });
