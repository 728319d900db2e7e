// Forgotten password: the same response in the same time for every address; the link changes the
// password only, the second factor stays on (B28, B29).

import { HOUR_MS } from '../../../shared/base/day-math.ts';
import { createHash } from 'node:crypto';
import { passwordMin } from '../../../shared/accounts/auth.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { languageOf } from '../../../shared/accounts/user-settings.ts';
import type { Actor, Work } from '../../platform/work.ts';
import { addressColumns, addressOf } from '../sign-in/address.ts';
import { ACCOUNT_RULE, networkOf, type AttemptRule } from '../sign-in/attempts.ts';
import type { AuthDeps } from '../sign-in/auth-deps.ts';
import { noteManyResets } from '../sign-in/tell-owners.ts';
import { factorsOf } from '../sign-in/factors.ts';
import { knowsDevice } from '../sessions/known-device.ts';
import { issueLink, openLink, RESET_MS, takeLink } from './one-time-links.ts';
import { requireGoodPassword } from '../sign-in/password-policy.ts';
import { endLinks, setUser } from '../account-store/store-links.ts';
import {
  endSessionRow,
  findHome,
  findSecurityEpoch,
  findUser,
  findUserByEmail,
  listOpenSessions,
  type UserRow,
} from '../account-store/store.ts';

const RESET_RULE: AttemptRule = { free: 20, waitMs: 60_000, maxWaitMs: HOUR_MS, forgetMs: HOUR_MS };
/** Prevents flooding a mailbox: five links an hour from strangers, and from each known browser. */
const MAILBOX_RULE: AttemptRule = {
  free: 5,
  waitMs: HOUR_MS,
  maxWaitMs: HOUR_MS,
  forgetMs: HOUR_MS,
};

/** A request for a new password. */
interface ResetWish {
  email: string;
  ip: string;
  /** Secret of this browser, if its cookie was sent. */
  device?: string | undefined;
}
const hashed = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 40);

/** Returns the key of a browser that the account of an address knows. */
async function knownBrowser(
  deps: AuthDeps,
  email: string,
  device: string,
): Promise<string | undefined> {
  const user = await findUserByEmail(deps.store, email),
    { isKnown } = await knowsDevice(deps, user?.id ?? '', device);
  return isKnown ? hashed(`${device} ${email}`) : undefined;
}

/**
 * Returns at once; the account is looked up in the background. A browser that the account knows has
 * limits of its own: strangers in its network, or elsewhere, lock it out of nothing.
 * @throws AppError rate_limited by the caller's network or known browser only
 */
export async function askReset(deps: AuthDeps, wish: ResetWish): Promise<{ isSent: true }> {
  const { email, device } = wish,
    known = device === undefined ? undefined : await knownBrowser(deps, email, device);
  await deps.attempts.reserve(`reset:${known ?? networkOf(wish.ip)}`, RESET_RULE, deps.now());
  deps.later(() => sendReset(deps, email, known ?? hashed(email)));
  return { isSent: true };
}

/** @param mailbox the limit of links that this request counts for */
async function sendReset(deps: AuthDeps, email: string, mailbox: string): Promise<void> {
  const user = await findUserByEmail(deps.store, email);
  if (!user || user.disabledAt !== null) return;
  try {
    await deps.attempts.reserve(`reset-mail:${mailbox}`, MAILBOX_RULE, deps.now());
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'rate_limited')) throw error;
    await noteManyResets(deps, user, MAILBOX_RULE.free);
    return;
  }
  const securityEpoch = await findSecurityEpoch(deps.store);
  await deps.workshop.write(user.cid, { kind: 'system', cid: user.cid }, async (w) => {
    const link = await issueLink(w, {
      kind: 'reset',
      userId: user.id,
      ms: RESET_MS,
      securityEpoch,
    });
    await deps.mail(w, {
      key: `reset:${link.hash.slice(0, 32)}`,
      to: user.email,
      template: 'reset',
      language: languageOf(user),
      data: { name: user.firstName, link: `/practice/reset/${link.token}` },
      expiresAt: link.expiresAt,
    });
    await w.audit('auth.reset.asked', { userId: user.id });
  });
}

async function contextOf(deps: AuthDeps, user: UserRow): Promise<string[]> {
  return [
    addressOf(user),
    user.firstName,
    user.lastname,
    (await findHome(deps.store, user.cid))?.praxisName ?? '',
  ];
}

async function endSessions(w: Work, userId: string, except?: string): Promise<void> {
  for (const id of await listOpenSessions(w, userId))
    if (id !== except && (await endSessionRow(w, id)))
      await w.audit('auth.session.ended', { sessionId: id, userId, reason: 'password' });
}

/**
 * Sets a password by the link of a reset or an invitation; only an accepted password uses the link
 * up.
 * @throws AppError link_invalid, password_weak, rate_limited; address_elsewhere if an invited
 * address has an account in another practice
 */
export async function setPasswordByLink(
  deps: AuthDeps,
  input: { token: string; newPassword: string; ip: string },
): Promise<{ email: string }> {
  const link = await openLink(deps, {
    token: input.token,
    kinds: ['reset', 'invite'],
    ip: input.ip,
  });
  const user = await findUser(deps.store, link.userId);
  if (!user || user.disabledAt !== null) throw new AppError('link_invalid');
  requireGoodPassword(
    input.newPassword,
    await contextOf(deps, user),
    passwordMin((await factorsOf(deps, user)).length > 0),
  );
  const passwordHash = await deps.passwords.hash(input.newPassword);
  const columns = await addressColumns(deps.store, user.id, addressOf(user));
  if (columns.wantedEmail !== null) throw new AppError('address_elsewhere');
  await deps.workshop.write(user.cid, { kind: 'system', cid: user.cid }, async (w) => {
    await takeLink(w, link.hash);
    await setUser(w, user.id, { ...columns, passwordHash, passwordAt: w.now });
    await endLinks(w, user.id, ['reset', 'invite', 'mail_confirm']);
    await endSessions(w, user.id);
    await w.audit(link.kind === 'invite' ? 'auth.invite.accepted' : 'auth.password.reset', {
      userId: user.id,
    });
    if (link.kind === 'reset')
      await deps.mail(w, {
        key: `password:${link.hash.slice(0, 32)}`,
        to: user.email,
        template: 'password_changed',
        language: languageOf(user),
        data: { name: user.firstName },
      });
  });
  return { email: addressOf(user) };
}

/**
 * Changes the password given the current one; other sessions of the user end.
 * @throws AppError login_failed, password_weak, rate_limited
 */
export async function setOwnPassword(
  deps: AuthDeps,
  actor: Actor,
  input: { currentPassword: string; newPassword: string },
): Promise<{ email: string }> {
  if (actor.kind !== 'user') throw new AppError('unauthenticated');
  const key = `stepup:${actor.userId}`;
  await deps.attempts.reserve(key, ACCOUNT_RULE, deps.now());
  const user = await findUser(deps.store, actor.userId);
  if (!user || !(await deps.passwords.isRight(user.passwordHash, input.currentPassword)))
    throw new AppError('login_failed');
  await deps.attempts.clear(key);
  requireGoodPassword(
    input.newPassword,
    [...(await contextOf(deps, user))],
    passwordMin((await factorsOf(deps, user)).length > 0),
  );
  const passwordHash = await deps.passwords.hash(input.newPassword);
  await deps.workshop.write(user.cid, actor, async (w) => {
    await setUser(w, user.id, { passwordHash, passwordAt: w.now });
    await endLinks(w, user.id, ['reset']);
    await endSessions(w, user.id, actor.sessionId);
    await w.audit('auth.password.changed', { userId: user.id });
    await deps.mail(w, {
      key: `password:${w.newId()}`,
      to: user.email,
      template: 'password_changed',
      language: languageOf(user),
      data: { name: user.firstName },
    });
  });
  return { email: user.email };
}
