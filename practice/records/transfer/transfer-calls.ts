// API calls of the page of the practice software.

import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type {
  Transfer,
  TransferState,
  UploadedTermine,
} from '../../../shared/records/transfer.schema.ts';
import { call, callR4c, LONG_TIMEOUT, TIMEOUT } from '../../api.ts';
import { useSession } from '../../session.ts';

const ROOT = '/doctosync';
export const TRANSFER_KEY = ['transfer'],
  STATE_KEY = ['transfer-state'];
const POLL_MS = 10_000,
  STATE_MS = 30_000;
export const useTransfer = (): UseQueryResult<Transfer> =>
  useQuery({
    queryKey: TRANSFER_KEY,
    queryFn: () => callR4c<Transfer>(ROOT),
    refetchInterval: POLL_MS,
  });
export function useTransferState(isOn: boolean): UseQueryResult<TransferState> {
  const isIn = useSession().status === 'in';
  return useQuery({
    queryKey: STATE_KEY,
    queryFn: () => callR4c<TransferState>(`${ROOT}/state`),
    refetchInterval: STATE_MS,
    enabled: isIn && isOn,
    retry: false,
  });
}

/** Calls without a response body. */
const act = (path: string, json: unknown): Promise<void> =>
  call(`${ROOT}${path}`, { isR4c: true, json, answer: 'none', timeout: TIMEOUT });
export const retryExport = (taskId: string, target: string): Promise<void> =>
  act('/retry', { taskId, target });
export const settleByHand = (taskId: string, target: string): Promise<void> =>
  act('/by-hand', { taskId, target });
export const markSeen = (id: string): Promise<void> => act('/seen', { id });
export const decideOnline = (terminId: string, patid?: string): Promise<void> =>
  act('/termine/assign', { terminId, ...(patid !== undefined && { patid }) });
export const saveSettings = (
  version: number,
  settings: NonNullable<Transfer['settings']>,
): Promise<{ version: number }> =>
  call(`${ROOT}/settings`, {
    isR4c: true,
    method: 'PUT',
    json: { version, settings },
    timeout: TIMEOUT,
  });
/** Uploads a calendar, or a table by its name. */
export const uploadTermine = (file: File): Promise<UploadedTermine> =>
  call(`${ROOT}/termine`, {
    isR4c: true,
    method: 'POST',
    bytes: file,
    contentType: /\.csv$/i.test(file.name) ? 'text/csv' : 'text/calendar',
    timeout: LONG_TIMEOUT,
  });
