// Queries of one-time links and of the users of one practice; with store.ts the only writer of
// these tables.

import { and, eq, gt, inArray, isNull, lt, max, ne, or } from 'drizzle-orm';
import { NOTHING } from '../../platform/db/query/keyed.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { NewRow, Row } from '../../platform/db/scope.ts';
import type { Store } from '../../platform/db/store.ts';
import { readerOf, type Look, type Work } from '../../platform/work.ts';
import { languageOf } from '../../../shared/accounts/user-settings.ts';
import { NO_PASSWORD } from '../sign-in/passwords.ts';
import type { UserRow } from './store.ts';

export type LinkRow = Row<Schema['oneTimeLink']>;
export type LinkKind = LinkRow['kind'];

export const insertLink = async (w: Work, row: NewRow<Schema['oneTimeLink']>): Promise<void> => {
  await w.tx.insert(w.t.oneTimeLink, row);
};
/** Finds an unused, valid link; in any practice, because only the link itself is known. */
export async function findLink(
  { read, t }: Store,
  hash: string,
  now: number,
): Promise<LinkRow | undefined> {
  const l = t.oneTimeLink;
  return (
    await read
      .select()
      .from(l)
      .where(and(eq(l.hash, hash), isNull(l.usedAt), gt(l.expiresAt, now)))
      .limit(1)
  )[0];
}
/** Uses a link up; false when another request was first. */
export const takeLinkRow = async (w: Work, hash: string): Promise<boolean> =>
  (
    await w.tx.update(
      w.t.oneTimeLink,
      { usedAt: w.now },
      and(
        eq(w.t.oneTimeLink.hash, hash),
        isNull(w.t.oneTimeLink.usedAt),
        gt(w.t.oneTimeLink.expiresAt, w.now),
      )!,
    )
  ).length > 0;
export const endLinks = async (
  w: Work,
  userId: string,
  kinds: readonly LinkKind[],
): Promise<void> => {
  const l = w.t.oneTimeLink;
  await w.tx.update(
    l,
    { usedAt: w.now },
    and(eq(l.userId, userId), inArray(l.kind, [...kinds]), isNull(l.usedAt))!,
  );
};
export const extendLinks = async (
  w: Work,
  userId: string,
  kind: LinkKind,
  expiresAt: number,
): Promise<void> => {
  const l = w.t.oneTimeLink;
  await w.tx.update(l, { expiresAt }, { userId, kind, usedAt: NOTHING });
};
export const listOpenInvites = (look: Look): Promise<Pick<LinkRow, 'userId' | 'expiresAt'>[]> =>
  look.db.pick(
    look.t.oneTimeLink,
    ['userId', 'expiresAt'],
    and(
      eq(look.t.oneTimeLink.kind, 'invite'),
      isNull(look.t.oneTimeLink.usedAt),
      gt(look.t.oneTimeLink.expiresAt, look.now),
    ),
  );
export async function sweepLinks(store: Store, before: number): Promise<void> {
  await store.write(async (tx) => {
    await tx.delete(store.t.oneTimeLink).where(lt(store.t.oneTimeLink.expiresAt, before));
  });
}

/**
 * Finds the user of this practice who has or waits for the address.
 * @param exceptId a user to ignore
 */
export const findOwnByAddress = (
  from: Look | Work,
  address: string,
  exceptId = '',
): Promise<UserRow | undefined> =>
  readerOf(from).one(
    from.t.user,
    and(
      or(eq(from.t.user.email, address), eq(from.t.user.wantedEmail, address)),
      ne(from.t.user.id, exceptId),
    ),
  );
/** Finds a user of this practice only: another practice's id is unknown. */
export const findOwnUser = (from: Look | Work, id: string): Promise<UserRow | undefined> =>
  readerOf(from).one(from.t.user, { id });
export const listUsers = (look: Look): Promise<UserRow[]> =>
  look.db.find(look.t.user, undefined, {
    orderBy: [look.t.user.lastname, look.t.user.firstName].map((c) => c.getSQL()),
  });
/** Counts users who can sign in: enabled, with a password. */
export const listActive = (look: Look): Promise<UserRow[]> =>
  look.db.find(
    look.t.user,
    and(isNull(look.t.user.disabledAt), ne(look.t.user.passwordHash, NO_PASSWORD)),
  );
/** Counts the practice's enabled users, invited ones included. */
export const countActive = async (s: Look | Work): Promise<number> =>
  (await readerOf(s).pick(s.t.user, ['id'], isNull(s.t.user.disabledAt))).length;
/** Lists the owners that mails of the server go to, with the language of each. */
export const listMailedOwners = async (
  look: Look,
): Promise<{ id: string; email: string; language: 'de' | 'en' }[]> =>
  (await listActive(look))
    .filter((u) => u.role === 'owner')
    .map((u) => ({ id: u.id, email: u.email, language: languageOf(u) }));
export const listPasskeyOwners = async (look: Look): Promise<string[]> =>
  (await look.db.pick(look.t.passkey, ['userId'], isNull(look.t.passkey.clonedAt))).map(
    (p) => p.userId,
  );
/** Lists the newest session of each user. */
export async function listLastSignIns(
  { read, t }: Store,
  cid: string,
): Promise<Map<string, number>> {
  const rows = await read
    .select({ userId: t.session.userId, at: max(t.session.createdAt) })
    .from(t.session)
    .where(eq(t.session.cid, cid))
    .groupBy(t.session.userId);
  return new Map(rows.map((r) => [r.userId, Number(r.at)]));
}
export const setUser = async (
  w: Work,
  id: string,
  set: Partial<NewRow<Schema['user']>>,
): Promise<UserRow | undefined> => (await w.tx.update(w.t.user, set, { id }))[0];
/** Counts other active users in the leading role. */
export const countOtherLeads = (
  w: Work,
  { id, role }: Pick<UserRow, 'id' | 'role'>,
): Promise<number> =>
  w.tx.count(
    w.t.user,
    and(
      eq(w.t.user.role, role),
      isNull(w.t.user.disabledAt),
      ne(w.t.user.passwordHash, NO_PASSWORD),
      ne(w.t.user.id, id),
    ),
  );
export const endApiTokens = async (w: Work, createdBy: string): Promise<void> => {
  await w.tx.update(w.t.apiToken, { endedAt: w.now }, { createdBy, kind: 'api', endedAt: NOTHING });
};
/** Deletes the user and all dependent rows; the audit log keeps the id. */
export async function removeUser(w: Work, id: string): Promise<void> {
  await w.tx.remove(w.t.oneTimeLink, { userId: id });
  await w.tx.remove(w.t.passkey, { userId: id });
  await w.tx.remove(w.t.recoveryCode, { userId: id });
  await w.tx.remove(w.t.knownDevice, { userId: id });
  await w.tx.remove(w.t.loginStep, { userId: id });
  await w.tx.remove(w.t.user, { id });
}
