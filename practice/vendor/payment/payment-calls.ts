// Calls of contract and payment.

import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Changed } from '../../../shared/vendor/contract/held-change.schema.ts';
import type { Payer, PlanId } from '../../../shared/vendor/payment.ts';
import type {
  ContractAnswer,
  Invoices,
  Plans,
  Preview,
} from '../../../shared/vendor/payment.schema.ts';
import { CallError } from '../../../shared/base/client.ts';
import { call, callByLink } from '../../api.ts';

const KEY = 'payment',
  /** The provider is asked for some answers. */
  TIMEOUT = 30_000,
  /** A result at the provider arrives later than its call. */
  LOOK_MS = 5000;
/** A server without payment stays so until its operator changes it. */
const isWorthRetrying = (failures: number, error: Error): boolean =>
  !(error instanceof CallError && error.code === 'payment_off') && failures < 2;

export const useContract = (): UseQueryResult<ContractAnswer> =>
  useQuery({
    queryKey: [KEY, 'contract'],
    queryFn: () => call<ContractAnswer>('/api/stripe/contract', { timeout: TIMEOUT }),
    retry: isWorthRetrying,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && (data.isWaiting || data.owedCents > 0) ? LOOK_MS : false,
  });
export const usePlans = (isOn: boolean): UseQueryResult<Plans> =>
  useQuery({
    queryKey: [KEY, 'plans'],
    queryFn: () => call<Plans>('/api/stripe/plans', { timeout: TIMEOUT }),
    enabled: isOn,
  });
export const useInvoices = (isOn: boolean): UseQueryResult<Invoices> =>
  useQuery({
    queryKey: [KEY, 'invoices'],
    queryFn: () => call<Invoices>('/api/stripe/invoices', { timeout: TIMEOUT }),
    enabled: isOn,
    refetchInterval: ({ state: { data } }) =>
      data?.items.some(({ state }) => state === 'open' || state === 'returned') === true
        ? LOOK_MS
        : false,
  });
/** Fetches contract and invoices again. */
export function useFreshPayment(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(() => queries.invalidateQueries({ queryKey: [KEY] }), [queries]);
}

export const previewPlan = (plan: PlanId): Promise<Preview> =>
  call('/api/stripe/preview', { json: { plan }, timeout: TIMEOUT });
export const choosePlan = (json: {
  previewId: string;
  plan: PlanId;
}): Promise<{ url: string | null }> => call('/api/stripe/subscription', { json, timeout: TIMEOUT });
export const openMethodPage = (): Promise<{ url: string }> =>
  call('/api/stripe/payment-method', { method: 'POST', timeout: TIMEOUT });
/** Sends the parts of a payer that changed. @returns whether each waits or counts now */
export async function changePayer(before: Payer, now: Payer): Promise<Changed['state'][]> {
  const states: Changed['state'][] = [];
  const send = async (what: string, json: Partial<Payer>): Promise<void> => {
    states.push((await call<Changed>(`/api/stripe/${what}`, { json, timeout: TIMEOUT })).state);
  };
  const { name, email, street, plz, city } = now;
  if (name !== before.name) await send('name', { name });
  if (email !== before.email) await send('email', { email });
  if (street !== before.street || plz !== before.plz || city !== before.city)
    await send('address', { street, plz, city });
  return states;
}
export const answerChange = (id: string, act: 'approve' | 'stop'): Promise<unknown> =>
  call(`/api/stripe/changes/${id}/${act}`, { method: 'POST', answer: 'none', timeout: TIMEOUT });
/** Uses the secret of a mail's link. */
export const answerByLink = (act: 'stop' | 'confirm', token: string): Promise<unknown> =>
  callByLink(`/api/stripe/changes/${act}`, { token });
export const openPayPage = (): Promise<{ url: string }> =>
  call('/api/stripe/pay-other', { method: 'POST', timeout: TIMEOUT });
/** Opens the provider's page by the secret of a mail's link. */
export const openByLink = (token: string): Promise<{ url: string }> =>
  callByLink('/api/stripe/changes/page', { token });
export const payOpen = (): Promise<unknown> =>
  call('/api/stripe/pay', { method: 'POST', answer: 'none', timeout: TIMEOUT });
export const endContract = (isEnding: boolean): Promise<unknown> =>
  call('/api/stripe/cancel', { json: { isEnding }, answer: 'none', timeout: TIMEOUT });
export const readAgain = (): Promise<unknown> =>
  call('/api/stripe/refresh', { method: 'POST', timeout: TIMEOUT });
