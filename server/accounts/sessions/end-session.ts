// Ends sessions: sign-out, a stolen cookie, a disabled user; tokens are deleted in the same
// transaction.

import type { Actor } from '../../platform/work.ts';
import type { AuthDeps } from '../sign-in/auth-deps.ts';
import { hashSecret } from '../../platform/keys/hash-secret.ts';
import { isSameSecret } from '../../platform/keys/same-secret.ts';
import { endSessionRow, findSession } from '../account-store/store.ts';

export type EndReason = 'logout' | 'reuse' | 'over' | 'disabled' | 'replaced';

export async function endSession(
  deps: AuthDeps,
  session: { id: string; cid: string; userId: string },
  reason: EndReason,
): Promise<void> {
  await deps.workshop.write(session.cid, { kind: 'system', cid: session.cid }, async (w) => {
    if (await endSessionRow(w, session.id))
      await w.audit('auth.session.ended', {
        sessionId: session.id,
        userId: session.userId,
        reason,
      });
  });
}

/**
 * Signs out by bearer or by cookie (the bearer may have expired); an unknown session is already
 * signed out.
 */
export async function signOut(
  deps: AuthDeps,
  input: { bearer: Actor; refresh: string | undefined },
): Promise<void> {
  if (input.bearer.kind === 'user') {
    await endSession(
      deps,
      { id: input.bearer.sessionId, cid: input.bearer.cid, userId: input.bearer.userId },
      'logout',
    );
    return;
  }
  const session =
    input.refresh === undefined
      ? undefined
      : await findSession(deps.store, input.refresh.split('.')[0] ?? '');
  const hash = hashSecret(input.refresh ?? '');
  if (
    session &&
    (isSameSecret(session.refreshHash, hash) || isSameSecret(session.previousHash, hash))
  )
    await endSession(deps, session, 'logout');
}
