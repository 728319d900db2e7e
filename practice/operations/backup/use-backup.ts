// State and calls of the backup for banner and page. The sheet itself is never stored in the query
// cache.

import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { BackupStatus, RecoverySheet } from '../../../shared/operations/backup.schema.ts';
import type { Damaged } from '../../../shared/operations/damage.schema.ts';
import { call, CallError, TIMEOUT } from '../../api.ts';
import { useSession } from '../../session.ts';

const KEY = ['backup'];
/** Polled often while a run is in progress, otherwise rarely. */
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

/** Caches a status that a call returned, or refetches it. */
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

/** Lists the damaged entries of the practice. */
export const useDamaged = (): UseQueryResult<Damaged> =>
  useQuery({
    queryKey: ['damaged'],
    queryFn: () => call<Damaged>('/api/damaged', { timeout: TIMEOUT }),
  });
export const setTarget = (path: string): Promise<BackupStatus> =>
  call('/api/backup/target', { json: { path }, timeout: TIMEOUT });
export const setEvery = (everyMinutes: number): Promise<BackupStatus> =>
  call('/api/backup/every', { json: { everyMinutes }, timeout: TIMEOUT });
const startRun = (kind: 'run' | 'drill'): Promise<void> =>
  call(`/api/backup/${kind}`, { method: 'POST', answer: 'none', timeout: TIMEOUT });
/**
 * Starts a backup or a drill, unless one runs, and shows what became of it.
 * @returns the start, and the error of the last one
 */
export function useStartRun(isRunning: boolean): {
  start: (kind: 'run' | 'drill') => Promise<void>;
  failed: unknown;
} {
  const news = useBackupNews(),
    [failed, setFailed] = useState<unknown>(null);
  const start = async (kind: 'run' | 'drill'): Promise<void> => {
    if (isRunning) return;
    setFailed(null);
    try {
      await startRun(kind);
    } catch (error) {
      // Another run began at the same moment: its progress is shown.
      if (!(error instanceof CallError && error.code === 'state_conflict')) setFailed(error);
    }
    await news();
  };
  return { start, failed };
}
/** Needs a step-up. The answer contains private keys: only component state may store it. */
export const makeSheet = (): Promise<RecoverySheet> =>
  call('/api/backup/sheet', { method: 'POST', timeout: TIMEOUT });
export const confirmSheet = (sheetId: string, group: string): Promise<BackupStatus> =>
  call('/api/backup/sheet/confirm', { json: { sheetId, group }, timeout: TIMEOUT });

/** Returns the server's code for a rejected field. */
export const refusedField = (error: unknown, field: string): string | undefined =>
  error instanceof CallError && error.code === 'validation' ? error.fields?.[field] : undefined;
