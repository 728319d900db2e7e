/** What signing in needs beside store and units of work, for tests that put it together themselves. */
import { accountKeyOf } from '../../server/auth/account-key.ts';
import type { AuthDeps } from '../../server/auth/auth-deps.ts';

export const factorDeps: Pick<AuthDeps, 'accountKey' | 'publicUrl' | 'praxisRules' | 'isDemo' | 'revoked'> = {
  accountKey: accountKeyOf(new Uint8Array(32).fill(7)), publicUrl: undefined, praxisRules: () => Promise.resolve({ lockMinutes: 10, mailFactorReason: '' }), isDemo: () => false, revoked: () => Promise.resolve(),
};
