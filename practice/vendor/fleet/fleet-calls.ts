// Calls of the fleet.

import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Fleet, FleetHistory, FleetView } from '../../../shared/vendor/fleet.schema.ts';
import { call, TIMEOUT } from '../../api.ts';

const KEY = 'fleet',
  /** The server looks every five minutes. */
  LOOK_MS = 60_000;

export const useFleet = (view: FleetView, q: string): UseQueryResult<Fleet> =>
  useQuery({
    queryKey: [KEY, view, q],
    queryFn: () =>
      call<Fleet>(`/support/fleet?${new URLSearchParams({ view, q }).toString()}`, {
        timeout: TIMEOUT,
      }),
    refetchInterval: LOOK_MS,
    // The rows stay while the next letter of the search is answered.
    placeholderData: keepPreviousData,
  });
export const useHealthHistory = (cid: string): UseQueryResult<FleetHistory> =>
  useQuery({
    queryKey: [KEY, 'history', cid],
    queryFn: () =>
      call<FleetHistory>(`/support/clients/${encodeURIComponent(cid)}/health`, {
        timeout: TIMEOUT,
      }),
  });
