// The people of this workstation whose sessions wait, locked, for a PIN, a passkey or a password.

import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Desk } from '../../../shared/accounts/factors.schema.ts';
import { fetchDesk } from '../../api.ts';

/** Says that somebody waits here (their cookies cannot be seen); no name. A browser nobody worked at asks nothing. */
const KEY = 'practice.desk';
const isKept = (): boolean => {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return true;
  }
};
function keep(isSomebodyHere: boolean): void {
  try {
    if (isSomebodyHere) localStorage.setItem(KEY, '1');
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage the server is asked each time.
  }
}

async function readDesk(): Promise<Desk> {
  const desk = await fetchDesk();
  keep(desk.people.length > 0);
  return desk;
}

/** @param onlyIfKept asks only where somebody was seen waiting before, as on the sign-in page */
export const useDesk = (onlyIfKept = false): UseQueryResult<Desk> =>
  useQuery({
    queryKey: ['desk'],
    queryFn: readDesk,
    staleTime: 0,
    gcTime: 0,
    enabled: !onlyIfKept || isKept(),
  });
