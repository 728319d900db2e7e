/** The verb that judges a submitted signature, and its answer. */

import type { Work } from '../../platform/work.ts';
import type { TaskRow } from '../task/store.ts';
import type { SubmitPayload } from '../../../shared/papers/signature.ts';
import type { SignerRole } from '../../../shared/desk/mappe.ts';

/**
 * Judges a signature and, with the last one, queues the sealing (server/desk/signature); a returned
 * code: not accepted. `signed`: earlier signers of the same paper.
 */
export type AcceptSubmission = (
  w: Work,
  input: { opId: string; task: TaskRow; payload: SubmitPayload; signed: readonly SignerRole[] },
) => Promise<string | undefined>;
