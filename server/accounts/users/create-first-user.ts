// The first account of an installation: a one-time link printed at the start, used once to create
// the practice and its owner.

import { AppError } from '../../../shared/base/errors.ts';
import { VENDOR_CID } from '../../../shared/base/roles.ts';
import { FIRST_USER_RULE, networkOf } from '../sign-in/attempts.ts';
import { CLIENT_MS, FIRST_USER_MS, type AuthDeps } from '../sign-in/auth-deps.ts';
import { createUser } from './create-user.ts';
import { openSession, type Opened } from '../sessions/open-session.ts';
import { requireGoodPassword } from '../sign-in/password-policy.ts';
import { hashSecret } from '../../platform/keys/hash-secret.ts';
import { newSecret } from '../sign-in/secret.ts';
import {
  addFirstUserToken,
  countUsers,
  findFirstUserToken,
  findUserByEmail,
  hasAdministrator,
  replaceFirstUserTokens,
  takeFirstUserToken,
} from '../account-store/store.ts';

/**
 * Returns a new link's token, valid 24 hours; older unused ones are invalidated. `undefined` once
 * an account exists. Printed at each start while the installation is empty.
 */
export async function issueFirstUserToken(
  deps: Pick<AuthDeps, 'store' | 'now'>,
): Promise<{ token: string; expiresAt: number } | undefined> {
  if ((await countUsers(deps.store)) > 0) return undefined;
  const token = newSecret('fst_'),
    expiresAt = deps.now() + FIRST_USER_MS;
  await replaceFirstUserTokens(deps.store, {
    hash: hashSecret(token),
    cid: null,
    expiresAt,
    usedAt: null,
  });
  return { token, expiresAt };
}

/** Creates a link for a further practice of this installation; earlier links stay valid. */
export async function inviteClient(
  deps: Pick<AuthDeps, 'store' | 'now'>,
): Promise<{ token: string; expiresAt: number }> {
  const token = newSecret('fst_'),
    expiresAt = deps.now() + CLIENT_MS;
  await addFirstUserToken(deps.store, {
    hash: hashSecret(token),
    cid: null,
    expiresAt,
    usedAt: null,
  });
  return { token, expiresAt };
}
/**
 * Creates a link for the vendor's first administrator, for the machine's own terminal.
 * @throws AppError state_conflict once there is one
 */
export async function inviteAdministrator(
  deps: Pick<AuthDeps, 'store' | 'now'>,
): Promise<{ token: string; expiresAt: number }> {
  if (await hasAdministrator(deps.store)) throw new AppError('state_conflict');
  const token = newSecret('fst_'),
    expiresAt = deps.now() + FIRST_USER_MS;
  await addFirstUserToken(deps.store, {
    hash: hashSecret(token),
    cid: VENDOR_CID,
    expiresAt,
    usedAt: null,
  });
  return { token, expiresAt };
}

/** Checks whether a link is still valid; does not use it up. */
export async function checkFirstUserToken(
  deps: AuthDeps,
  input: { token: string; ip: string },
): Promise<{ isValid: boolean; needsPraxis: boolean; needsEmail: boolean }> {
  const row = await findFirstUserToken(deps.store, hashSecret(input.token), deps.now());
  if (!row)
    await deps.attempts.reserve(`first:${networkOf(input.ip)}`, FIRST_USER_RULE, deps.now());
  const needsPraxis = row !== undefined && row.cid === null;
  return {
    isValid: row !== undefined,
    needsPraxis,
    needsEmail: needsPraxis || row?.cid === VENDOR_CID,
  };
}

export interface FirstUserInput {
  token: string;
  firstName: string;
  lastname: string;
  password: string;
  email?: string | undefined;
  praxisName?: string | undefined;
  ip: string;
}

/**
 * Creates practice and owner. The owner counts as a dentist (behandler), because no other user
 * could open a signature before there are more accounts.
 * @throws AppError first_user_token_invalid, password_weak, validation, rate_limited
 */
export async function createFirstUser(deps: AuthDeps, input: FirstUserInput): Promise<Opened> {
  const { email, praxisName } = input;
  await deps.attempts.reserve(`first:${networkOf(input.ip)}`, FIRST_USER_RULE, deps.now());
  const row = await findFirstUserToken(deps.store, hashSecret(input.token), deps.now());
  if (!row) throw new AppError('first_user_token_invalid');
  if (row.cid === VENDOR_CID) return createAdministrator(deps, input, row.hash);
  if (row.cid !== null) throw new AppError('first_user_token_invalid');
  if (email === undefined || praxisName === undefined) {
    throw new AppError('validation', {
      fields: {
        ...(email === undefined && { email: 'required' }),
        ...(praxisName === undefined && { praxisName: 'required' }),
      },
    });
  }
  requireGoodPassword(input.password, [email, praxisName, input.firstName, input.lastname]);
  // Reported explicitly, unlike for an invited address: only holders of a valid link get here, and
  // a wrong link is counted.
  if (await findUserByEmail(deps.store, email))
    throw new AppError('conflict', { fields: { email: 'taken' } });
  const passwordHash = await deps.passwords.hash(input.password);
  const cid = deps.newId();
  const user = await deps.workshop.write(cid, { kind: 'system', cid }, async (w) => {
    // Joins this transaction: the link is used up exactly when the account exists.
    if (!(await takeFirstUserToken(deps.store, row.hash, w.now)))
      throw new AppError('first_user_token_invalid');
    await deps.createPractice(w, { name: praxisName });
    return createUser(w, {
      email,
      firstName: input.firstName,
      lastname: input.lastname,
      role: 'owner',
      behandler: true,
      passwordHash,
    });
  });
  await deps.attempts.clear(`first:${networkOf(input.ip)}`);
  return openSession(deps, user, { longLogin: false, ip: input.ip, reason: 'first_user' });
}

/**
 * @throws AppError as `createFirstUser`; state_conflict when an administrator was created
 * concurrently
 */
async function createAdministrator(
  deps: AuthDeps,
  input: FirstUserInput,
  hash: string,
): Promise<Opened> {
  const { email } = input;
  if (email === undefined) throw new AppError('validation', { fields: { email: 'required' } });
  requireGoodPassword(input.password, [email, input.firstName, input.lastname]);
  // As above: the link was validated before.
  if (await findUserByEmail(deps.store, email))
    throw new AppError('conflict', { fields: { email: 'taken' } });
  const passwordHash = await deps.passwords.hash(input.password);
  const user = await deps.workshop.write(
    VENDOR_CID,
    { kind: 'system', cid: VENDOR_CID },
    async (w) => {
      if (!(await takeFirstUserToken(deps.store, hash, w.now)))
        throw new AppError('first_user_token_invalid');
      return createUser(w, {
        email,
        firstName: input.firstName,
        lastname: input.lastname,
        role: 'administrator',
        behandler: false,
        passwordHash,
      });
    },
  );
  await deps.attempts.clear(`first:${networkOf(input.ip)}`);
  return openSession(deps, user, { longLogin: false, ip: input.ip, reason: 'first_user' });
}
