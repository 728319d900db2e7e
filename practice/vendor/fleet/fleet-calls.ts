// Calls of the fleet.

import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  type UseQueryResult,
} from '@tanstack/react-query';
import type { HeldCertificates } from '../../../shared/papers/seal/held-certificate.schema.ts';
import type { Fleet, FleetHistory, FleetView } from '../../../shared/vendor/fleet.schema.ts';
import { call, TIMEOUT } from '../../api.ts';

const KEY = 'fleet',
  /** The server looks every five minutes. */
  LOOK_MS = 60_000;

/** The practices of a view, the worst first, page by page. @param q part of a practice's name */
export const useFleet = (view: FleetView, q: string) =>
  useInfiniteQuery({
    queryKey: [KEY, view, q],
    initialPageParam: null as string | null,
    getNextPageParam: (last: Fleet) => last.cursor,
    queryFn: ({ pageParam }) => {
      const asked = new URLSearchParams({
        view,
        q,
        ...(pageParam !== null && { cursor: pageParam }),
      });
      return call<Fleet>(`/support/fleet?${asked}`, { timeout: TIMEOUT });
    },
    refetchInterval: LOOK_MS,
    // The rows stay while the next letter of the search is answered.
    placeholderData: keepPreviousData,
  });
export const useTrust = (): UseQueryResult<HeldCertificates> =>
  useQuery({
    queryKey: [KEY, 'trust'],
    queryFn: () => call<HeldCertificates>('/support/trust', { timeout: TIMEOUT }),
  });
export const useHealthHistory = (cid: string): UseQueryResult<FleetHistory> =>
  useQuery({
    queryKey: [KEY, 'history', cid],
    queryFn: () =>
      call<FleetHistory>(`/support/clients/${encodeURIComponent(cid)}/health`, {
        timeout: TIMEOUT,
      }),
  });
