// API calls of the retention page.

import { useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  ClosedList,
  DueList,
  ErasureRun,
  LegalHold,
  PersonRights,
} from '../../../shared/records/retention.schema.ts';
import type { KeptKind } from '../../../shared/records/retention.ts';
import { callR4c } from '../../api.ts';
import { numberInPath } from '../../../shared/desk/patient-number.ts';

const KEYS = {
  due: ['retention', 'due'],
  runs: ['retention', 'runs'],
  holds: ['retention', 'holds'],
} as const;
export const useDue = () =>
  useQuery({
    queryKey: KEYS.due,
    queryFn: () => callR4c<DueList>('/retention/due'),
    refetchOnWindowFocus: false,
  });
export const useRuns = () =>
  useQuery({
    queryKey: KEYS.runs,
    queryFn: () => callR4c<{ items: ErasureRun[] }>('/retention/runs'),
  });
export const useHolds = () =>
  useQuery({
    queryKey: KEYS.holds,
    queryFn: () => callR4c<{ items: LegalHold[] }>('/retention/holds'),
    refetchOnWindowFocus: false,
  });

export const useClosed = () =>
  useQuery({
    queryKey: ['retention', 'closed'],
    queryFn: () => callR4c<ClosedList>('/retention/closed'),
    refetchOnWindowFocus: false,
  });
/** Reads the rights of a person; polled while an export is made. */
export const useRights = (patid: string) =>
  useQuery({
    queryKey: ['retention', 'person', patid],
    queryFn: () => callR4c<PersonRights>(`/retention/people/${numberInPath(patid)}`),
    enabled: patid !== '',
    retry: false,
    refetchInterval: (query) =>
      query.state.data?.exports.some((one) => one.state === 'waiting') ? 2_000 : false,
  });
export interface PersonActs {
  erase: (id: string) => Promise<void>;
  close: (order: { id: string; reason: string }) => Promise<void>;
  open: (order: { id: string; reason: string }) => Promise<void>;
  reopen: () => Promise<void>;
  makeExport: (id: string) => Promise<void>;
}
export function usePersonActs(patid: string): PersonActs {
  const queries = useQueryClient();
  const post = async (what: string, body: object = {}): Promise<void> => {
    await callR4c(`/retention/people/${numberInPath(patid)}/${what}`, body, 'POST');
    // The patients visible on every other page may have changed as well.
    await queries.invalidateQueries();
  };
  return {
    erase: (id) => post('erase', { id }),
    close: (order) => post('close', order),
    open: (order) => post('open', order),
    reopen: () => post('reopen'),
    makeExport: (id) => post('exports', { id }),
  };
}

export interface RetentionActs {
  release: (order: {
    id: string;
    count: number;
    items: { patid: string; kind: KeptKind }[];
  }) => Promise<void>;
  stop: (runId: string) => Promise<void>;
  hold: (order: { id: string; patid: string; reason: string }) => Promise<void>;
  lift: (holdId: string) => Promise<void>;
}
export function useRetentionActs(): RetentionActs {
  const queries = useQueryClient();
  const post = async (path: string, body?: object): Promise<void> => {
    await callR4c(`/retention${path}`, body ?? {}, 'POST');
    await queries.invalidateQueries({ queryKey: ['retention'] });
  };
  return {
    release: (order) => post('/runs', order),
    stop: (runId) => post(`/runs/${runId}/stop`),
    hold: (order) => post('/holds', order),
    lift: (holdId) => post(`/holds/${holdId}/lift`),
  };
}
