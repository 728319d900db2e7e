// Grants visible to this side, and their actions.

import { useDebouncedValue } from '@mantine/hooks';
import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { ClientList, GrantView } from '../../../shared/vendor/grants.schema.ts';
import { isVendor } from '../../../shared/base/roles.ts';
import { call, TIMEOUT } from '../../api.ts';
import { followLive } from '../../live.ts';
import { useSession } from '../../session.ts';

/** `codes`: ids of the spoken codes that are still valid; a practice's own only. */
interface Grants {
  items: GrantView[];
  codes?: string[];
}
/** A grant may begin or end at any moment; the line above the page follows within this time. */
const LOOK_MS = 15_000;

export function useGrants(): UseQueryResult<Grants> {
  const { status, user } = useSession();
  const path = user && isVendor(user.role) ? '/support/grants' : '/api/grants';
  return useQuery({
    queryKey: ['grants', path],
    queryFn: () => call<Grants>(path, { timeout: TIMEOUT }),
    refetchInterval: LOOK_MS,
    enabled: status === 'in',
  });
}
export function useGrantNews(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(() => queries.invalidateQueries({ queryKey: ['grants'] }), [queries]);
}

/** Refetches grants as soon as something happens in the practice, while `isOn`. */
export function useGrantsLive(isOn: boolean): void {
  const news = useGrantNews();
  useEffect(
    () =>
      isOn ? followLive({ onEvent: () => void news(), onState: () => void news() }) : undefined,
    [isOn, news],
  );
}

const post = <T>(path: string, json?: unknown): Promise<T> =>
  call<T>(path, {
    method: 'POST',
    timeout: TIMEOUT,
    ...(json === undefined ? { answer: 'none' as const } : { json }),
  });
export const answerGrant = (id: string, what: 'approve' | 'end' | 'review'): Promise<unknown> =>
  post(`/api/grants/${id}/${what}`);
export const speakCode = (): Promise<{ id: string; code: string; expiresAt: number }> =>
  call('/api/grants/spoken', { method: 'POST', timeout: TIMEOUT });
export const endOwn = (id: string): Promise<unknown> => post(`/support/grants/${id}/end`);
export const secondWord = (id: string, why: 'patient_safety' | 'outage'): Promise<unknown> =>
  call(`/support/grants/${id}/second`, { json: { why }, timeout: TIMEOUT, answer: 'none' });
export interface Ask {
  cid: string;
  kind: 'impersonation' | 'break_glass';
  reason: string;
  ticket: string;
  minutes: number;
  mayWrite: boolean;
  patids?: string[];
}
export const askGrant = (json: Ask): Promise<GrantView> =>
  call('/support/grants', { json, timeout: TIMEOUT });
export const redeemCode = (cid: string, code: string): Promise<GrantView> =>
  call('/support/grants/redeem', { json: { cid, code }, timeout: TIMEOUT });
export type Client = ClientList['items'][number];
/** Letters that are typed within this time are searched together. */
const SEARCH_MS = 200;
/** The practices by name, page by page. @param typed part of a practice's name */
export function useClients(typed: string) {
  const [q] = useDebouncedValue(typed.trim(), SEARCH_MS);
  return useInfiniteQuery({
    queryKey: ['clients', q],
    initialPageParam: null as string | null,
    getNextPageParam: (last: ClientList) => last.cursor,
    queryFn: ({ pageParam }) => {
      const asked = new URLSearchParams({ q, ...(pageParam !== null && { cursor: pageParam }) });
      return call<ClientList>(`/support/clients?${asked}`, { timeout: TIMEOUT });
    },
    // The rows stay while the next letter of the search is answered.
    placeholderData: keepPreviousData,
  });
}
export const inviteClient = (): Promise<{ link: string; expiresAt: number }> =>
  call('/admin/clients', { method: 'POST', timeout: TIMEOUT });
