// The own second factors, used for managing them and for confirming an action by one of them.

import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Factors } from '../../../shared/accounts/factors.schema.ts';
import { call, TIMEOUT } from '../../api.ts';

export const FACTORS = ['factors'] as const;

export const useOwnFactors = (isWanted = true): UseQueryResult<Factors> =>
  useQuery({
    queryKey: FACTORS,
    queryFn: () => call<Factors>('/auth/factors', { timeout: TIMEOUT }),
    enabled: isWanted,
  });
