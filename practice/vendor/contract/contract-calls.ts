// Calls of contracts in the hands of administrators, and of requests for a second one.

import {
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import { CallError } from '../../../shared/base/client.ts';
import type {
  AdminContract,
  ContractAct,
  ContractList,
} from '../../../shared/vendor/contract/admin.schema.ts';
import type { ContractView } from '../../../shared/vendor/contract/admin.ts';
import type { VendorRequests } from '../../../shared/vendor/contract/request.schema.ts';
import type { PlanId } from '../../../shared/vendor/payment.ts';
import type { Preview } from '../../../shared/vendor/payment.schema.ts';
import { call, TIMEOUT } from '../../api.ts';

const KEY = 'contracts',
  /** The provider is asked for some answers. */
  LONG = 30_000,
  /** An act is carried out by a job. */
  LOOK_MS = 4000;
/** A server without payment stays so until its operator changes it. */
export const isOff = (error: unknown): boolean =>
  error instanceof CallError && error.code === 'payment_off';

export const useContracts = (view: ContractView) =>
  useInfiniteQuery({
    queryKey: [KEY, 'list', view],
    initialPageParam: null as string | null,
    getNextPageParam: (last: ContractList) => last.cursor,
    queryFn: ({ pageParam }) =>
      call<ContractList>(
        `/admin/contracts?view=${view}${pageParam === null ? '' : `&cursor=${encodeURIComponent(pageParam)}`}`,
        { timeout: LONG },
      ),
    retry: (failures, error) => !isOff(error) && failures < 2,
  });
const pathOf = (tenant: string): string => `/admin/contracts/${encodeURIComponent(tenant)}`;
export const useAdminContract = (tenant: string): UseQueryResult<AdminContract> =>
  useQuery({
    queryKey: [KEY, 'one', tenant],
    queryFn: () => call<AdminContract>(pathOf(tenant), { timeout: LONG }),
    refetchInterval: ({ state: { data } }) =>
      data?.acts.some(({ isDone, hasFailed }) => !isDone && !hasFailed) === true ? LOOK_MS : false,
  });
export const useRequests = (): UseQueryResult<VendorRequests> =>
  useQuery({
    queryKey: [KEY, 'requests'],
    queryFn: () => call<VendorRequests>('/admin/requests', { timeout: TIMEOUT }),
    refetchInterval: ({ state: { data } }) =>
      data?.items.some(({ state }) => state === 'approved') === true ? LOOK_MS : false,
  });
/** Acts of the vendor with the own contract. */
export const useActs = (): UseQueryResult<{ items: ContractAct[] }> =>
  useQuery({
    queryKey: ['payment', 'acts'],
    queryFn: () => call<{ items: ContractAct[] }>('/api/stripe/acts', { timeout: TIMEOUT }),
  });
/** Fetches contracts and requests again. */
export function useFreshContracts(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: [KEY] }),
      queries.invalidateQueries({ queryKey: ['licence'] }),
    ]);
  }, [queries]);
}

export type ActPath = 'end' | 'plan' | 'pause' | 'resume' | 'hold' | 'notice' | 'payer' | 'method';
export const actOn = (tenant: string, path: ActPath, json: object): Promise<unknown> =>
  call(`${pathOf(tenant)}/${path}`, { json, answer: 'none', timeout: LONG });
/** Opens the provider's page in a call with the practice, as approved. */
export const openPageInCall = (tenant: string, requestId: string): Promise<{ url: string }> =>
  call(`${pathOf(tenant)}/page`, { json: { requestId }, timeout: LONG });
export const previewFor = (tenant: string, plan: PlanId): Promise<Preview> =>
  call(`${pathOf(tenant)}/preview`, { json: { plan }, timeout: LONG });
export const approveRequest = (id: string, json: { previewId?: string }): Promise<unknown> =>
  call(`/admin/requests/${id}/approve`, { json, answer: 'none', timeout: LONG });
export const refuseRequest = (id: string): Promise<unknown> =>
  call(`/admin/requests/${id}/refuse`, { method: 'POST', answer: 'none', timeout: TIMEOUT });
