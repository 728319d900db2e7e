// Tables of people who sign in, their sessions and counted attempts (writer: server/auth).

import type { UserRole } from '../../../shared/roles.ts';
import type { Kit } from '../kit.ts';

export const authTables = (k: Kit) => ({
  user: k.table('user', {
    id: k.text().primaryKey(), cid: k.text().notNull(), email: k.text().notNull(), firstName: k.text().notNull(), lastname: k.text().notNull(),
    role: k.text().$type<UserRole>().notNull(), behandler: k.bool().notNull(), passwordHash: k.text().notNull(),
    disabledAt: k.big(), createdAt: k.big().notNull(),
  }, t => [k.unique('user_email').on(t.email), k.index('user_cid').on(t.cid)]),
  session: k.table('session', {
    id: k.text().primaryKey(), cid: k.text().notNull(), userId: k.text().notNull(), refreshHash: k.text().notNull(),
    previousHash: k.text(), rotatedAt: k.big(), longLogin: k.bool().notNull(), securityEpoch: k.int().notNull(),
    createdAt: k.big().notNull(), lastSeenAt: k.big().notNull(), absoluteUntil: k.big().notNull(), stepUpUntil: k.big(), endedAt: k.big(),
  }, t => [k.unique('session_refresh').on(t.refreshHash), k.index('session_user').on(t.userId)]),
  /** Bearer tokens of people and tablets: only hashes, at most 15 minutes. */
  accessToken: k.table('access_token', {
    hash: k.text().primaryKey(), cid: k.text().notNull(), sessionId: k.text(), tabletId: k.text(), securityEpoch: k.int().notNull(), expiresAt: k.big().notNull(),
  }, t => [k.index('access_expires').on(t.expiresAt)]),
  firstUserToken: k.table('first_user_token', {
    hash: k.text().primaryKey(), cid: k.text(), expiresAt: k.big().notNull(), usedAt: k.big(),
  }),
  /** Attempts, reserved before the secret is checked. */
  attempt: k.table('attempt', { key: k.text().primaryKey(), count: k.int().notNull(), windowStart: k.big().notNull() }),
});
