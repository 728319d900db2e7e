// A signature that came through a share: kept as an op like a tablet's, judged by the same judge, sealed by the same job; refused at once where it does not hold, because whoever signed is there.

import { createHash } from 'node:crypto';
import { packPayload } from '../../shared/payload.ts';
import type { SubmitPayload } from '../../shared/signature.ts';
import { SEALED } from '../../shared/sealing.ts';
import { opAad, opDigestText, type OpHeader } from '../../shared/sync.ts';
import { pointOf, sealNow } from '../keys/node-seal.ts';
import { homePaper, homePapers, keepForHome, takeUpAtHome } from '../task/give-home.ts';
import { markSubmitted } from '../task/take-result.ts';
import type { Work } from '../work.ts';
import type { AcceptSubmission } from './apply-op.ts';
import { tabletSide } from './feed.ts';
import { advanceHead, insertOps } from './store-ops.ts';

export interface SharedSubmission { /** Row of the share: stands where a tablet's id does. */ share: string; /** Thing of the share: its one local database. */ item: string; id: string; payload: SubmitPayload }

/**
 * In the unit of work that marks the thing as done. The payload was read by its schema before.
 * @param receivePublic the practice's key that tablets seal to
 * @returns why it does not count: then the unit must be undone; undefined when it does
 */
export async function submitShared(w: Work, accept: AcceptSubmission, receivePublic: JsonWebKey, { share, item, id, payload }: SharedSubmission): Promise<string | undefined> {
  // Whoever has the paper at a tablet by now signs it there.
  const task = await takeUpAtHome(w, payload.taskId);
  if (!task) return 'state_conflict';
  const named = { id, kind: 'task.submit' as const, taskId: task.taskId, taskRev: task.taskRev, schema: 1 };
  const bytes = Buffer.from(sealNow(pointOf(receivePublic), packPayload(payload), opAad({ device: share, inc: item, ...named })));
  const header: OpHeader = { ...named, n: 1, at: payload.signedAt, mono: 0, sealed: SEALED, len: bytes.length, sha256: createHash('sha256').update(opDigestText(named)).update(bytes).digest('hex') };
  const stored = await insertOps(w, [{ device: share, inc: item, ...named, n: 1, sha256: header.sha256, header, bytes, result: 'applied', code: null, receivedAt: w.now, settledAt: null, settledBy: null }]);
  if (!stored.has(id) || !(await advanceHead(w, share, item, 0, 1))) return 'conflict';
  return (await accept(w, { opId: id, task, payload })) ?? markSubmitted(w, tabletSide, task, payload.wantsPaperCopy);
}

/** What the portal needs of papers. */
export const sharedPapers = (accept: AcceptSubmission) => ({
  paper: homePaper, papers: homePapers, keepPaper: keepForHome, submitSigned: (w: Work, receivePublic: JsonWebKey, input: SharedSubmission) => submitShared(w, accept, receivePublic, input),
});
