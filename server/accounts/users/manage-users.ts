// Users of a practice: invited by mail, changed, disabled at once, enabled, removed; the last owner
// stays.

import type { z } from 'zod';
import { AppError } from '../../../shared/base/errors.ts';
import { leadOf, rolesOf, VENDOR_CID } from '../../../shared/base/roles.ts';
import type { Invite, userRowSchema, UserAct } from '../../../shared/accounts/users.schema.ts';
import { languageOf } from '../../../shared/accounts/user-settings.ts';
import type { RequestContext } from '../../platform/http/route.ts';
import type { Work } from '../../platform/work.ts';
import { addressColumns, addressOf } from '../sign-in/address.ts';
import type { AuthDeps } from '../sign-in/auth-deps.ts';
import { needsStrongFactor } from '../sign-in/factors.ts';
import { INVITE_MS, issueLink, openLink } from './one-time-links.ts';
import { nameOf } from '../sessions/open-session.ts';
import { NO_PASSWORD } from '../sign-in/passwords.ts';
import {
  countOtherLeads,
  endApiTokens,
  endLinks,
  findOwnByAddress,
  findOwnUser,
  listLastSignIns,
  listOpenInvites,
  listPasskeyOwners,
  listUsers,
  removeUser,
  setUser,
} from '../account-store/store-links.ts';
import {
  endSessionRow,
  findHome,
  findSecurityEpoch,
  findUser,
  insertUser,
  listOpenSessions,
  type UserRow,
} from '../account-store/store.ts';

type View = z.input<typeof userRowSchema>;

export async function showUsers(
  deps: AuthDeps,
  context: RequestContext,
): Promise<{ users: View[] }> {
  const look = context.look();
  const [users, invites, passkeys, signIns] = [
    await listUsers(look),
    await listOpenInvites(look),
    await listPasskeyOwners(look),
    await listLastSignIns(deps.store, context.cid),
  ];
  return {
    users: users.map((u) => ({
      id: u.id,
      email: addressOf(u),
      firstName: u.firstName,
      lastname: u.lastname,
      role: u.role,
      behandler: u.behandler,
      mayDesign: u.mayDesign === true,
      reportGrant: u.reportGrant,
      behandlerId: u.behandlerId,
      state:
        u.disabledAt !== null ? 'disabled' : u.passwordHash === NO_PASSWORD ? 'invited' : 'active',
      inviteUntil: invites.find((i) => i.userId === u.id)?.expiresAt ?? null,
      lastSignInAt: signIns.get(u.id) ?? null,
      createdAt: u.createdAt,
      factors: {
        totp: u.totpAt !== null,
        mail: u.mailFactor === true,
        passkeys: passkeys.filter((id) => id === u.id).length,
      },
    })),
  };
}

/** Lists the active users, for all users of the practice. */
export async function showUsersInfo(
  context: RequestContext,
): Promise<{ users: Pick<UserRow, 'id' | 'firstName' | 'lastname' | 'role' | 'behandler'>[] }> {
  const users = await listUsers(context.look());
  return {
    users: users
      .filter((u) => u.disabledAt === null && u.passwordHash !== NO_PASSWORD)
      .map(({ id, firstName, lastname, role, behandler }) => ({
        id,
        firstName,
        lastname,
        role,
        behandler,
      })),
  };
}

export async function changeOwnName(
  context: RequestContext,
  name: { firstName: string; lastname: string },
): Promise<UserRow> {
  const { actor } = context;
  if (actor.kind !== 'user') throw new AppError('unauthenticated');
  return context.write(async (w) => {
    const user = await setUser(w, actor.userId, name);
    if (!user) throw new AppError('not_found');
    await w.audit('auth.user.renamed', { userId: user.id });
    return user;
  });
}

/**
 * Changes another user's account.
 * @throws AppError not_found (also for users of another practice), last_owner, conflict,
 * state_conflict, inactive_recipient
 */
export async function actOnUser(
  deps: AuthDeps,
  context: RequestContext,
  act: UserAct,
): Promise<{ users: View[] }> {
  // A practice has no administrators, and the vendor no owners.
  if ('role' in act && act.role !== undefined && !rolesOf(context.cid).includes(act.role))
    throw new AppError('validation', { fields: { role: 'not_here' } });
  // Forms and texts belong to practices; the vendor's users have none.
  if ('mayDesign' in act && act.mayDesign === true && context.cid === VENDOR_CID)
    throw new AppError('validation', { fields: { mayDesign: 'not_here' } });
  if (
    'reportGrant' in act &&
    (act.reportGrant ?? act.behandlerId ?? null) !== null &&
    context.cid === VENDOR_CID
  )
    throw new AppError('validation', { fields: { reportGrant: 'not_here' } });
  const securityEpoch = await findSecurityEpoch(deps.store);
  const by = context.actor.kind === 'user' ? context.actor.name : '';
  if (act.action === 'invite') await invite(deps, context, act, { securityEpoch, by });
  else {
    await context.write(async (w) => {
      const user = await findOwnUser(w, act.id);
      if (!user) throw new AppError('not_found');
      switch (act.action) {
        case 'change':
          return changeUser(w, user, act);
        case 'disable':
          return disableUser(w, user);
        case 'enable':
          if (user.disabledAt !== null) {
            await setUser(w, user.id, { disabledAt: null });
            await w.audit('auth.user.enabled', { userId: user.id });
          }
          return undefined;
        case 'resend':
          if (user.disabledAt !== null || user.passwordHash !== NO_PASSWORD)
            throw new AppError('state_conflict');
          return sendInvite(deps, w, user, { securityEpoch, by });
      }
    });
  }
  if (act.action === 'disable') await deps.revoked([]);
  if (act.action === 'enable')
    await deps.revoked([
      { kind: 'user', cid: context.cid, id: act.id, at: context.now, isBack: true },
    ]);
  return showUsers(deps, context);
}

async function invite(
  deps: AuthDeps,
  context: RequestContext,
  act: Extract<UserAct, { action: 'invite' }>,
  by: { securityEpoch: number; by: string },
): Promise<void> {
  const columns = await addressColumns(deps.store, act.id, act.email);
  await context.write(async (w) => {
    const holder = await findOwnByAddress(w, act.email);
    // Repeated with the same id: already done.
    if (holder?.id === act.id) return;
    if (holder) throw new AppError('conflict', { fields: { email: 'taken' } });
    await deps.needLicence(w, 'user');
    // An address of another practice is invited like any other: only the reader of its mails learns
    // that it has an account.
    const user = await insertUser(w, {
      id: act.id,
      ...columns,
      firstName: act.firstName,
      lastname: act.lastname,
      role: act.role,
      behandler: act.behandler,
      mayDesign: act.mayDesign === true,
      reportGrant: act.reportGrant ?? null,
      behandlerId: act.behandlerId ?? null,
      passwordHash: NO_PASSWORD,
      disabledAt: null,
      createdAt: w.now,
      settings: { language: act.language },
    });
    if (!user) throw new AppError('internal');
    await w.audit('auth.user.invited', {
      userId: user.id,
      role: user.role,
      behandler: user.behandler,
      ...(user.mayDesign === true && { mayDesign: true }),
    });
    await sendInvite(deps, w, user, by);
  });
}

async function sendInvite(
  deps: AuthDeps,
  w: Work,
  user: UserRow,
  { securityEpoch, by }: { securityEpoch: number; by: string },
): Promise<void> {
  const link = await issueLink(w, {
    kind: 'invite',
    userId: user.id,
    ms: INVITE_MS,
    securityEpoch,
  });
  await deps.mail(w, {
    key: `invite:${link.hash.slice(0, 32)}`,
    to: addressOf(user),
    template: 'invite',
    language: languageOf(user),
    data: { name: user.firstName, by, link: `/practice/einladung/${link.token}` },
    expiresAt: link.expiresAt,
  });
  await w.audit('auth.invite.sent', { userId: user.id });
}

async function requireOtherLead(w: Work, user: UserRow): Promise<void> {
  const isLead =
    user.role === leadOf(user.cid) && user.disabledAt === null && user.passwordHash !== NO_PASSWORD;
  if (isLead && (await countOtherLeads(w, user)) === 0) throw new AppError('last_owner');
}

async function changeUser(
  w: Work,
  user: UserRow,
  {
    firstName,
    lastname,
    role,
    behandler,
    mayDesign,
    reportGrant,
    behandlerId,
  }: Extract<UserAct, { action: 'change' }>,
): Promise<void> {
  if (role !== undefined && role !== leadOf(user.cid)) await requireOtherLead(w, user);
  const set = {
    ...(firstName !== undefined && { firstName }),
    ...(lastname !== undefined && { lastname }),
    ...(role !== undefined && { role }),
    ...(behandler !== undefined && { behandler }),
    ...(mayDesign !== undefined && { mayDesign }),
    ...(reportGrant !== undefined && { reportGrant }),
    ...(behandlerId !== undefined && { behandlerId }),
    ...(role !== undefined && needsStrongFactor(role) && { mailFactor: false }),
  };
  if (Object.keys(set).length === 0) return;
  await setUser(w, user.id, set);
  await w.audit('auth.user.changed', {
    userId: user.id,
    fields: Object.keys(set).join(' '),
    ...(role !== undefined && { from: user.role, to: role }),
    ...(mayDesign !== undefined && mayDesign !== (user.mayDesign === true) && { mayDesign }),
    ...(reportGrant !== undefined && reportGrant !== user.reportGrant && { reportGrant }),
    ...(behandlerId !== undefined && behandlerId !== user.behandlerId && { behandlerId }),
  });
}

/**
 * Disables a user. Sessions, bearer tokens, links and the tokens they created end in the same
 * transaction: the next call answers 401.
 */
export async function disableUser(w: Work, user: UserRow): Promise<void> {
  if (user.disabledAt !== null) return;
  await requireOtherLead(w, user);
  await setUser(w, user.id, { disabledAt: w.now });
  await endAccess(w, user.id);
  await w.audit('auth.user.disabled', { userId: user.id });
}
/**
 * Disables a former colleague again who is active in a restored backup, whatever their role. False
 * when there is no such user.
 */
export async function disableAgain(w: Work, userId: string): Promise<boolean> {
  const user = await findOwnUser(w, userId);
  if (!user || user.disabledAt !== null) return false;
  await setUser(w, user.id, { disabledAt: w.now });
  await endAccess(w, user.id);
  await w.audit('auth.user.disabled', { userId: user.id });
  return true;
}
async function endAccess(w: Work, userId: string): Promise<void> {
  for (const id of await listOpenSessions(w, userId)) await endSessionRow(w, id);
  await endLinks(w, userId, [
    'reset',
    'invite',
    'mail_confirm',
    'mail_undo',
    'mfa_disable',
    'handover',
  ]);
  await endApiTokens(w, userId);
}

/** Deletes a user. @throws AppError not_found, last_owner */
export async function deleteUser(
  deps: Pick<AuthDeps, 'revoked'>,
  context: RequestContext,
  id: string,
): Promise<void> {
  await context.write(async (w) => {
    const user = await findOwnUser(w, id);
    if (!user) throw new AppError('not_found');
    await requireOtherLead(w, user);
    await endAccess(w, user.id);
    await removeUser(w, user.id);
    await w.audit('auth.user.removed', { userId: user.id, role: user.role });
  });
  await deps.revoked([{ kind: 'user', cid: context.cid, id, at: context.now }]);
}

/**
 * Returns the invited user; the password uses the link up, this does not.
 * @throws AppError link_invalid, rate_limited
 */
export async function readInvite(
  deps: AuthDeps,
  input: { token: string; ip: string },
): Promise<Invite> {
  const link = await openLink(deps, { ...input, kinds: ['invite'] });
  const user = await findUser(deps.store, link.userId);
  if (!user || user.disabledAt !== null) throw new AppError('link_invalid');
  return {
    firstName: user.firstName,
    lastname: user.lastname,
    email: addressOf(user),
    role: user.role,
    praxisName: (await findHome(deps.store, user.cid))?.praxisName ?? nameOf(user),
  };
}
