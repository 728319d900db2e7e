// Whether a paper was declared void: one signed on a device is marked on its envelope, one signed by
// hand on its task.

import type { VoidReason } from '../../../shared/papers/consent.ts';
import type { EnvelopeRow, TaskRow } from './store.ts';

/** When a paper was declared void (ms), and why. */
export interface PaperVoid {
  readonly at: number;
  readonly reason: VoidReason | null;
}
type Marks = Pick<EnvelopeRow | TaskRow, 'voidedAt' | 'voidReason'>;

/** Returns the declaration that a paper is void; null while it counts. */
export function voidOf(task: Marks | undefined, envelope: Marks | undefined): PaperVoid | null {
  const marked = [envelope, task].find((one) => one !== undefined && one.voidedAt !== null);
  return marked?.voidedAt == null ? null : { at: marked.voidedAt, reason: marked.voidReason };
}

/** Checks whether a paper was signed by hand and came back: scanned, or ticked off by staff. */
export const isSignedByHand = (
  task: Pick<TaskRow, 'kind' | 'state' | 'filedBy'>,
  envelope: unknown,
): boolean =>
  task.kind === 'document' &&
  task.state === 'filed' &&
  task.filedBy !== null &&
  envelope === undefined;
