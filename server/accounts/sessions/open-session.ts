// Opens a session for an authenticated user and issues its tokens.

import { readerOf, type ReadRight } from '../../../shared/analytics/reports/read-right.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { isVendor } from '../../../shared/base/roles.ts';
import type { SignedIn, User } from '../../../shared/accounts/auth.schema.ts';
import { knownSettings } from '../../../shared/accounts/user-settings.ts';
import type { Actor, Work } from '../../platform/work.ts';
import { ABSOLUTE_MS, ACCESS_MS, type AuthDeps } from '../sign-in/auth-deps.ts';
import { factorNeed } from '../sign-in/factors.ts';
import { hashSecret } from '../../platform/keys/hash-secret.ts';
import { isSameSecret } from '../../platform/keys/same-secret.ts';
import { newSecret } from '../sign-in/secret.ts';
import {
  findHome,
  findSecurityEpoch,
  insertAccessToken,
  insertSession,
  type SessionRow,
  type UserRow,
} from '../account-store/store.ts';

/**
 * Response to a sign-in, and the refresh cookie's value (undefined: the browser keeps the existing
 * one).
 */
export interface Opened {
  answer: SignedIn;
  refresh: string | undefined;
  maxAgeMs: number | undefined;
}

/** Figures that a user may read; empty if none. */
const figuresOf = (u: UserRow): ReadRight | undefined => readerOf(u)?.readRight;
export const showUser = (u: UserRow): User => ({
  id: u.id,
  cid: u.cid,
  email: u.email,
  firstName: u.firstName,
  lastname: u.lastname,
  role: u.role,
  behandler: u.behandler,
  ...(u.mayDesign === true && { mayDesign: true }),
  ...(figuresOf(u) !== undefined && { figures: figuresOf(u) }),
  settings: knownSettings(u.settings),
  avatarId: u.avatarId,
});
export const nameOf = (u: UserRow): string => `${u.firstName} ${u.lastname}`.trim();

/** Returns the actor of a session while it is being opened. */
export const actorOf = (u: UserRow, sessionId: string, ip: string, stepUpUntil = 0): Actor => ({
  kind: 'user',
  ip,
  userId: u.id,
  cid: u.cid,
  role: u.role,
  behandler: u.behandler,
  ...(u.mayDesign === true && { mayDesign: true }),
  ...(u.reportGrant !== null && { reportGrant: u.reportGrant }),
  ...(u.behandlerId !== null && { behandlerId: u.behandlerId }),
  name: nameOf(u),
  sessionId,
  stepUpUntil,
});

const markOf = (deps: Pick<AuthDeps, 'accountKey'>, secret: string): string =>
  deps.accountKey.mark('refresh', secret);
/**
 * Creates a refresh secret. It contains its session's id and a MAC, so that a replaced one is
 * recognized (reuse ends the session), and an invented one is not taken for it.
 */
export function newRefresh(deps: Pick<AuthDeps, 'accountKey'>, sessionId: string): string {
  const secret = `${sessionId}.${newSecret('rfr_')}`;
  return `${secret}.${markOf(deps, secret)}`;
}
/** Whether a secret was given by this server, however long ago. */
export function wasGiven(deps: Pick<AuthDeps, 'accountKey'>, refresh: string): boolean {
  const [sessionId = '', random = '', mark = ''] = refresh.split('.');
  return isSameSecret(markOf(deps, `${sessionId}.${random}`), mark);
}

export interface OpenInput {
  longLogin: boolean;
  ip: string;
  reason: 'login' | 'first_user';
  /** Authentication method in addition to the password. */
  factor?: SessionRow['factor'];
  agent?: string | null;
  deviceId?: string | null;
}

export async function openSession(
  deps: AuthDeps,
  user: UserRow,
  input: OpenInput,
): Promise<Opened> {
  const id = deps.newId();
  const refresh = newRefresh(deps, id);
  const length = input.longLogin ? ABSOLUTE_MS.long : ABSOLUTE_MS.short;
  const securityEpoch = await findSecurityEpoch(deps.store);
  const { session, token } = await deps.workshop.write(
    user.cid,
    actorOf(user, id, input.ip),
    async (w) => {
      const row: SessionRow = {
        id,
        cid: user.cid,
        userId: user.id,
        refreshHash: hashSecret(refresh),
        previousHash: null,
        rotatedAt: null,
        longLogin: input.longLogin,
        securityEpoch,
        createdAt: w.now,
        lastSeenAt: w.now,
        absoluteUntil: w.now + length,
        stepUpUntil: null,
        endedAt: null,
        agent: input.agent ?? null,
        deviceId: input.deviceId ?? null,
        factor: input.factor ?? 'none',
        lockedAt: null,
      };
      await insertSession(w, row);
      await w.audit('auth.session.opened', {
        sessionId: id,
        userId: user.id,
        reason: input.reason,
        longLogin: input.longLogin,
        factor: row.factor,
      });
      return { session: row, token: await giveToken(w, row) };
    },
  );
  return {
    answer: await showSignedIn(deps, user, token),
    refresh,
    maxAgeMs: session.longLogin ? length : undefined,
  };
}

/** Issues a bearer token of a session, at most 15 minutes and never beyond the session's end. */
export async function giveToken(
  w: Work,
  session: SessionRow,
): Promise<{ authToken: string; expiresAt: number }> {
  const authToken = newSecret('ses_');
  const expiresAt = Math.min(w.now + ACCESS_MS, session.absoluteUntil);
  await insertAccessToken(w, {
    hash: hashSecret(authToken),
    sessionId: session.id,
    tabletId: null,
    securityEpoch: session.securityEpoch,
    expiresAt,
  });
  return { authToken, expiresAt };
}

export async function showSignedIn(
  deps: AuthDeps,
  user: UserRow,
  token: { authToken: string; expiresAt: number },
): Promise<SignedIn> {
  const account = {
    factorNeed: await factorNeed(deps, user),
    lockMinutes: (await deps.praxisRules(user.cid)).lockMinutes,
  };
  // The vendor's users belong to no practice; their grant contains the practice they act in.
  if (isVendor(user.role))
    return {
      ...token,
      user: showUser(user),
      r4chost: '',
      r4cUuid: '',
      praxis: { name: '' },
      account,
    };
  const home = await findHome(deps.store, user.cid);
  if (!home) throw new AppError('unavailable', { cause: new Error('a user without a practice') });
  return {
    ...token,
    user: showUser(user),
    r4chost: home.r4chost,
    r4cUuid: home.r4cUuid,
    praxis: { name: home.praxisName },
    account,
    off: await deps.flagsOff(user.cid),
  };
}
