// Calls of vouchers: the owner's, and the vendor's.

import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import type {
  Batches,
  BatchReport,
  MakeBatch,
  Redeemed,
} from '../../../shared/vendor/voucher.schema.ts';
import { call, LONG_TIMEOUT, TIMEOUT } from '../../api.ts';

const KEY = 'vouchers';
export const useRedeemed = (): UseQueryResult<Redeemed> =>
  useQuery({
    queryKey: [KEY, 'own'],
    queryFn: () => call<Redeemed>('/api/stripe/voucher', { timeout: TIMEOUT }),
  });
export const useBatches = (): UseQueryResult<Batches> =>
  useQuery({
    queryKey: [KEY, 'batches'],
    queryFn: () => call<Batches>('/admin/vouchers', { timeout: TIMEOUT }),
  });
export const useReport = (id: string): UseQueryResult<BatchReport> =>
  useQuery({
    queryKey: [KEY, 'report', id],
    queryFn: () => call<BatchReport>(`/admin/vouchers/${id}/report`, { timeout: TIMEOUT }),
  });
/** Fetches vouchers again. */
export function useFreshVouchers(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(() => queries.invalidateQueries({ queryKey: [KEY] }), [queries]);
}

export const redeemVoucher = (gutscheincode: string): Promise<Redeemed> =>
  call('/api/stripe/voucher', { json: { gutscheincode }, timeout: TIMEOUT });
const act = (path: string, json?: object): Promise<unknown> =>
  call(`/admin/vouchers${path}`, {
    method: 'POST',
    ...(json && { json }),
    answer: 'none',
    timeout: TIMEOUT,
  });
export const makeBatch = (json: MakeBatch): Promise<unknown> => act('', json);
export const approveBatch = (id: string): Promise<unknown> => act(`/${id}/approve`);
export const blockBatch = (id: string, isBlocked: boolean): Promise<unknown> =>
  act(`/${id}/block`, { isBlocked });
export const makeCodes = (id: string): Promise<{ codes: string[] }> =>
  call(`/admin/vouchers/${id}/codes`, { method: 'POST', timeout: LONG_TIMEOUT });
