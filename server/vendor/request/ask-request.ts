// Stores a request; its effect waits for a second administrator.

import { AppError } from '../../../shared/base/errors.ts';
import { VENDOR_CID } from '../../../shared/base/roles.ts';
import { isOverdue, type RequestKind } from '../../../shared/vendor/contract/request.ts';
import type { Work, Workshop } from '../../platform/work.ts';
import type { SignedIn } from '../../platform/http/route.ts';
import { insertRequest, moveRequest, openRequestOf } from './store.ts';

/** Ends a request that was not answered in its day. */
export async function lapse(w: Work, id: string): Promise<void> {
  if (await moveRequest(w, id, 'open', 'lapsed'))
    await w.audit('request.lapsed', { requestId: id });
}

/**
 * Asks a second administrator.
 * @throws AppError state_conflict while the same is asked for already
 */
export async function askRequest(
  deps: { workshop: Pick<Workshop, 'write'> },
  person: SignedIn,
  asked: { kind: RequestKind; tenant: string; payload: Record<string, unknown>; reason: string },
): Promise<void> {
  await deps.workshop.write(VENDOR_CID, person, async (w) => {
    const old = await openRequestOf(w, asked.kind, asked.tenant);
    if (old && isOverdue(old, w.now)) await lapse(w, old.id);
    const id = w.newId(),
      isStored = await insertRequest(w, {
        id,
        ...asked,
        userId: person.userId,
        name: person.name,
        at: w.now,
      });
    if (!isStored) throw new AppError('state_conflict');
    await w.audit('request.asked', { requestId: id, kind: asked.kind, tenant: asked.tenant });
  });
}
