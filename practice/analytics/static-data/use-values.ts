// The fee catalogue, the practice's own values and its lists, from the server.

import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type {
  FeeCatalogue,
  NewPraxiswert,
  StaticList,
  StaticListAnswer,
} from '../../../shared/analytics/deliveries/static-data.schema.ts';
import { call, TIMEOUT } from '../../api.ts';

export const CATALOGUE_KEY = 'fee-catalogue';
export const useCatalogue = (day: string): UseQueryResult<FeeCatalogue> =>
  useQuery({
    queryKey: [CATALOGUE_KEY, day],
    queryFn: () => call<FeeCatalogue>(`/api/staticdata/bemagoz?tag=${day}`, { timeout: TIMEOUT }),
    placeholderData: (before) => before,
  });
export const useList = (list: StaticList): UseQueryResult<StaticListAnswer> =>
  useQuery({
    queryKey: ['static-list', list],
    queryFn: () => call<StaticListAnswer>(`/api/staticdata/${list}`, { timeout: TIMEOUT }),
  });
export const enterValue = (value: NewPraxiswert): Promise<void> =>
  call('/api/staticdata/werte', { json: value, timeout: TIMEOUT });
export const removeValue = (id: string): Promise<void> =>
  call(`/api/staticdata/werte/${id}`, { method: 'DELETE', timeout: TIMEOUT });
