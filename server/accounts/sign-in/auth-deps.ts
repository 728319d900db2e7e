// What signing in needs from the composition: the unscoped store, units of work, hashing, counted attempts, and the making of a practice.

import type { MailOrder } from '../../../shared/accounts/mail.ts';
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
  /** Makes the practice of the first user in the unit of work that makes the user (server/accounts/settings). */
  createPractice: (w: Work, input: { name: string }) => Promise<void>;
  /** Asks for a mail in the same unit of work (server/accounts/mail). @throws AppError inactive_recipient (X1) where somebody waits for it and the address is suppressed */
  mail: (w: Work, order: MailOrder) => Promise<void>;
  /** Seals what factors keep and marks short codes. */
  accountKey: AccountKey;
  /** Configured address; passkeys belong to it. Undefined: only this very machine may have some. */
  publicUrl: string | undefined;
  /** What a practice decided about its workstations and factors (server/accounts/settings). */
  praxisRules: (cid: string) => Promise<{ lockMinutes: number; mailFactorReason: string }>;
  /** People of the demo practice need no second factor. */
  isDemo: (email: string) => boolean;
  /** Nobody who was disabled comes back by a restore: notes it beside the database. @param more people whose rows are no longer there to tell, and those who may work again */
  revoked: (
    more: { kind: 'user'; cid: string; id: string; at: number; isBack?: true }[],
  ) => Promise<void>;
  /** Runs work nobody waits for, so that a wrong password costs the same time for every name; failures are the composition's to log. */
  later: (work: () => Promise<void>) => void;
}

const MINUTE = 60_000;
export const ACCESS_MS = 15 * MINUTE;
export const STEP_UP_MS = 5 * MINUTE;
/** Two tabs may come with the same refresh cookie; later than this the old one is a stolen one. */
export const GRACE_MS = 10_000;
/** Lengths of sessions: without and with "angemeldet bleiben" (security row 8, 1.5 no. 9). */
export const IDLE_MS = { short: 30 * MINUTE, long: 12 * 60 * MINUTE } as const;
export const ABSOLUTE_MS = { short: 12 * 60 * MINUTE, long: 24 * 60 * MINUTE } as const;
/** A browser that gave a second factor is asked for it again after this time. */
export const FACTOR_MS = 24 * 60 * MINUTE;
/** Whoever must have a second factor may put it off for so long after the account was made. */
export const FACTOR_GRACE_MS = 14 * FACTOR_MS;
export const FIRST_USER_MS = 24 * 60 * MINUTE;
/** A link for one more practice travels by mail or paper. */
export const CLIENT_MS = 14 * FIRST_USER_MS;
