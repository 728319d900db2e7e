// Calls of requests for help, and the queries of both sides.

import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import type {
  OpenTicket,
  Sent,
  TicketAnswer,
  TicketView,
  TicketWithEntries,
  VendorChange,
  VendorEntry,
  VendorTicket,
  VendorTicketList,
} from '../../../shared/vendor/tickets.schema.ts';
import type { TicketRating, VendorView } from '../../../shared/vendor/tickets.ts';
import { call, TIMEOUT } from '../../api.ts';

/** Another side may write at any moment; an open page follows within this time. */
const LOOK_MS = 15_000;
const KEY = 'tickets';

export const useTickets = (): UseQueryResult<{ items: TicketView[] }> =>
  useQuery({
    queryKey: [KEY],
    queryFn: () => call<{ items: TicketView[] }>('/api/tickets', { timeout: TIMEOUT }),
    refetchInterval: LOOK_MS,
  });
export const useTicket = (id: string): UseQueryResult<TicketWithEntries> =>
  useQuery({
    queryKey: [KEY, id],
    queryFn: () => call<TicketWithEntries>(`/api/tickets/${id}`, { timeout: TIMEOUT }),
    refetchInterval: LOOK_MS,
  });
export type VendorTicketWithEntries = Omit<TicketWithEntries, 'ticket'> & { ticket: VendorTicket };
export const useVendorTickets = (view: VendorView): UseQueryResult<VendorTicketList> =>
  useQuery({
    queryKey: [KEY, 'vendor', view],
    queryFn: () => call<VendorTicketList>(`/support/tickets?view=${view}`, { timeout: TIMEOUT }),
    refetchInterval: LOOK_MS,
  });
const vendorPath = (cid: string, id: string): string =>
  `/support/tickets/${encodeURIComponent(cid)}/${id}`;
export const useVendorTicket = (cid: string, id: string): UseQueryResult<VendorTicketWithEntries> =>
  useQuery({
    queryKey: [KEY, 'vendor', cid, id],
    queryFn: () => call<VendorTicketWithEntries>(vendorPath(cid, id), { timeout: TIMEOUT }),
    refetchInterval: LOOK_MS,
  });
/** Fetches every list and ticket again. */
export function useFreshTickets(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(() => queries.invalidateQueries({ queryKey: [KEY] }), [queries]);
}

export const openTicket = (json: OpenTicket): Promise<Sent> =>
  call('/api/tickets', { json, timeout: TIMEOUT });
export const answerTicket = (ticketId: string, json: TicketAnswer): Promise<Sent> =>
  call(`/api/tickets/${ticketId}/entries`, { json, timeout: TIMEOUT });
export const solveTicket = (ticketId: string): Promise<unknown> =>
  call(`/api/tickets/${ticketId}/solved`, { method: 'POST', answer: 'none', timeout: TIMEOUT });
export const rateTicket = (
  ticketId: string,
  json: { rating: TicketRating; comment: string },
): Promise<unknown> =>
  call(`/api/tickets/${ticketId}/rating`, { json, answer: 'none', timeout: TIMEOUT });
export const answerAsVendor = (cid: string, id: string, json: VendorEntry): Promise<unknown> =>
  call(`${vendorPath(cid, id)}/entries`, { json, answer: 'none', timeout: TIMEOUT });
export const leadTicket = (cid: string, id: string, json: VendorChange): Promise<unknown> =>
  call(vendorPath(cid, id), { method: 'PATCH', json, answer: 'none', timeout: TIMEOUT });
