// Changes of master data and the actions of staff; each action invalidates all queries that show
// them.

import {
  queryOptions,
  useQuery,
  useQueryClient,
  type QueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import type {
  OpenChange,
  OpenChangesEntry,
  PatientChanges,
  TakenEntry,
} from '../../../shared/desk/master-data.schema.ts';
import { callR4c } from '../../api.ts';
import { numberInPath } from '../../../shared/desk/patient-number.ts';

const KEY = 'stammdaten';
const pathOf = (patid: string): string => `/patient/patients/${numberInPath(patid)}/changes`;

/** The changes of one person, with their values. */
export const changesOf = (patid: string) =>
  queryOptions({
    queryKey: [KEY, 'of', patid],
    queryFn: () => callR4c<PatientChanges>(pathOf(patid)),
    refetchOnWindowFocus: false,
  });
export const useChangesOf = (patid: string): UseQueryResult<PatientChanges> =>
  useQuery({ ...changesOf(patid), enabled: patid !== '' });

/** Accepts changes of one person, sent as displayed: a record changed meanwhile is rejected. */
export const takeChanges = (patid: string, changes: readonly OpenChange[]): Promise<unknown> =>
  callR4c(`${pathOf(patid)}/take`, { changes: changes.map(({ id, before }) => ({ id, before })) });
/** Refetches everything that shows changes. */
export async function refreshChanges(queries: QueryClient): Promise<void> {
  await Promise.all(
    [[KEY], ['board'], ['patient']].map((queryKey) => queries.invalidateQueries({ queryKey })),
  );
}
export const useOpenChanges = (): UseQueryResult<OpenChangesEntry[]> =>
  useQuery({
    queryKey: [KEY, 'open'],
    queryFn: () => callR4c<OpenChangesEntry[]>('/patient/changes'),
  });
export const useTakenChanges = (): UseQueryResult<TakenEntry[]> =>
  useQuery({
    queryKey: [KEY, 'taken'],
    queryFn: () => callR4c<TakenEntry[]>('/patient/changes/taken'),
  });

export interface ChangeActs {
  /** Sent as displayed: a record changed meanwhile is rejected. */
  take(changes: readonly OpenChange[]): Promise<void>;
  decline(changes: readonly OpenChange[]): Promise<void>;
  reopen(changes: readonly OpenChange[]): Promise<void>;
  note(id: string, isNoted: boolean): Promise<void>;
  /** Refetches the current state. */
  refresh(): Promise<void>;
}

export function useChangeActs(patid: string): ChangeActs {
  const queries = useQueryClient();
  const refresh = (): Promise<void> => refreshChanges(queries);
  const act = async (name: string, body: object): Promise<void> => {
    await callR4c(`${pathOf(patid)}/${name}`, body);
    await refresh();
  };
  const ids = (changes: readonly OpenChange[]): { changeIds: string[] } => ({
    changeIds: changes.map((one) => one.id),
  });
  return {
    async take(changes) {
      await takeChanges(patid, changes);
      await refresh();
    },
    decline: (changes) => act('decline', ids(changes)),
    reopen: (changes) => act('reopen', ids(changes)),
    note: (id, isNoted) => act('noted', { changeIds: [id], isNoted }),
    refresh,
  };
}
