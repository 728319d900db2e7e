// Names of the practice's users, by id, one list shared by all pages.

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../api.ts';

/** Returns the names of colleagues by id. */
export function useTeamNames(): ReadonlyMap<string, string> {
  const { data } = useQuery({
    queryKey: ['team'],
    queryFn: () => call<{ id: string; firstName: string; lastName: string }[]>('/auth/usersinfo'),
  });
  return useMemo(
    () =>
      new Map(
        (Array.isArray(data) ? data : []).map((one) => [
          one.id,
          `${one.firstName} ${one.lastName}`.trim(),
        ]),
      ),
    [data],
  );
}
