// Calls of licences.

import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import type {
  IssuedList,
  IssueLicence,
  LicenceView,
} from '../../../shared/vendor/licence.schema.ts';
import { call, TIMEOUT } from '../../api.ts';

const KEY = 'licence';
export const useLicence = (): UseQueryResult<LicenceView> =>
  useQuery({
    queryKey: [KEY],
    queryFn: () => call<LicenceView>('/api/licence', { timeout: TIMEOUT }),
  });
export const useIssued = (): UseQueryResult<IssuedList> =>
  useQuery({
    queryKey: [KEY, 'issued'],
    queryFn: () => call<IssuedList>('/admin/licences', { timeout: TIMEOUT }),
  });
/** Fetches licences again. */
export function useFreshLicences(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(() => queries.invalidateQueries({ queryKey: [KEY] }), [queries]);
}
export const uploadLicence = (file: string): Promise<LicenceView> =>
  call('/api/licence', { json: { file }, timeout: TIMEOUT });
export const issueLicence = (json: IssueLicence): Promise<{ file: string | null }> =>
  call('/admin/licences', { json, timeout: TIMEOUT });
export const licenceFile = (tenant: string): Promise<{ file: string }> =>
  call(`/admin/licences/${encodeURIComponent(tenant)}/file`, { timeout: TIMEOUT });
export const blockLicence = (tenant: string, isBlocked: boolean): Promise<unknown> =>
  call(`/admin/licences/${encodeURIComponent(tenant)}/block`, {
    json: { isBlocked },
    answer: 'none',
    timeout: TIMEOUT,
  });
