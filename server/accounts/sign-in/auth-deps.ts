// Dependencies of signing in: the unscoped store, transactions, hashing, the rate limiter, and the
// creation of a practice.

import type { MailOrder } from '../../../shared/accounts/mail.ts';
import type { FlagKey } from '../../../shared/base/flags/flags.ts';
import type { Settings } from '../../../shared/accounts/settings.ts';
import type { Store } from '../../platform/db/store.ts';
import type { Work, Workshop } from '../../platform/work.ts';
import type { AccountKey } from '../users/account-key.ts';
import type { Attempts } from './attempts.ts';
import type { Passwords } from './passwords.ts';

export interface AuthDeps {
  store: Store;
  workshop: Workshop;
  passwords: Passwords;
  attempts: Attempts;
  now: () => number;
  newId: () => string;
  /**
   * Creates the first user's practice in the transaction that creates the user
   * (server/accounts/settings).
   */
  createPractice: (w: Work, input: { name: string }) => Promise<void>;
  /**
   * Enqueues a mail in the same transaction (server/accounts/mail).
   * @throws AppError inactive_recipient (X1) if a user waits for it and the address is suppressed
   */
  mail: (w: Work, order: MailOrder) => Promise<void>;
  /** Encrypts secrets of factors and MACs short codes. */
  accountKey: AccountKey;
  /** Configured origin that passkeys belong to. Undefined: passkeys only on localhost. */
  publicUrl: string | undefined;
  /** The practice's settings for workstations and factors (server/accounts/settings). */
  praxisRules: (
    cid: string,
  ) => Promise<Pick<Settings, 'lockMinutes' | 'mailFactorReason' | 'staffFactorFrom'>>;
  /** Lists the features that are switched off for a practice. */
  flagsOff: (cid: string) => Promise<FlagKey[]>;
  /** Users of the demo practice need no second factor. */
  isDemo: (email: string) => boolean;
  /**
   * Prevents a restore from re-enabling a disabled user: recorded outside the database.
   * @param more users whose rows are deleted, and those who are enabled again
   */
  revoked: (
    more: { kind: 'user'; cid: string; id: string; at: number; isBack?: true }[],
  ) => Promise<void>;
  /** Asks whether the practice's licence has room for another user. @throws AppError licence_… */
  needLicence: (w: Work, point: 'user') => Promise<void>;
  /**
   * Runs work in the background, so that a wrong password takes the same time for every name; the
   * caller's assembly logs failures.
   */
  later: (work: () => Promise<void>) => void;
}

const MINUTE = 60_000;
export const ACCESS_MS = 15 * MINUTE;
export const STEP_UP_MS = 5 * MINUTE;
/** Two tabs may send the same refresh cookie; the second one keeps the cookie of the first. */
export const GRACE_MS = 10_000;
/**
 * The response with the new cookie may be lost on its way. For this long the replaced one is
 * replaced once more; after it, it counts as stolen. A page waits 15 s for a response and tries
 * again after 10 s.
 */
export const LOST_ANSWER_MS = 2 * MINUTE;
/** Durations of sessions: without and with "angemeldet bleiben" (security row 8, 1.5 no. 9). */
export const IDLE_MS = { short: 30 * MINUTE, long: 12 * 60 * MINUTE } as const;
export const ABSOLUTE_MS = { short: 12 * 60 * MINUTE, long: 24 * 60 * MINUTE } as const;
/** A browser that gave a second factor is asked again after this time. */
export const FACTOR_MS = 24 * 60 * MINUTE;
export const FIRST_USER_MS = 24 * 60 * MINUTE;
/** A link for a further practice is sent by mail or paper. */
export const CLIENT_MS = 14 * FIRST_USER_MS;
