// How much waits in each work list, for the line of pages above them. The calls name no one, so that
// nothing is logged as seen; a list whose count a user may not read, or that is not ready, has none.

import { useQuery } from '@tanstack/react-query';
import type { WorklistCounts } from '../../../shared/analytics/reports/worklist.schema.ts';
import type { PeopleCount } from '../../../shared/desk/master-data.schema.ts';
import { LIST_KEY } from '../../analytics/worklists/worklists-calls.ts';
import { call, callR4c, TIMEOUT } from '../../api.ts';
import { TRAY_KEY } from '../../desk/forms/tray/tray-calls.ts';
import { useNotePageCounts } from '../../ui/lists/page-counts.ts';

const AGAIN_MS = 60_000,
  FRESH_MS = 10_000;
/**
 * Reads a count now and then.
 * @param key begins with the key of the list, so that each of its actions asks again
 */
function useCount<T>(key: readonly string[], read: () => Promise<T>): T | undefined {
  return useQuery({
    queryKey: [...key, 'count'],
    queryFn: read,
    retry: false,
    refetchInterval: AGAIN_MS,
    staleTime: FRESH_MS,
  }).data;
}

/** Shows the counts while it is mounted. */
export function ListCounts(): null {
  const people = (path: string) => () => callR4c<PeopleCount>(path),
    { hkp, par, recall } =
      useCount([LIST_KEY], () =>
        call<WorklistCounts>('/api/arbeitsliste/zahlen', { timeout: TIMEOUT }),
      ) ?? {};
  useNotePageCounts({
    '/fehlend': useCount(['missing-signatures'], people('/papers/missing/count'))?.people,
    '/hkp': hkp,
    '/par': par,
    '/recall': recall,
    '/stammdaten': useCount(['stammdaten'], people('/patient/changes/count'))?.people,
    '/zuordnen': useCount(TRAY_KEY, () => callR4c<{ count: number }>('/anamnese/tray'))?.count,
    '/einwilligungen': useCount(['consents'], people('/consents/old/count'))?.people,
  });
  return null;
}
