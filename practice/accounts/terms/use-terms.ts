// Loads the terms of use and the contract on processing of this practice.

import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { isVendor } from '../../../shared/base/roles.ts';
import type { ProcessingView, TermsView } from '../../../shared/accounts/terms.schema.ts';
import { call, TIMEOUT } from '../../api.ts';
import { useSession } from '../../session.ts';

/** The two documents that a practice accepts; also their addresses below /api. */
export type DocumentName = 'agb' | 'avv';

function useDocument<T extends TermsView>(name: DocumentName): UseQueryResult<T> {
  const { user, status } = useSession();
  return useQuery({
    queryKey: [name],
    queryFn: () => call<T>(`/api/${name}`, { timeout: TIMEOUT }),
    enabled: user !== null && !isVendor(user.role) && status === 'in',
    staleTime: 300_000,
  });
}
export const useTerms = (): UseQueryResult<TermsView> => useDocument<TermsView>('agb');
export const useProcessing = (): UseQueryResult<ProcessingView> =>
  useDocument<ProcessingView>('avv');
