// A user's own sessions and known browsers: list, end one, end all others, forget a browser.

import { AppError } from '../../../shared/base/errors.ts';
import type { Sessions } from '../../../shared/accounts/factors.schema.ts';
import { type RequestContext, requireUser } from '../../platform/http/route.ts';
import type { AuthDeps } from '../sign-in/auth-deps.ts';
import { listDevices, removeDevice } from '../account-store/store-factors.ts';
import {
  findOwnSession,
  listOtherSessions,
  listSessions,
} from '../account-store/store-sessions.ts';
import { endSessionRow } from '../account-store/store.ts';

export async function showSessions(deps: AuthDeps, context: RequestContext): Promise<Sessions> {
  const { userId, sessionId } = requireUser(context);
  return {
    sessions: (await listSessions(deps.store, userId, deps.now())).map((s) => ({
      id: s.id,
      agent: s.agent ?? '',
      factor: s.factor ?? 'none',
      createdAt: s.createdAt,
      lastSeenAt: s.lastSeenAt,
      isLocked: s.lockedAt !== null,
      isThis: s.id === sessionId,
    })),
    devices: (await listDevices(deps.store, userId)).map((d) => ({
      id: d.id,
      agent: d.agent,
      createdAt: d.createdAt,
      factorAt: d.factorAt,
    })),
  };
}

/**
 * Ends one of the user's own sessions; ending an ended session succeeds.
 * @throws AppError not_found for another user's session, as for an unknown one
 */
export async function endOwnSession(context: RequestContext, id: string): Promise<void> {
  const { userId } = requireUser(context);
  await context.write(async (w) => {
    if (!(await findOwnSession(w, userId, id))) throw new AppError('not_found');
    if (await endSessionRow(w, id))
      await w.audit('auth.session.ended', { sessionId: id, userId, reason: 'own' });
  });
}
export async function endOtherSessions(context: RequestContext): Promise<void> {
  const { userId, sessionId } = requireUser(context);
  await context.write(async (w) => {
    for (const id of await listOtherSessions(w, userId, sessionId)) {
      await endSessionRow(w, id);
      await w.audit('auth.session.ended', { sessionId: id, userId, reason: 'own' });
    }
  });
}
export async function forgetDevice(context: RequestContext, id: string): Promise<void> {
  const { userId } = requireUser(context);
  await context.write(async (w) => {
    if (await removeDevice(w, userId, id))
      await w.audit('auth.device.forgotten', { userId, deviceId: id });
  });
}
