// Passkeys (WebAuthn): challenges and responses for registration and use; a counter that decreases
// reveals a copy.

import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticatorTransport,
} from '@simplewebauthn/server';
import { hostName, isLoopback } from '../../../shared/base/environment.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { Assertion, Attestation } from '../../../shared/accounts/factors.schema.ts';
import { languageOf } from '../../../shared/accounts/user-settings.ts';
import type { Actor } from '../../platform/work.ts';
import type { AuthDeps } from './auth-deps.ts';
import {
  findPasskey,
  listPasskeys,
  markCloned,
  usePasskey,
  type PasskeyRow,
} from '../account-store/store-factors.ts';
import { findUser, type UserRow } from '../account-store/store.ts';

/** Relying party of passkeys: the configured address, or localhost. */
export interface Place {
  rpId: string;
  origin: string;
}

/**
 * Returns the relying party of a request.
 * @returns undefined if passkeys cannot be used: a host other than the configured one, or an IP
 * address
 */
export function placeOf(deps: Pick<AuthDeps, 'publicUrl'>, origin: string): Place | undefined {
  const asked = new URL(origin),
    own = deps.publicUrl === undefined ? undefined : new URL(deps.publicUrl);
  const isOwn =
    own?.origin === asked.origin || (isLoopback(asked.host) && asked.hostname === 'localhost');
  const rpId = hostName(asked.host);
  return isOwn && !/^[\d.]+$|:/.test(rpId) ? { rpId, origin: asked.origin } : undefined;
}
/** @throws AppError passkey_failed */
function needPlace(deps: AuthDeps, origin: string): Place {
  const place = placeOf(deps, origin);
  if (!place) throw new AppError('passkey_failed');
  return place;
}

const transportsOf = (row: PasskeyRow): AuthenticatorTransport[] =>
  (row.transports ?? []) as AuthenticatorTransport[];

export async function askForNew(
  deps: AuthDeps,
  origin: string,
  user: UserRow,
): Promise<{ challenge: string } & Record<string, unknown>> {
  const { rpId } = needPlace(deps, origin),
    known = await listPasskeys(deps.store, user.id);
  return {
    ...(await generateRegistrationOptions({
      rpName: 'Molar',
      rpID: rpId,
      userID: new TextEncoder().encode(user.id),
      userName: user.email,
      userDisplayName: `${user.firstName} ${user.lastname}`.trim(),
      attestationType: 'none',
      excludeCredentials: known.map((row) => ({ id: row.id, transports: transportsOf(row) })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })),
  };
}

/**
 * Creates a challenge for known passkeys.
 * @param userId undefined: any passkey of this relying party, chosen by the user (sign-in without a
 * password)
 */
export async function askForKnown(
  deps: AuthDeps,
  origin: string,
  userId: string | undefined,
): Promise<{ challenge: string } & Record<string, unknown>> {
  const { rpId } = needPlace(deps, origin),
    known =
      userId === undefined
        ? []
        : (await listPasskeys(deps.store, userId)).filter((row) => row.clonedAt === null);
  return {
    ...(await generateAuthenticationOptions({
      rpID: rpId,
      userVerification: 'required',
      allowCredentials: known.map((row) => ({ id: row.id, transports: transportsOf(row) })),
    })),
  };
}

/** Verifies a new passkey. @throws AppError passkey_failed */
export async function readNewPasskey(
  deps: AuthDeps,
  origin: string,
  challenge: string,
  response: Attestation,
): Promise<Pick<PasskeyRow, 'id' | 'publicKey' | 'counter' | 'transports' | 'isBackedUp'>> {
  const place = needPlace(deps, origin);
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: response as never,
      expectedChallenge: challenge,
      expectedOrigin: place.origin,
      expectedRPID: place.rpId,
      requireUserVerification: true,
    });
    if (!verified) throw new Error('not verified');
    const { credential, credentialBackedUp } = registrationInfo;
    return {
      id: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: credential.transports ?? [],
      isBackedUp: credentialBackedUp,
    };
  } catch (cause) {
    throw new AppError('passkey_failed', { cause });
  }
}

/**
 * Returns the user whose passkey answered the challenge. A copy is refused, marked, audited and
 * reported to its owner.
 * @param userId required owner of the passkey; undefined: any user
 * @throws AppError passkey_failed
 */
export async function checkPasskey(
  deps: AuthDeps,
  input: { origin: string; challenge: string; response: Assertion; userId: string | undefined },
): Promise<UserRow> {
  const place = needPlace(deps, input.origin),
    row = await findPasskey(deps.store, input.response.id);
  const user = row && (await findUser(deps.store, row.userId));
  if (
    !row ||
    !user ||
    user.disabledAt !== null ||
    row.clonedAt !== null ||
    (input.userId !== undefined && input.userId !== user.id)
  )
    throw new AppError('passkey_failed');
  let counter: number;
  try {
    // The library's counter check would only throw: a copy must be distinguished from a wrong
    // signature.
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: input.response as never,
      expectedChallenge: input.challenge,
      expectedOrigin: place.origin,
      expectedRPID: place.rpId,
      requireUserVerification: true,
      credential: { id: row.id, publicKey: new Uint8Array(row.publicKey), counter: 0 },
    });
    if (!verified) throw new Error('not verified');
    counter = authenticationInfo.newCounter;
  } catch (cause) {
    throw new AppError('passkey_failed', { cause });
  }
  const actor: Actor = { kind: 'system', cid: user.cid };
  const isCopy = (counter > 0 || row.counter > 0) && counter <= row.counter;
  const isTaken =
    !isCopy &&
    (await deps.workshop.write(user.cid, actor, (w) =>
      usePasskey(w, row.id, row.counter, counter),
    ));
  if (isCopy) {
    await deps.workshop.write(user.cid, actor, async (w) => {
      if (!(await markCloned(w, row.id))) return;
      await w.audit('auth.passkey.cloned', { userId: user.id, passkeyId: row.id });
      await deps.mail(w, {
        key: `passkey-clone:${row.id}`,
        to: user.email,
        template: 'passkey_clone',
        language: languageOf(user),
        data: { passkey: row.name },
      });
    });
  }
  if (!isTaken) throw new AppError('passkey_failed');
  return user;
}
