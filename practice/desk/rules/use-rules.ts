// The practice's rules from the server, and their actions.

import { useQuery } from '@tanstack/react-query';
import type { MappeRulesView, TriedRules } from '../../../shared/desk/mappe-rules.schema.ts';
import type { MappeRule } from '../../../shared/desk/mappe-rules.ts';
import { call, TIMEOUT } from '../../api.ts';

const ROOT = '/tablet/rules';
export const readRules = (): Promise<MappeRulesView> =>
  call<MappeRulesView>(ROOT, { isR4c: true, timeout: TIMEOUT });
/** Reads the rules; the version being edited is never refetched. */
export const useRules = () =>
  useQuery({
    queryKey: ['rules'],
    queryFn: readRules,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
/**
 * Requests the proposals of rules for today's appointments; requested again for each list of rules.
 */
export const useTried = (rules: readonly MappeRule[]) =>
  useQuery({
    queryKey: ['rules-tried', rules],
    queryFn: () =>
      call<TriedRules>(`${ROOT}/try`, { isR4c: true, json: { rules }, timeout: TIMEOUT }),
    gcTime: 0,
    refetchOnWindowFocus: false,
    placeholderData: (before) => before,
  });
export const saveRules = (
  version: number,
  rules: readonly MappeRule[],
): Promise<{ version: number }> =>
  call(ROOT, { isR4c: true, method: 'PUT', json: { version, rules }, timeout: TIMEOUT });
export const resetRules = (version: number): Promise<{ version: number }> =>
  call(`${ROOT}/reset`, { isR4c: true, json: { version }, timeout: TIMEOUT });
