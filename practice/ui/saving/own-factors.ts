// The own second factors, read where they are managed and where one of them may confirm an act.

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
