// A one-time link to a new password for the only owner of a practice, made by the operator: the
// owner's address takes no mail, and no other account may help.

import { HOUR_MS } from '../../../shared/base/day-math.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { AuthDeps } from '../sign-in/auth-deps.ts';
import { findSecurityEpoch, findUserByEmail, listOwners } from '../account-store/store.ts';
import { issueLink } from './one-time-links.ts';

/** The operator passes it on by telephone or in person. */
const OWNER_LINK_MS = 4 * HOUR_MS;

/**
 * Makes a link that sets a new password, once; earlier ones end. The second factor stays. The owner
 * finds it in the practice's log.
 * @param email folded address of the owner
 * @returns the token, and until when it is valid (UTC ms)
 * @throws AppError `not_found` unless the address is of an active owner; `state_conflict` when
 * another owner of the practice can invite them again
 */
export async function makeOwnerLink(
  { store, workshop }: Pick<AuthDeps, 'store' | 'workshop'>,
  email: string,
): Promise<{ token: string; expiresAt: number }> {
  const found = await findUserByEmail(store, email);
  if (found?.role !== 'owner') throw new AppError('not_found');
  const securityEpoch = await findSecurityEpoch(store);
  return workshop.write(found.cid, { kind: 'system', cid: found.cid }, async (w) => {
    const owners = await listOwners(w);
    if (!owners.some((one) => one.id === found.id)) throw new AppError('not_found');
    if (owners.length > 1) throw new AppError('state_conflict');
    const { token, expiresAt } = await issueLink(w, {
      kind: 'reset',
      userId: found.id,
      ms: OWNER_LINK_MS,
      securityEpoch,
    });
    await w.audit('auth.reset.operator', { userId: found.id });
    return { token, expiresAt };
  });
}
