// Sends the newest sealed draft of each task, page by page; only what the server took is let go (product 11, sync 6.6).

import { CallError, type Call } from '../../shared/client.ts';
import { backoff, type Clock, type Random } from '../../shared/ports.ts';

export interface SealedDraft { taskId: string; taskRev: number; draftRev: number; page: number; of: number; sealed: Uint8Array }
export interface DraftSenderDeps {
  call: Call; clock: Clock; random: Random;
  unsent: () => Promise<SealedDraft[]>;
  sent: (taskId: string, draftRev: number) => Promise<void>;
}
export interface DraftSender { wake(): void; stop(): void }

const TIMEOUT_MS = 20_000;
/** The server will never take it: the task ended, or belongs to another tablet by now. */
const isRefused = (e: CallError): boolean => e.status === 404 || e.status === 409 || e.status === 403 || e.status === 400 || e.status === 413;

/** A captive portal answers 200 too: only an answer that is ours counts (F9). */
const isAnswer = (v: unknown): boolean => typeof v === 'object' && v !== null && 'draftRev' in v && typeof v.draftRev === 'number';

export function createDraftSender({ call, clock, random, unsent, sent }: DraftSenderDeps): DraftSender {
  let isRunning = false, isWanted = false, isStopped = false, failures = 0;
  let cancel: (() => void) | null = null;

  const sendAll = async (): Promise<void> => {
    for (const d of await unsent()) {
      try {
        const answer = await call<unknown>(`/tablet/drafts/${encodeURIComponent(d.taskId)}?taskRev=${d.taskRev}&draftRev=${d.draftRev}&page=${d.page}&of=${d.of}`, {
          method: 'PUT', bytes: d.sealed, isR4c: true, timeout: TIMEOUT_MS, taskId: d.taskId,
        });
        if (!isAnswer(answer)) throw new CallError(0, 'network', 'The answer is not ours.');
      } catch (error) {
        if (!(error instanceof CallError) || !isRefused(error)) throw error;
      }
      await sent(d.taskId, d.draftRev);
    }
  };
  const run = (): void => {
    cancel?.();
    cancel = null;
    if (isStopped) return;
    if (isRunning) { isWanted = true; return; }
    isRunning = true;
    sendAll().then(() => { failures = 0; return 0; }, () => 1000 + backoff(++failures, random)).then((wait) => {
      isRunning = false;
      if (isStopped) return;
      if (isWanted) { isWanted = false; run(); } else if (wait > 0) cancel = clock.after(wait, run);
    }).catch(() => undefined);
  };
  return { wake: run, stop() { isStopped = true; cancel?.(); } };
}
