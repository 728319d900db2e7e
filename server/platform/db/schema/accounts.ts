// Tables of users, their factors, sessions, links and tokens, and counted attempts (writer:
// server/accounts/sign-in).

import type { TokenScope } from '../../../../shared/accounts/token-scopes.ts';
import type { UserRole } from '../../../../shared/base/roles.ts';
import type { UserSettings } from '../../../../shared/accounts/user-settings.ts';
import type { Kit } from '../kit.ts';

export const accountTables = (k: Kit) => ({
  user: k.table(
    'user',
    {
      id: k.text().primaryKey(),
      cid: k.text().notNull(),
      email: k.text().notNull(),
      firstName: k.text().notNull(),
      lastname: k.text().notNull(),
      /** `!` until an invited user has chosen a password: no password hashes to it. */
      role: k.text().$type<UserRole>().notNull(),
      behandler: k.bool().notNull(),
      passwordHash: k.text().notNull(),
      disabledAt: k.big(),
      createdAt: k.big().notNull(),
      passwordAt: k.big(),
      /**
       * TOTP secret, encrypted by the installation's account key; pending until its first code was
       * right. `totpStep` is the last used one (RFC 6238 5.2).
       */
      totpSecret: k.bytes(),
      totpAt: k.big(),
      totpStep: k.big(),
      /** E-mail codes as second factor; never for owner, administrator and support. */
      mailFactor: k.bool(),
      /** Fast user switching at one workstation; argon2id like the password. */
      pinHash: k.text(),
      settings: k.json<UserSettings>(),
      avatarId: k.text(),
      /** May design questionnaires and consent texts; owners always may. */
      mayDesign: k.bool(),
      /**
       * Figures that a user other than an owner may read: `praxis` those of the whole practice,
       * `alle` also those of single practitioners.
       */
      reportGrant: k.text().$type<'praxis' | 'alle'>(),
      /** The user's practitioner in the practice software. */
      behandlerId: k.text(),
      /**
       * Address of an invited user that belongs to a user of another practice: stored here, and
       * `email` contains a placeholder that is no address.
       */
      wantedEmail: k.text(),
    },
    (t) => [k.unique('user_email').on(t.email), k.index('user_cid').on(t.cid)],
  ),
  session: k.table(
    'session',
    {
      id: k.text().primaryKey(),
      cid: k.text().notNull(),
      userId: k.text().notNull(),
      refreshHash: k.text().notNull(),
      previousHash: k.text(),
      rotatedAt: k.big(),
      longLogin: k.bool().notNull(),
      securityEpoch: k.int().notNull(),
      createdAt: k.big().notNull(),
      lastSeenAt: k.big().notNull(),
      absoluteUntil: k.big().notNull(),
      stepUpUntil: k.big(),
      endedAt: k.big(),
      /** For the user's own list: browser and method of the sign-in. */
      agent: k.text(),
      deviceId: k.text(),
      factor: k.text().$type<'none' | 'totp' | 'mail' | 'passkey' | 'recovery'>(),
      /** Locked workstation: unlocked by PIN, passkey or password. */
      lockedAt: k.big(),
    },
    (t) => [k.unique('session_refresh').on(t.refreshHash), k.index('session_user').on(t.userId)],
  ),
  /** Bearer tokens of users and tablets: only hashes, at most 15 minutes. */
  accessToken: k.table(
    'access_token',
    {
      hash: k.text().primaryKey(),
      cid: k.text().notNull(),
      sessionId: k.text(),
      tabletId: k.text(),
      securityEpoch: k.int().notNull(),
      expiresAt: k.big().notNull(),
    },
    (t) => [k.index('access_expires').on(t.expiresAt)],
  ),
  firstUserToken: k.table('first_user_token', {
    hash: k.text().primaryKey(),
    cid: k.text(),
    expiresAt: k.big().notNull(),
    usedAt: k.big(),
  }),
  /**
   * A sign-in between password and second factor; the browser has the secret of this row.
   * `challenge` is WebAuthn's.
   */
  loginStep: k.table(
    'login_step',
    {
      hash: k.text().primaryKey(),
      cid: k.text().notNull(),
      userId: k.text(),
      longLogin: k.bool().notNull(),
      codeHash: k.text(),
      challenge: k.text(),
      tries: k.int().notNull(),
      expiresAt: k.big().notNull(),
    },
    (t) => [k.index('login_step_expires').on(t.expiresAt)],
  ),
  passkey: k.table(
    'passkey',
    {
      /** Credential id, base64url. */
      id: k.text().primaryKey(),
      cid: k.text().notNull(),
      userId: k.text().notNull(),
      publicKey: k.bytes().notNull(),
      counter: k.big().notNull(),
      transports: k.json<string[]>(),
      name: k.text().notNull(),
      isBackedUp: k.bool().notNull(),
      createdAt: k.big().notNull(),
      lastUsedAt: k.big(),
      /** Its counter decreased: it may have been copied. */
      clonedAt: k.big(),
    },
    (t) => [k.index('passkey_user').on(t.userId)],
  ),
  recoveryCode: k.table(
    'recovery_code',
    {
      id: k.text().primaryKey(),
      cid: k.text().notNull(),
      userId: k.text().notNull(),
      hash: k.text().notNull(),
      usedAt: k.big(),
    },
    (t) => [k.index('recovery_user').on(t.userId)],
  ),
  /** A known browser; `factorAt` determines how long no second factor is required. */
  knownDevice: k.table(
    'known_device',
    {
      hash: k.text().primaryKey(),
      id: k.text().notNull(),
      cid: k.text().notNull(),
      userId: k.text().notNull(),
      agent: k.text().notNull(),
      createdAt: k.big().notNull(),
      factorAt: k.big().notNull(),
    },
    (t) => [k.index('known_device_user').on(t.userId)],
  ),
  /** One-time links and transfers of a sign-in; only hashes, used by POST only. */
  oneTimeLink: k.table(
    'one_time_link',
    {
      hash: k.text().primaryKey(),
      cid: k.text().notNull(),
      userId: k.text(),
      kind: k
        .text()
        .$type<'reset' | 'invite' | 'mail_confirm' | 'mail_undo' | 'mfa_disable' | 'handover'>()
        .notNull(),
      data: k.json<Record<string, unknown>>().notNull(),
      createdAt: k.big().notNull(),
      expiresAt: k.big().notNull(),
      usedAt: k.big(),
    },
    (t) => [k.index('one_time_user').on(t.userId), k.index('one_time_expires').on(t.expiresAt)],
  ),
  /** Tokens of programs: a practice's own API, its r4c host, its collector. */
  apiToken: k.table(
    'api_token',
    {
      id: k.text().primaryKey(),
      cid: k.text().notNull(),
      kind: k.text().$type<'api' | 'r4c' | 'collector'>().notNull(),
      name: k.text().notNull(),
      hash: k.text().notNull(),
      tail: k.text().notNull(),
      createdBy: k.text().notNull(),
      createdAt: k.big().notNull(),
      expiresAt: k.big(),
      lastUsedAt: k.big(),
      endedAt: k.big(),
      /** What a program may read; null: a token from before scopes existed, or another kind. */
      scopes: k.json<TokenScope[]>(),
    },
    (t) => [k.unique('api_token_hash').on(t.hash), k.index('api_token_cid').on(t.cid)],
  ),
  /**
   * Grant to act for another practice: requested with reason and ticket, at most an hour, closed by
   * a review.
   */
  accessGrant: k.table(
    'access_grant',
    {
      id: k.text().primaryKey(),
      cid: k.text().notNull(),
      kind: k.text().$type<'impersonation' | 'break_glass' | 'spoken'>().notNull(),
      userId: k.text().notNull(),
      role: k.text().$type<UserRole>().notNull(),
      name: k.text().notNull(),
      reason: k.text().notNull(),
      ticket: k.text().notNull(),
      mayWrite: k.bool().notNull(),
      patids: k.json<string[]>(),
      codeHash: k.text(),
      tries: k.int().notNull(),
      askedAt: k.big().notNull(),
      approvedAt: k.big(),
      approvedBy: k.text(),
      expiresAt: k.big(),
      endedAt: k.big(),
      reviewedAt: k.big(),
      reviewedBy: k.text(),
    },
    (t) => [
      k.index('access_grant_cid').on(t.cid, t.askedAt),
      k.index('access_grant_user').on(t.userId),
    ],
  ),
  /** Attempts by key: of secrets (server/accounts/sign-in), and of other calls (platform/limits). */
  attempt: k.table('attempt', {
    key: k.text().primaryKey(),
    count: k.int().notNull(),
    windowStart: k.big().notNull(),
  }),
});
