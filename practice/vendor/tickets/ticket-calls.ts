// Calls of requests for help, and the queries of both sides.

import {
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import type {
  CannedTextInput,
  CannedTexts,
  Colleagues,
  OpenTicket,
  Sent,
  StrayMails,
  TicketAnswer,
  TicketView,
  TicketWithEntries,
  VendorChange,
  VendorEntry,
  VendorTicket,
  VendorTicketList,
} from '../../../shared/vendor/tickets.schema.ts';
import type { TicketRating, VendorView } from '../../../shared/vendor/tickets.ts';
import { UPLOAD_TYPES } from '../../../shared/papers/upload.ts';
import { call, LONG_TIMEOUT, TIMEOUT } from '../../api.ts';
import type { ChosenFile } from './use-files.ts';

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
export const useVendorTickets = (view: VendorView) =>
  useInfiniteQuery({
    queryKey: [KEY, 'vendor', view],
    initialPageParam: null as string | null,
    getNextPageParam: (last: VendorTicketList) => last.cursor,
    queryFn: ({ pageParam }) => {
      const asked = new URLSearchParams({ view, ...(pageParam !== null && { cursor: pageParam }) });
      return call<VendorTicketList>(`/support/tickets?${asked}`, { timeout: TIMEOUT });
    },
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

const postFile = (path: string, { id, file }: ChosenFile): Promise<unknown> =>
  call(`${path}/files/${id}`, {
    method: 'POST',
    bytes: file,
    contentType: UPLOAD_TYPES.find((one) => one === file.type) ?? 'application/octet-stream',
    timeout: LONG_TIMEOUT,
  });
/** @param path of the ticket */
const getFile =
  (path: string) =>
  (fileId: string): Promise<Blob> =>
    call<Blob>(`${path}/files/${fileId}`, { answer: 'blob', timeout: LONG_TIMEOUT });
export const addFile = (ticketId: string, entryId: string, file: ChosenFile): Promise<unknown> =>
  postFile(`/api/tickets/${ticketId}/entries/${entryId}`, file);
export const readFile = (ticketId: string): ((fileId: string) => Promise<Blob>) =>
  getFile(`/api/tickets/${ticketId}`);
export const addVendorFile = (
  cid: string,
  id: string,
  entryId: string,
  file: ChosenFile,
): Promise<unknown> => postFile(`${vendorPath(cid, id)}/entries/${entryId}`, file);
export const readVendorFile = (cid: string, id: string): ((fileId: string) => Promise<Blob>) =>
  getFile(vendorPath(cid, id));

export const useColleagues = (): UseQueryResult<Colleagues> =>
  useQuery({
    queryKey: ['colleagues'],
    queryFn: () => call<Colleagues>('/support/colleagues', { timeout: TIMEOUT }),
  });
const CANNED = ['canned-texts'];
export const useCannedTexts = (): UseQueryResult<CannedTexts> =>
  useQuery({
    queryKey: CANNED,
    queryFn: () => call<CannedTexts>('/support/answers', { timeout: TIMEOUT }),
  });
export function useFreshCannedTexts(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(() => queries.invalidateQueries({ queryKey: CANNED }), [queries]);
}
export const storeCannedText = (id: string, json: CannedTextInput): Promise<unknown> =>
  call(`/support/answers/${id}`, { method: 'PUT', json, answer: 'none', timeout: TIMEOUT });
export const removeCannedText = (id: string): Promise<unknown> =>
  call(`/support/answers/${id}`, { method: 'DELETE', answer: 'none', timeout: TIMEOUT });

export const useStrayMails = (): UseQueryResult<StrayMails> =>
  useQuery({
    queryKey: [KEY, 'stray'],
    queryFn: () => call<StrayMails>('/support/mails', { timeout: TIMEOUT }),
    refetchInterval: LOOK_MS,
  });
export const assignMail = (id: string, helpdeskid: string): Promise<unknown> =>
  call(`/support/mails/${id}/assign`, { json: { helpdeskid }, answer: 'none', timeout: TIMEOUT });
export const deleteMail = (id: string): Promise<unknown> =>
  call(`/support/mails/${id}`, { method: 'DELETE', answer: 'none', timeout: TIMEOUT });
