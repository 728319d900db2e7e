// Signing a paper of a share on the patient's phone: once, by the named person, with the same judge
// as on a tablet.

import { AppError } from '../../../shared/base/errors.ts';
import type { ShareSaid, ShareSignature } from '../../../shared/exchange/share.schema.ts';
import type { RequestContext } from '../../platform/http/route.ts';
import { heldItem, roleOf } from './contents.ts';
import type { PortalDeps } from './links.ts';
import { finishShare, findItem, finishItem, noteEvent, noteSaid } from './store.ts';

/** Errors that the signer can correct. */
const MENDABLE: readonly string[] = ['no_ink', 'declaration_missing'];

/**
 * Signs the paper; idempotent: the same id gets the same receipt.
 * @throws AppError share_over, not_found, state_conflict (signed, withdrawn, changed), validation
 * (fields.signature: no_ink, declaration_missing)
 */
export async function signShared(
  deps: PortalDeps,
  context: RequestContext,
  itemId: string,
  signature: ShareSignature,
): Promise<{ id: string; receivedAt: number; waitsFor: string[] }> {
  const {
    row,
    ref,
    who: { share },
  } = await heldItem(deps, context, itemId);
  if (row.kind !== 'sign' || signature.taskId !== ref) throw new AppError('not_found');
  const { id, ...payload } = signature,
    { receivePublic } = await deps.keys(context.cid);
  return context.write(async (w) => {
    if (!(await finishItem(w, itemId, id))) {
      const done = await findItem(w, itemId);
      if (done?.resultId !== id || done.doneAt === null) throw new AppError('state_conflict');
      return { id, receivedAt: done.doneAt, waitsFor: await deps.waitsFor(w, ref) };
    }
    // A question is answered first.
    if (row.said === 'question' && !(await deps.paper(w, ref, roleOf(row))))
      throw new AppError('state_conflict');
    const code = await deps.submitSigned(w, receivePublic, {
      share: share.id,
      item: itemId,
      id,
      role: roleOf(row),
      payload,
    });
    if (code !== undefined)
      throw MENDABLE.includes(code)
        ? new AppError('validation', { fields: { signature: code } })
        : new AppError('state_conflict');
    await noteEvent(w, share.id, 'signed', itemId);
    await w.audit(
      'share.signed',
      { share: share.id, item: itemId, taskId: ref, opId: id },
      share.patid,
    );
    await finishShare(w, share);
    w.emit({ to: 'staff', event: { kind: 'changed' } });
    return { id, receivedAt: w.now, waitsFor: await deps.waitsFor(w, ref) };
  });
}

/**
 * Stores questions or a refusal instead of a signature; the task gets the same state as on a
 * tablet. The same id gets the same receipt.
 * @throws AppError share_over, not_found, state_conflict (signed, withdrawn, changed)
 */
export async function sayShared(
  deps: PortalDeps,
  context: RequestContext,
  itemId: string,
  said: ShareSaid,
): Promise<{ id: string; receivedAt: number; waitsFor: string[] }> {
  const {
    row,
    ref,
    who: { share },
  } = await heldItem(deps, context, itemId);
  if (row.kind !== 'sign' || said.taskId !== ref) throw new AppError('not_found');
  const { id, ...payload } = said,
    { receivePublic } = await deps.keys(context.cid);
  return context.write(async (w) => {
    const before = await findItem(w, itemId);
    if (before?.resultId === id && before.said === said.outcome)
      return { id, receivedAt: before.doneAt ?? w.now, waitsFor: [] };
    if (
      before?.doneAt !== null ||
      (await deps.submitSaid(w, receivePublic, {
        share: share.id,
        item: itemId,
        id,
        role: roleOf(row),
        payload,
      })) !== undefined
    )
      throw new AppError('state_conflict');
    await noteSaid(w, itemId, said.outcome, id);
    await noteEvent(w, share.id, said.outcome, itemId);
    await w.audit(
      `share.${said.outcome}`,
      { share: share.id, item: itemId, taskId: ref, opId: id },
      share.patid,
    );
    await finishShare(w, share);
    w.emit({ to: 'staff', event: { kind: 'changed' } });
    return { id, receivedAt: w.now, waitsFor: [] };
  });
}
