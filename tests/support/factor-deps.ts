/**
 * Dependencies of signing in besides store and transactions, for tests that assemble it themselves.
 */
import { accountKeyOf } from '../../server/accounts/users/account-key.ts';
import type { AuthDeps } from '../../server/accounts/sign-in/auth-deps.ts';
import type { HashCost } from '../../server/accounts/sign-in/passwords.ts';

/**
 * Minimum cost of argon2; the real cost is tested in
 * server/accounts/sign-in/password-policy.test.ts and tests/attack/logins.long.test.ts.
 */
export const CHEAP_HASH: HashCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };

export const factorDeps: Pick<
  AuthDeps,
  'accountKey' | 'publicUrl' | 'praxisRules' | 'isDemo' | 'revoked' | 'needLicence' | 'flagsOff'
> = {
  accountKey: accountKeyOf(new Uint8Array(32).fill(7)),
  publicUrl: undefined,
  praxisRules: () =>
    Promise.resolve({ lockMinutes: 10, mailFactorReason: '', staffFactorFrom: '' }),
  isDemo: () => false,
  revoked: () => Promise.resolve(),
  needLicence: () => Promise.resolve(),
  flagsOff: () => Promise.resolve([]),
};
