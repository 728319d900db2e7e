// Names of the people who work here, by id, the same list for every page.

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../api.ts';

/** Colleagues by id. */
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
