// Signatures that came through a share: stored as an op like a tablet's, judged by the same judge,
// sealed by the same job; an invalid one is rejected at once, because the signer is present.

import { createHash } from 'node:crypto';
import { packPayload } from '../../../shared/exchange/payload.ts';
import type { SignerRole } from '../../../shared/desk/mappe.ts';
import type { OutcomePayload, SubmitPayload } from '../../../shared/papers/signature.ts';
import { SEALED } from '../../../shared/exchange/sealing.ts';
import { opAad, opDigestText, type OpHeader } from '../../../shared/exchange/sync.ts';
import { pointOf, sealNow } from '../../platform/keys/node-seal.ts';
import { homePaper, homePapers, keepForHome, takeUpAtHome, waitsFor } from '../task/give-home.ts';
import { noteAskedElsewhere, signersIn } from '../task/parts.ts';
import { findMappe, type TaskRow } from '../task/store.ts';
import { takeOutcome } from '../task/take-result.ts';
import type { Look, Work } from '../../platform/work.ts';
import type { AcceptSubmission } from './submission.ts';
import { tabletSide } from './feed.ts';
import { advanceHead, findHead, insertOps } from './store-ops.ts';
import { takeSignature } from './take-signature.ts';

export interface SharedSubmission {
  /** Row of the share: replaces a tablet's id. */
  share: string;
  /** Item of the share: serves as its one local database. */
  item: string;
  id: string;
  /** The signer that the link was created for. */
  role: SignerRole;
  payload: SubmitPayload;
}

interface SharedOp {
  share: string;
  item: string;
  id: string;
  kind: 'task.submit' | 'task.outcome';
  at: number;
  payload: SubmitPayload | OutcomePayload;
  task: TaskRow;
}
/**
 * Stores an op like a tablet's, the next one of this item; false when its id or number is taken.
 * @param receivePublic the practice's key that tablets seal to
 */
async function keepOp(
  w: Work,
  receivePublic: JsonWebKey,
  { share, item, id, kind, at, payload, task }: SharedOp,
): Promise<boolean> {
  const named = { id, kind, taskId: task.taskId, taskRev: task.taskRev, schema: 1 },
    n = (await findHead(w, share, item)) + 1;
  const bytes = Buffer.from(
    sealNow(
      pointOf(receivePublic),
      packPayload(payload),
      opAad({ device: share, inc: item, ...named }),
    ),
  );
  const header: OpHeader = {
    ...named,
    n,
    at,
    mono: 0,
    sealed: SEALED,
    len: bytes.length,
    sha256: createHash('sha256').update(opDigestText(named)).update(bytes).digest('hex'),
  };
  const stored = await insertOps(w, [
    {
      device: share,
      inc: item,
      ...named,
      n,
      sha256: header.sha256,
      header,
      bytes,
      result: 'applied',
      code: null,
      receivedAt: w.now,
      settledAt: null,
      settledBy: null,
    },
  ]);
  return stored.has(id) && (await advanceHead(w, share, item, n - 1, n));
}

/**
 * Runs in the transaction that marks the item as done. The payload was parsed before.
 * @returns the code of a rejection: then the transaction must be rolled back; undefined when the
 * submission counts
 */
export async function submitShared(
  w: Work,
  accept: AcceptSubmission,
  receivePublic: JsonWebKey,
  { share, item, id, role, payload }: SharedSubmission,
): Promise<string | undefined> {
  if (payload.signers.some((one) => one.role !== role)) return 'signer_mismatch';
  // A signer who has the paper on a tablet meanwhile signs it there.
  const task = await takeUpAtHome(w, payload.taskId, role);
  if (!task) return 'state_conflict';
  if (
    !(await keepOp(w, receivePublic, {
      share,
      item,
      id,
      kind: 'task.submit',
      at: payload.signedAt,
      payload,
      task,
    }))
  )
    return 'conflict';
  return takeSignature(w, accept, { opId: id, task, payload, isElsewhere: true });
}

/**
 * Judges questions or a refusal as from a tablet.
 * @returns the code of a rejection: then the transaction must be rolled back; undefined when it
 * counts
 */
export async function submitSaid(
  w: Work,
  receivePublic: JsonWebKey,
  {
    share,
    item,
    id,
    role,
    payload,
  }: Omit<SharedSubmission, 'payload'> & { payload: OutcomePayload },
): Promise<string | undefined> {
  const task = await takeUpAtHome(w, payload.taskId, role);
  if (!task) return 'state_conflict';
  if (
    !(await keepOp(w, receivePublic, {
      share,
      item,
      id,
      kind: 'task.outcome',
      at: payload.at,
      payload,
      task,
    }))
  )
    return 'conflict';
  const tabletId = (await findMappe(w, task.mappeId))?.tabletId ?? null,
    isAtTablet = tabletId !== null && (await tabletSide.holds(w, tabletId, task.taskId));
  // Questions of one signer do not take the paper from another one; a refusal does.
  if (payload.outcome === 'question' && isAtTablet && payload.dataSha256 === task.dataSha256) {
    await noteAskedElsewhere(w, task);
    return undefined;
  }
  const refused = await takeOutcome(
    w,
    tabletSide,
    task,
    payload,
    signersIn(task).filter((one) => one.role === role),
  );
  if (refused === undefined && isAtTablet) await tabletSide.feed(w, tabletId, 'revoke', task);
  return refused;
}

/** Builds the dependencies of the portal on papers. */
export const sharedPapers = (accept: AcceptSubmission) => ({
  submitSaid,
  paper: (s: Look | Work, taskId: string, role: SignerRole) => homePaper(s, taskId, role),
  papers: homePapers,
  keepPaper: keepForHome,
  waitsFor,
  submitSigned: (w: Work, receivePublic: JsonWebKey, input: SharedSubmission) =>
    submitShared(w, accept, receivePublic, input),
});
