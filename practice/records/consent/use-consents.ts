// Consents and billing companies from the server, and the actions of staff; each action invalidates
// all queries that show them.

import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { v7 as uuidv7 } from 'uuid';
import type { Consents, OldVersions } from '../../../shared/papers/consent.schema.ts';
import type { VoidReason } from '../../../shared/papers/consent.ts';
import type {
  FactoringInit,
  FactoringState,
  Partners,
  SavePartner,
} from '../../../shared/papers/factoring.schema.ts';
import { callR4c } from '../../api.ts';
import { followLive } from '../../live.ts';
import { numberInPath } from '../../../shared/desk/patient-number.ts';

const KEY = 'consents';
const safe = encodeURIComponent;

/**
 * Reads the consents; polled while a receipt is pending: it is sent some seconds after the
 * withdrawal, unless that is undone.
 */
export function useConsents(patid: string): UseQueryResult<Consents> {
  const queries = useQueryClient(),
    query = useQuery({
      queryKey: [KEY, 'of', patid],
      queryFn: () => callR4c<Consents>(`/consents/patients/${numberInPath(patid)}`),
    });
  const isReceiptDue =
    query.data?.rows.some((row) => row.withdrawals.some((one) => one.fileId === null)) === true;
  useEffect(() => {
    if (!isReceiptDue) return undefined;
    return followLive({
      onState: () => undefined,
      onEvent: () => {
        void queries.invalidateQueries({ queryKey: [KEY, 'of', patid] });
      },
    });
  }, [isReceiptDue, patid, queries]);
  return query;
}
export const useOldVersions = (): UseQueryResult<OldVersions> =>
  useQuery({ queryKey: [KEY, 'old'], queryFn: () => callR4c<OldVersions>('/consents/old') });
export const usePartners = (): UseQueryResult<Partners> =>
  useQuery({
    queryKey: [KEY, 'partners'],
    queryFn: () => callR4c<Partners>('/factoring/partners'),
  });
export const useFactoring = (patid: string): UseQueryResult<FactoringState> =>
  useQuery({
    queryKey: [KEY, 'factoring', patid],
    queryFn: () => callR4c<FactoringState>(`/factoring/patients/${numberInPath(patid)}`),
  });
/** Reads the prerequisites for one company; V6 is returned as an error with its text. */
export const initFactoring = (patid: string, partnerId: string): Promise<FactoringInit> =>
  callR4c<FactoringInit>(`/factoringinit/${numberInPath(patid)}/${safe(partnerId)}`);

interface Sent {
  mappeId: string;
  undoUntil: number;
}
export interface ConsentActs {
  withdraw(
    taskId: string,
    parts: readonly string[] | null,
  ): Promise<{ id: string; undoUntil: number }>;
  takeBack(withdrawalId: string): Promise<void>;
  void(taskId: string, reason: VoidReason): Promise<void>;
  /**
   * Prepared at the desk; a tablet is selected there.
   * @param id of the Mappe, so that a repeated press sends once
   */
  repeat(taskId: string, id?: string): Promise<Sent>;
  sendFactoring(input: {
    id: string;
    patid: string;
    partnerId: string;
    signers: { role: 'patient' | 'parent1'; name: string }[];
  }): Promise<Sent>;
  undoSent(mappeId: string): Promise<void>;
  savePartner(partnerId: string, partner: SavePartner): Promise<void>;
  endPartner(partnerId: string): Promise<void>;
  refresh(): Promise<void>;
}

export function useConsentActs(): ConsentActs {
  const queries = useQueryClient();
  const refresh = async (): Promise<void> => {
    await Promise.all(
      [[KEY], ['board'], ['documents'], ['anamnese']].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    );
  };
  const act = async <T>(path: string, body: object, method?: 'PUT'): Promise<T> => {
    const answer = await (method ? callR4c<T>(path, body, method) : callR4c<T>(path, body));
    await refresh();
    return answer;
  };
  return {
    withdraw: (taskId, parts) =>
      act(`/consents/tasks/${safe(taskId)}/withdraw`, { id: uuidv7(), parts }),
    takeBack: (withdrawalId) => act(`/consents/withdrawals/${safe(withdrawalId)}/undo`, {}),
    void: (taskId, reason) => act(`/consents/tasks/${safe(taskId)}/void`, { reason }),
    repeat: (taskId, id = uuidv7()) =>
      act(`/consents/tasks/${safe(taskId)}/repeat`, { id, tabletId: null }),
    sendFactoring: (input) => act('/factoring/tasks', { ...input, tabletId: null }),
    undoSent: (mappeId) => act(`/tablet/mappen/${safe(mappeId)}/undo`, {}),
    savePartner: (partnerId, partner) =>
      act('/factoring/partners', { id: partnerId, ...partner }, 'PUT'),
    endPartner: (partnerId) => act(`/factoring/partners/${safe(partnerId)}/end`, {}),
    refresh,
  };
}
