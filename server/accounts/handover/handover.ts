// Transfer of a sign-in to another window or device: a signed token that is valid for a minute and
// works once (security row 19).

import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { AppError } from '../../../shared/base/errors.ts';
import { isVendor } from '../../../shared/base/roles.ts';
import type { Actor } from '../../platform/work.ts';
import { hashSecret } from '../../platform/keys/hash-secret.ts';
import type { AuthDeps } from '../sign-in/auth-deps.ts';
import { insertLink, takeLinkRow } from '../account-store/store-links.ts';
import { findUser, type UserRow } from '../account-store/store.ts';
import { secretOf, type Root } from '../../platform/keys/rootkey/root-keys.ts';

/**
 * `userfromtoken` for users of a practice, `adminlogin` for the vendor's; each is refused in place
 * of the other.
 */
export type HandoverUse = 'userfromtoken' | 'adminlogin';
const HANDOVER_MS = 60_000;
const ISSUER = 'molar',
  TYPE = 'molar-handover+jwt',
  KEY_ID = 'handover-1';
/** PKCS #8 of an Ed25519 seed (RFC 8410 7). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

export interface HandoverKeys {
  privateKey: KeyObject;
  publicKey: KeyObject;
}
/** Returns the only trusted keys; references inside a token (`jku`, `jwk`, `x5u`) are ignored. */
export function handoverKeysOf(rootKey: Root): HandoverKeys {
  const seed = Buffer.from(hkdfSync('sha256', secretOf(rootKey), 'molar', 'handover 1', 32));
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  return { privateKey, publicKey: createPublicKey(privateKey) };
}

/** Issues a handover token to a user after a step-up. */
export async function makeHandover(
  deps: AuthDeps,
  keys: HandoverKeys,
  actor: Actor,
): Promise<{ jwt: string; use: HandoverUse; expiresAt: number }> {
  if (actor.kind !== 'user') throw new AppError('unauthenticated');
  const use: HandoverUse = isVendor(actor.role) ? 'adminlogin' : 'userfromtoken',
    jti = deps.newId(),
    now = deps.now(),
    expiresAt = now + HANDOVER_MS;
  const jwt = await new SignJWT({ cid: actor.cid })
    .setProtectedHeader({ alg: 'EdDSA', typ: TYPE, kid: KEY_ID })
    .setIssuer(ISSUER)
    .setAudience(use)
    .setSubject(actor.userId)
    .setJti(jti)
    .setIssuedAt(Math.floor(now / 1000))
    .setNotBefore(Math.floor(now / 1000))
    .setExpirationTime(Math.ceil(expiresAt / 1000))
    .sign(keys.privateKey);
  await deps.workshop.write(actor.cid, actor, async (w) => {
    await insertLink(w, {
      hash: hashSecret(`handover|${jti}`),
      userId: actor.userId,
      kind: 'handover',
      data: { use },
      createdAt: w.now,
      expiresAt,
      usedAt: null,
    });
    await w.audit('auth.handover.made', { userId: actor.userId, use });
  });
  return { jwt, use, expiresAt };
}

/**
 * Redeems a handover token.
 * @throws AppError unauthenticated for anything but a fresh, unused token of this server for this
 * use and practice
 */
export async function useHandover(
  deps: AuthDeps,
  keys: HandoverKeys,
  input: { jwt: string; use: HandoverUse; cid?: string },
): Promise<UserRow> {
  const claims = await jwtVerify(input.jwt, keys.publicKey, {
    algorithms: ['EdDSA'],
    typ: TYPE,
    issuer: ISSUER,
    audience: input.use,
    currentDate: new Date(deps.now()),
    requiredClaims: ['sub', 'jti', 'exp', 'nbf', 'cid'],
    maxTokenAge: HANDOVER_MS / 1000,
  }).then(
    ({ payload, protectedHeader }) => (protectedHeader.kid === KEY_ID ? payload : undefined),
    (error: unknown) => {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    },
  );
  const { sub = '', jti = '', cid } = claims ?? {};
  const user = claims ? await findUser(deps.store, sub) : undefined;
  if (
    !user ||
    user.disabledAt !== null ||
    user.cid !== cid ||
    (input.cid !== undefined && input.cid !== cid) ||
    isVendor(user.role) !== (input.use === 'adminlogin')
  )
    throw new AppError('unauthenticated');
  const isTaken = await deps.workshop.write(
    user.cid,
    { kind: 'system', cid: user.cid },
    async (w) => {
      const isFirst = await takeLinkRow(w, hashSecret(`handover|${jti}`));
      if (isFirst) await w.audit('auth.handover.used', { userId: user.id, use: input.use });
      return isFirst;
    },
  );
  if (!isTaken) throw new AppError('unauthenticated');
  return user;
}
