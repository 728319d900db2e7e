// What became of a filed paper after its hand-over: voided, or withdrawn as a whole or in part. The
// practice software is informed by another hand-over of the same paper.

import type { VoidReason } from '../../../shared/papers/consent.ts';
import type { Look, Work } from '../../platform/work.ts';
import { voidOf } from '../consent/paper-void.ts';
import { envelopeOf, taskOf, withdrawalsOf } from './store.ts';

/** The newest change of a paper; `id` is unique to it. */
export type PaperChange =
  | {
      readonly kind: 'voided';
      readonly id: 'voided';
      readonly at: number;
      readonly reason: VoidReason | null;
    }
  | {
      readonly kind: 'withdrawn' | 'partly_withdrawn';
      readonly id: string;
      /** When it was declared, ms. */
      readonly at: number;
      /** The sealed receipt. */
      readonly fileId: string;
      /** Ids of every withdrawn declaration; null: all. */
      readonly parts: readonly string[] | null;
    };

/** Returns the change of a paper; a withdrawal counts once its receipt is sealed. */
export async function changeOf(s: Look | Work, taskId: string): Promise<PaperChange | null> {
  const voided = voidOf(await taskOf(s, taskId), await envelopeOf(s, taskId));
  if (voided) return { kind: 'voided', id: 'voided', ...voided };
  const rows = (await withdrawalsOf(s, taskId)).flatMap((one) =>
    one.fileId === null || one.undoneAt !== null ? [] : [{ ...one, fileId: one.fileId }],
  );
  const whole = rows.find((one) => one.parts === null);
  const newest = whole ?? rows.toSorted((a, b) => a.at - b.at).at(-1);
  if (!newest) return null;
  const { id, at, fileId } = newest;
  const parts = whole ? null : rows.flatMap((one) => one.parts ?? []);
  return { kind: whole ? 'withdrawn' : 'partly_withdrawn', id, at, fileId, parts };
}

/**
 * Queues the hand-over of a change. The job does nothing if the paper was never handed over.
 * @param id of the change
 */
export const queueChange = (w: Work, taskId: string, id: string): Promise<void> =>
  w.job('export-task', `export:${taskId}:${id}`, { taskId, isChange: true });
