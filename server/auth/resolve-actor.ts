// Who a bearer token belongs to, read afresh with every request: rights and revocations take effect at once.

import { AppError } from '../../shared/errors.ts';
import type { Store } from '../db/store.ts';
import type { Actor } from '../work.ts';
import { actorOf } from './open-session.ts';
import { hashSecret } from '../keys/hash-secret.ts';
import { findBearer } from './store.ts';

/** @throws AppError tablet_revoked; answers undefined for anything unknown, ended or expired */
export async function resolveActor({ store, now }: { store: Store; now: () => number }, token: string, ip: string): Promise<Actor | undefined> {
  if (!/^[\w-]{20,200}$/.test(token)) return undefined;
  const at = now();
  const found = await findBearer(store, hashSecret(token), at);
  if (!found || found.token.securityEpoch !== (found.installation?.securityEpoch ?? 0)) return undefined;
  const { session, user, tablet } = found;
  if (tablet) {
    if (tablet.revokedAt !== null) throw new AppError('tablet_revoked');
    return { kind: 'tablet', ip, tabletId: tablet.id, cid: tablet.cid, r4cUuid: tablet.r4cUuid };
  }
  if (!session || !user || session.endedAt !== null || at >= session.absoluteUntil || user.disabledAt !== null) return undefined;
  return actorOf(user, session.id, ip, session.stepUpUntil ?? 0);
}
