/** What signing in needs beside store and units of work, for tests that put it together themselves. */
import { accountKeyOf } from '../../server/accounts/users/account-key.ts';
import type { AuthDeps } from '../../server/accounts/sign-in/auth-deps.ts';
import type { HashCost } from '../../server/accounts/sign-in/passwords.ts';

/** The least that argon2 takes; what a password costs is proved in server/accounts/sign-in/password-policy.test.ts and tests/attack/logins.test.ts. */
export const CHEAP_HASH: HashCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };

export const factorDeps: Pick<
  AuthDeps,
  'accountKey' | 'publicUrl' | 'praxisRules' | 'isDemo' | 'revoked'
> = {
  accountKey: accountKeyOf(new Uint8Array(32).fill(7)),
  publicUrl: undefined,
  praxisRules: () => Promise.resolve({ lockMinutes: 10, mailFactorReason: '' }),
  isDemo: () => false,
  revoked: () => Promise.resolve(),
};
