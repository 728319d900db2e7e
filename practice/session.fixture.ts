// A signed-in user for component tests.

import type { SignedIn, User } from '../shared/accounts/auth.schema.ts';
import { acceptSession } from './session.ts';

/**
 * Signs in a user of a practice, as after a sign-in on this workstation.
 * @param user what the test needs in addition to the role
 * @param answer what it needs of the session
 */
export function signInAs(
  role: User['role'],
  user: Partial<User> = {},
  answer: Partial<Omit<SignedIn, 'user'>> = {},
): void {
  acceptSession({
    authToken: 't',
    expiresAt: 0,
    r4chost: 'http://localhost',
    r4cUuid: 'r',
    praxis: { name: 'P' },
    account: { factorNeed: 'no', lockMinutes: 10 },
    ...answer,
    user: {
      id: 'u',
      cid: 'c',
      email: 'e',
      firstName: 'A',
      lastname: 'B',
      behandler: false,
      ...user,
      role,
    },
  });
}
