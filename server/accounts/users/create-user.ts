// Creates an account; the password was hashed before the transaction, because hashing takes long.

import { foldEmail } from '../../../shared/base/email.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { UserRole } from '../../../shared/base/roles.ts';
import type { Work } from '../../platform/work.ts';
import {
  findUsersInUnit,
  insertUser,
  setPasswordHash,
  type UserRow,
} from '../account-store/store.ts';

export interface NewUser {
  email: string;
  firstName: string;
  lastname: string;
  role: UserRole;
  behandler: boolean;
  passwordHash: string;
}

/** Creates a user. @throws a unique-key error (answered 409) when the address is taken */
export async function createUser(w: Work, input: NewUser): Promise<UserRow> {
  const user = await insertUser(w, {
    id: w.newId(),
    ...input,
    email: foldEmail(input.email),
    disabledAt: null,
    createdAt: w.now,
  });
  if (!user) throw new AppError('internal');
  await w.audit('auth.user.created', {
    userId: user.id,
    role: user.role,
    behandler: user.behandler,
  });
  return user;
}

async function changePassword(w: Work, userId: string, passwordHash: string): Promise<void> {
  if (!(await setPasswordHash(w, userId, passwordHash))) throw new AppError('not_found');
  await w.audit('auth.password.changed', { userId });
}

/** Sets one new password for several users of this practice (a demo whose login file is gone). */
export async function changePasswords(
  w: Work,
  emails: readonly string[],
  passwordHash: string,
): Promise<void> {
  for (const user of await findUsersInUnit(w, emails))
    await changePassword(w, user.id, passwordHash);
}
