// How much waits in each work list, for the line of pages above them. The calls name no one, so that
// nothing is logged as seen; a list whose count a user may not read, or that is not ready, has none.

import { useQuery } from '@tanstack/react-query';
import type { WorklistCounts } from '../../../shared/analytics/reports/worklist.schema.ts';
import type { PeopleCount } from '../../../shared/desk/master-data.schema.ts';
import { LIST_KEY } from '../../analytics/worklists/worklists-calls.ts';
import { call, callR4c, TIMEOUT } from '../../api.ts';
import { TRAY_KEY } from '../../desk/forms/tray/tray-calls.ts';
import type { PageCounts } from '../../ui/page-counts.ts';

const AGAIN_MS = 60_000,
  FRESH_MS = 10_000;
/**
 * Reads a count now and then.
 * @param key begins with the key of the list, so that each of its actions asks again
 */
function useCount<T>(key: readonly string[], isOn: boolean, read: () => Promise<T>): T | undefined {
  return useQuery({
    queryKey: [...key, 'count'],
    queryFn: read,
    enabled: isOn,
    retry: false,
    refetchInterval: AGAIN_MS,
    staleTime: FRESH_MS,
  }).data;
}

/**
 * Returns the counts of the lists by address.
 * @param isOn false where the lists are not shown: nothing is requested
 */
export function useListCounts(isOn: boolean): PageCounts {
  const people = (path: string) => () => callR4c<PeopleCount>(path),
    lists = useCount([LIST_KEY], isOn, () =>
      call<WorklistCounts>('/api/arbeitsliste/zahlen', { timeout: TIMEOUT }),
    ),
    missing = useCount(['missing-signatures'], isOn, people('/papers/missing/count')),
    changes = useCount(['stammdaten'], isOn, people('/patient/changes/count')),
    old = useCount(['consents'], isOn, people('/consents/old/count')),
    tray = useCount(TRAY_KEY, isOn, () => callR4c<{ count: number }>('/anamnese/tray'));
  const counts: Record<string, number | undefined> = {
    '/fehlend': missing?.people,
    '/hkp': lists?.hkp,
    '/par': lists?.par,
    '/recall': lists?.recall,
    '/stammdaten': changes?.people,
    '/zuordnen': tray?.count,
    '/einwilligungen': old?.people,
  };
  return Object.fromEntries(
    Object.entries(counts).filter((one): one is [string, number] => one[1] !== undefined),
  );
}
