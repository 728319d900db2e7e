// State of the backup for banner and page, and the calls of both. The sheet itself is never held by the query cache.

import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { BackupStatus, RecoverySheet } from '../../../shared/operations/backup.schema.ts';
import { call, CallError, TIMEOUT } from '../../api.ts';
import { useSession } from '../../session.ts';

const KEY = ['backup'];
/** While something runs its progress is watched; otherwise a glance is enough. */
const RUNNING_MS = 1_000;
const IDLE_MS = 30_000;

export const readBackup = (): Promise<BackupStatus> => call('/api/backup', { timeout: TIMEOUT });

export function useBackup(): UseQueryResult<BackupStatus> {
  const isIn = useSession().status === 'in';
  return useQuery({
    queryKey: KEY,
    queryFn: readBackup,
    refetchInterval: (query) => (query.state.data?.details?.run ? RUNNING_MS : IDLE_MS),
    enabled: isIn,
  });
}

/** Takes over a status that a call answered, or asks for it. */
export function useBackupNews(): (status?: BackupStatus) => Promise<void> {
  const queries = useQueryClient();
  return useCallback(
    async (status) => {
      if (status === undefined) await queries.invalidateQueries({ queryKey: KEY });
      else queries.setQueryData(KEY, status);
    },
    [queries],
  );
}

export const setTarget = (path: string): Promise<BackupStatus> =>
  call('/api/backup/target', { json: { path }, timeout: TIMEOUT });
export const setEvery = (everyMinutes: number): Promise<BackupStatus> =>
  call('/api/backup/every', { json: { everyMinutes }, timeout: TIMEOUT });
export const startRun = (kind: 'run' | 'drill'): Promise<void> =>
  call(`/api/backup/${kind}`, { method: 'POST', answer: 'none', timeout: TIMEOUT });
/** Needs a step-up. The answer holds private keys: only component state may keep it. */
export const makeSheet = (): Promise<RecoverySheet> =>
  call('/api/backup/sheet', { method: 'POST', timeout: TIMEOUT });
export const confirmSheet = (sheetId: string, group: string): Promise<BackupStatus> =>
  call('/api/backup/sheet/confirm', { json: { sheetId, group }, timeout: TIMEOUT });

/** The word that the server gave for a field it refused. */
export const refusedField = (error: unknown, field: string): string | undefined =>
  error instanceof CallError && error.code === 'validation' ? error.fields?.[field] : undefined;
