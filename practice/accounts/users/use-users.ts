// The users of this practice from the server, and their actions.

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useSession } from '../../session.ts';
import { call, TIMEOUT } from '../../api.ts';
import type { z } from 'zod';
import type { StaticListAnswer } from '../../../shared/analytics/deliveries/static-data.schema.ts';
import type { UserAct, usersInfoSchema, UserView } from '../../../shared/accounts/users.schema.ts';

const KEY = ['users'] as const;
interface Users {
  users: UserView[];
}

export function useUsers() {
  const { user } = useSession();
  return useQuery({
    queryKey: KEY,
    queryFn: () => call<Users>('/auth/users', { timeout: TIMEOUT }),
    enabled: user?.role === 'owner' || user?.role === 'administrator',
  });
}

/** Reads names and roles, for everyone who works here. */
export const useTeam = () =>
  useQuery({
    queryKey: ['team'],
    queryFn: () => call<z.output<typeof usersInfoSchema>>('/auth/usersinfo', { timeout: TIMEOUT }),
  });

/** Runs an action on one user; the answer is the whole list. */
export function useAct(): (act: UserAct) => Promise<void> {
  const queries = useQueryClient();
  return useCallback(
    async (act) => {
      queries.setQueryData<Users>(
        KEY,
        await call<Users>('/auth/user', { json: act, timeout: TIMEOUT }),
      );
    },
    [queries],
  );
}
export function useRemove(): (id: string) => Promise<void> {
  const queries = useQueryClient();
  return useCallback(
    async (id) => {
      await call(`/auth/user/${id}`, { method: 'DELETE', answer: 'none', timeout: TIMEOUT });
      await queries.invalidateQueries({ queryKey: KEY });
    },
    [queries],
  );
}

/**
 * Reads the practitioners as delivered by the practice software, for linking accounts; none before
 * the first delivery.
 */
export const usePractitioners = () =>
  useQuery({
    queryKey: ['staticdata', 'behandler', 'names'],
    staleTime: 600_000,
    queryFn: async () =>
      (
        await call<StaticListAnswer>('/api/staticdata/behandler', { timeout: TIMEOUT })
      ).items.flatMap(({ id, name }) =>
        typeof id === 'string' ? [{ id, name: typeof name === 'string' ? name : id }] : [],
      ),
  });
