// The people of this workstation whose locked sessions can be opened by PIN, passkey or password.

import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Desk } from '../../../shared/accounts/factors.schema.ts';
import { fetchDesk } from '../../api.ts';

/**
 * Flag that locked sessions exist here (their cookies are not readable); contains no name. A
 * browser without it sends no request.
 */
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

/**
 * Reads the sessions of this workstation.
 * @param onlyIfKept requests only if a locked session was seen before, as on the sign-in page
 */
export const useDesk = (onlyIfKept = false): UseQueryResult<Desk> =>
  useQuery({
    queryKey: ['desk'],
    queryFn: readDesk,
    staleTime: 0,
    gcTime: 0,
    enabled: !onlyIfKept || isKept(),
  });
