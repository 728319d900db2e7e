// Backups and drills in a child process: copying and verifying a database must not delay the
// reception.

import { fork, type ChildProcess } from 'node:child_process';
import type { BackupTrouble } from '../../../shared/operations/backup.ts';
import type { Say } from './container.ts';
import type { DrillOrder, DrillResult } from './drill.ts';
import type { BackupOrder, BackupResult } from './make-backup.ts';
import { BackupFailed } from './trouble.ts';

/**
 * Signals by which a system asks a process to end; a child that ends by another signal has failed
 * (out of memory: SIGKILL).
 */
const STOPS: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT', 'SIGHUP'];

export type Task = { kind: 'backup'; order: BackupOrder } | { kind: 'drill'; order: DrillOrder };
export type Told =
  | { say: Parameters<Say> }
  | { result: BackupResult | DrillResult }
  | { trouble: BackupTrouble; detail: string };

export interface ChildRunner {
  backup(order: BackupOrder, say: Say): Promise<BackupResult>;
  drill(order: DrillOrder, say: Say): Promise<DrillResult>;
  stop(): void;
}

/**
 * Creates the runner of child processes.
 * @param workerPath compiled `backup.worker.js`; keys are sent over the private channel, never by
 * arguments or environment
 */
export function createChildRunner(workerPath: string): ChildRunner {
  const children = new Set<ChildProcess>();
  const perform = (task: Task, say: Say): Promise<BackupResult | DrillResult> =>
    new Promise((resolve, reject) => {
      const child = fork(workerPath, [], {
        serialization: 'advanced',
        env: {},
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      children.add(child);
      child.on('message', (told: Told) => {
        if ('say' in told) {
          say(...told.say);
          return;
        }
        if ('result' in told) resolve(told.result);
        else reject(new BackupFailed(told.trouble, told.detail));
      });
      child.once('error', reject);
      child.once('exit', (code, signal) => {
        children.delete(child);
        reject(
          new BackupFailed(
            signal !== null && STOPS.includes(signal) ? 'interrupted' : 'internal',
            `child ended with ${signal ?? code ?? 'nothing'}`,
          ),
        );
      });
      child.send(task, (error) => {
        if (error !== null) reject(error);
      });
    });
  return {
    backup: (order, say) => perform({ kind: 'backup', order }, say) as Promise<BackupResult>,
    drill: (order, say) => perform({ kind: 'drill', order }, say) as Promise<DrillResult>,
    stop() {
      for (const child of children) child.kill('SIGTERM');
    },
  };
}
