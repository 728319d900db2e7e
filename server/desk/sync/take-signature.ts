// Signatures from a tablet or a private phone, judged once: complete, or one part of a paper while
// others are missing.

import { canBeParted, leftToSign } from '../../../shared/papers/signers.ts';
import type { SubmitPayload } from '../../../shared/papers/signature.ts';
import type { TaskState } from '../../../shared/desk/task.ts';
import { partsOf } from '../task/part-store.ts';
import { OPEN_FOR_PART, signersIn, takePart } from '../task/parts.ts';
import type { TaskRow } from '../task/store.ts';
import { markSubmitted, noteReadIn } from '../task/take-result.ts';
import type { Work } from '../../platform/work.ts';
import type { AcceptSubmission } from './submission.ts';
import { tabletSide } from './feed.ts';

/** A task that is open on a tablet, or was when the network failed. */
const OPEN: readonly TaskState[] = ['assigned', 'started', 'interrupted'];
export const isOpenOnTablet = (task: Pick<TaskRow, 'state'>): boolean => OPEN.includes(task.state);

export interface Signature {
  opId: string;
  task: TaskRow;
  payload: SubmitPayload;
  /** Not from the tablet that has the paper. */
  isElsewhere: boolean;
}

/** Takes a signature. @returns why it does not count; undefined when it does */
export async function takeSignature(
  w: Work,
  accept: AcceptSubmission,
  { opId, task, payload, isElsewhere }: Signature,
): Promise<string | undefined> {
  const signers = signersIn(task),
    parts = canBeParted(signers) ? await partsOf(w, task.taskId) : [];
  const roles = payload.signers.map((one) => one.role);
  const isWhole = parts.length === 0 && leftToSign(signers, roles).length === 0;
  if (
    !(isWhole || !canBeParted(signers) ? isOpenOnTablet(task) : OPEN_FOR_PART.includes(task.state))
  )
    return 'state_conflict';
  const refused = await accept(w, { opId, task, payload, signed: parts.map((one) => one.role) });
  if (refused !== undefined) return refused;
  const { wantsPaperCopy } = payload;
  await noteReadIn(w, task, { ...payload, at: payload.signedAt });
  return isWhole
    ? markSubmitted(w, tabletSide, task, wantsPaperCopy)
    : takePart(w, tabletSide, task, { opId, roles, isElsewhere, wantsPaperCopy });
}
