// Issues bearer tokens of fifteen minutes for a nonce signed with the tablet's non-extractable
// device key.

import { AppError } from '../../../shared/base/errors.ts';
import { LEASE_HOURS } from '../../../shared/desk/tablet.ts';
import type { Look, Work } from '../../platform/work.ts';
import type { TabletLinks } from './links.ts';
import { hashSecret } from '../../platform/keys/hash-secret.ts';
import { newSecret } from './secrets.ts';
import {
  changeTablet,
  endLease,
  findTablet,
  insertNonce,
  removeOldNonces,
  takeNonce,
  type TabletRow,
} from './store.ts';

const NONCE_MS = 2 * 60_000;
const ECDSA = { name: 'ECDSA', namedCurve: 'P-256' } as const;

/** Returns the bytes signed by the tablet (P1363, SHA-256). */
export const tokenText = (tabletId: string, nonce: string): string =>
  `molar-token|${tabletId}|${nonce}`;

async function isSignedBy(tablet: TabletRow, text: string, signature: string): Promise<boolean> {
  const key = await crypto.subtle.importKey(
    'jwk',
    { ...tablet.signKey, ext: true, key_ops: ['verify'] },
    ECDSA,
    false,
    ['verify'],
  );
  return crypto.subtle.verify(
    { name: 'ECDSA', hash: 'SHA-256' },
    key,
    Buffer.from(signature, 'base64url'),
    new TextEncoder().encode(text),
  );
}

/**
 * Issues a nonce for two minutes and one use.
 * @throws AppError `not_found` for an unknown tablet
 */
export async function createChallenge(w: Work, tabletId: string): Promise<{ nonce: string }> {
  if (!(await findTablet(w, tabletId))) throw new AppError('not_found');
  await removeOldNonces(w);
  const nonce = newSecret();
  await insertNonce(w, { hash: hashSecret(nonce), tabletId, expiresAt: w.now + NONCE_MS });
  return { nonce };
}

/**
 * Checks the signature before any transaction is opened; the result is only valid together with the
 * nonce.
 * @throws AppError `unauthenticated`
 */
export async function checkProof(
  look: Look,
  input: { tabletId: string; nonce: string; signature: string },
): Promise<void> {
  const tablet = await findTablet(look, input.tabletId);
  if (
    !tablet ||
    !(await isSignedBy(tablet, tokenText(input.tabletId, input.nonce), input.signature))
  )
    throw new AppError('unauthenticated');
}

export type TokenIssued =
  | { isRevoked: true }
  | { isRevoked: false; authToken: string; expiresAt: number };

/**
 * Consumes the nonce and issues the token. A revoked tablet that proved its key learns of the
 * revocation here.
 * @throws AppError `unauthenticated` when the nonce was used or has expired
 */
export async function issueToken(
  w: Work,
  links: Pick<TabletLinks, 'installation' | 'giveToken'>,
  input: { tabletId: string; nonce: string },
): Promise<TokenIssued> {
  if (!(await takeNonce(w, hashSecret(input.nonce), input.tabletId)))
    throw new AppError('unauthenticated');
  // Not `lastSeenAt`: a tablet that only requests tokens has reported nothing about its tasks, and
  // stays silent on the board.
  const tablet = await changeTablet(w, input.tabletId, {
    leaseUntil: w.now + LEASE_HOURS * 3_600_000,
  });
  if (!tablet) {
    await endLease(w, input.tabletId);
    w.emit({ to: 'staff', event: { kind: 'changed' } });
    return { isRevoked: true };
  }
  return {
    isRevoked: false,
    ...(await links.giveToken(w, {
      tabletId: tablet.id,
      securityEpoch: links.installation().securityEpoch,
    })),
  };
}
