// Calls of the page on data protection.

import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ComplianceProfile } from '../../../shared/vendor/compliance.ts';
import type {
  BreachInput,
  Compliance,
  CompliancePointInput,
} from '../../../shared/vendor/compliance.schema.ts';
import type { ProcessingView } from '../../../shared/accounts/terms.schema.ts';
import type { SettingsView } from '../../../shared/accounts/settings.ts';
import type { BackupStatus } from '../../../shared/operations/backup.schema.ts';
import { call, TIMEOUT } from '../../api.ts';

const KEY = ['compliance'];
export const useCompliance = (): UseQueryResult<Compliance> =>
  useQuery({
    queryKey: KEY,
    queryFn: () => call<Compliance>('/api/compliance', { timeout: TIMEOUT }),
  });
export function useFreshCompliance(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(() => queries.invalidateQueries({ queryKey: KEY }), [queries]);
}
export const useSettingsFacts = (): UseQueryResult<SettingsView> =>
  useQuery({
    queryKey: ['settings'],
    queryFn: () => call<SettingsView>('/api/settings', { timeout: TIMEOUT }),
  });
/** The contract on processing, under the key that the page of the terms uses. */
export const useContract = (): UseQueryResult<ProcessingView> =>
  useQuery({
    queryKey: ['avv'],
    queryFn: () => call<ProcessingView>('/api/avv', { timeout: TIMEOUT }),
  });
export const useBackupFacts = (): UseQueryResult<BackupStatus> =>
  useQuery({
    queryKey: ['backup', 'facts'],
    queryFn: () => call<BackupStatus>('/api/backup', { timeout: TIMEOUT }),
  });

const put = (path: string, json: unknown): Promise<unknown> =>
  call(`/api/compliance/${path}`, { method: 'PUT', json, answer: 'none', timeout: TIMEOUT });
export const storeProfile = (profile: ComplianceProfile): Promise<unknown> =>
  put('profile', profile);
export const storePoint = (point: string, input: CompliancePointInput): Promise<unknown> =>
  put(`points/${point}`, input);
export const storeBreach = (id: string, input: BreachInput): Promise<unknown> =>
  put(`breaches/${id}`, input);
