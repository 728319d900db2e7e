// Loads the terms of use of this practice.

import { useQuery } from '@tanstack/react-query';
import { isVendor } from '../../../shared/base/roles.ts';
import type { TermsView } from '../../../shared/accounts/terms.schema.ts';
import { call, TIMEOUT } from '../../api.ts';
import { useSession } from '../../session.ts';

export function useTerms() {
  const { user, status } = useSession();
  return useQuery({
    queryKey: ['agb'],
    queryFn: () => call<TermsView>('/api/agb', { timeout: TIMEOUT }),
    enabled: user !== null && !isVendor(user.role) && status === 'in',
    staleTime: 300_000,
  });
}
