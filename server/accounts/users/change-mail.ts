// Change of an e-mail address: effective only once the new address confirmed it, and revocable by
// the old one for a day (security row 18).

import { AppError } from '../../../shared/base/errors.ts';
import { languageOf } from '../../../shared/accounts/user-settings.ts';
import type { Actor } from '../../platform/work.ts';
import { addressColumns, addressOf } from '../sign-in/address.ts';
import type { AuthDeps } from '../sign-in/auth-deps.ts';
import { issueLink, MAIL_CHANGE_MS, openLink, takeLink } from './one-time-links.ts';
import { NO_PASSWORD } from '../sign-in/passwords.ts';
import {
  endLinks,
  extendLinks,
  findOwnByAddress,
  findOwnUser,
  setUser,
} from '../account-store/store-links.ts';
import {
  endSessionRow,
  findSecurityEpoch,
  findUser,
  listOpenSessions,
} from '../account-store/store.ts';

/**
 * Sends mails to both addresses. Changes the user's own one, or as owner that of a user of the
 * practice.
 * @throws AppError not_found for an unknown address, forbidden, conflict when a user here has the
 * new one, inactive_recipient
 */
export async function askMailChange(
  deps: AuthDeps,
  actor: Actor,
  { userMail, newUserMail }: { userMail: string; newUserMail: string },
): Promise<{ isSent: true }> {
  if (actor.kind !== 'user') throw new AppError('unauthenticated');
  const look = deps.workshop.look(actor.cid, actor),
    securityEpoch = await findSecurityEpoch(deps.store);
  const [user, holder] = [
    await findOwnByAddress(look, userMail),
    await findOwnByAddress(look, newUserMail),
  ];
  if (!user) throw new AppError('not_found');
  if (user.id !== actor.userId && actor.role !== 'owner') throw new AppError('forbidden');
  if (holder) throw new AppError('conflict', { fields: { newUserMail: 'taken' } });
  await deps.workshop.write(actor.cid, actor, async (w) => {
    const data = { oldMail: addressOf(user), newMail: newUserMail },
      language = languageOf(user),
      name = user.firstName;
    const confirm = await issueLink(w, {
      kind: 'mail_confirm',
      userId: user.id,
      ms: MAIL_CHANGE_MS,
      securityEpoch,
      data,
    });
    const undo = await issueLink(w, {
      kind: 'mail_undo',
      userId: user.id,
      ms: 2 * MAIL_CHANGE_MS,
      securityEpoch,
      data,
    });
    // An address of another practice gets a mail like any other: a missing mail in the outbox would
    // reveal it. Confirming it changes nothing.
    await deps.mail(w, {
      key: `mail:${confirm.hash.slice(0, 32)}`,
      to: newUserMail,
      template: 'mail_confirm',
      language,
      data: { name, link: `/practice/mail/${confirm.token}` },
      expiresAt: confirm.expiresAt,
    });
    await deps.mail(w, {
      key: `mail:${undo.hash.slice(0, 32)}`,
      to: addressOf(user),
      template: 'mail_undo',
      language,
      data: { name, newMail: newUserMail, link: `/practice/mail/undo/${undo.token}` },
      expiresAt: undo.expiresAt,
    });
    await w.audit('auth.mail.asked', { userId: user.id });
  });
  return { isSent: true };
}

/**
 * Confirms a change of address.
 * @throws AppError link_invalid, conflict when another user has the address by then
 */
export async function confirmMailChange(
  deps: AuthDeps,
  { token, ip }: { token: string; ip: string },
): Promise<{ email: string }> {
  const link = await openLink(deps, { token, kinds: ['mail_confirm'], ip });
  const newMail = String(link.data.newMail),
    columns = await addressColumns(deps.store, link.userId, newMail);
  if (columns.wantedEmail !== null) throw new AppError('link_invalid');
  await deps.workshop.write(link.cid, { kind: 'system', cid: link.cid }, async (w) => {
    await takeLink(w, link.hash);
    const user = await findOwnUser(w, link.userId);
    if (
      !user ||
      user.disabledAt !== null ||
      addressOf(user) !== link.data.oldMail ||
      (await findOwnByAddress(w, newMail, user.id))
    )
      throw new AppError('link_invalid');
    await setUser(w, user.id, columns);
    await endLinks(w, user.id, ['reset']);
    // The day for revocation starts here.
    await extendLinks(w, user.id, 'mail_undo', w.now + MAIL_CHANGE_MS);
    await w.audit('auth.mail.changed', { userId: user.id });
  });
  return { email: newMail };
}

/**
 * Revokes a change, confirmed or not; the user who requested it is signed out.
 * @throws AppError link_invalid
 */
export async function undoMailChange(
  deps: AuthDeps,
  { token, ip }: { token: string; ip: string },
): Promise<{ email: string }> {
  const link = await openLink(deps, { token, kinds: ['mail_undo'], ip });
  const oldMail = String(link.data.oldMail),
    user = await findUser(deps.store, link.userId),
    columns = await addressColumns(deps.store, link.userId, oldMail);
  // A revocation restores an address only to its owner, and takes it from no other user.
  if (!user || (columns.wantedEmail !== null && user.passwordHash !== NO_PASSWORD))
    throw new AppError('link_invalid');
  await deps.workshop.write(link.cid, { kind: 'system', cid: link.cid }, async (w) => {
    await takeLink(w, link.hash);
    await endLinks(w, link.userId, ['mail_confirm', 'reset']);
    await setUser(w, link.userId, columns);
    for (const id of await listOpenSessions(w, link.userId)) await endSessionRow(w, id);
    await w.audit('auth.mail.undone', { userId: link.userId });
  });
  return { email: oldMail };
}
