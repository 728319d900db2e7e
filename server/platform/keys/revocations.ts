// Retired seal keys, and the revocation list of an authority of the practice.

import type { SealKey } from '../../../shared/papers/seal/retired-seal.schema.ts';
import { certificateFacts, importSealKey, isIssuedBy } from '../../paper/seal/authority.ts';
import { createRevocationList, type Revoked } from '../../paper/seal/revocation-list.ts';
import { unwrapWith, type Root } from './rootkey/root-keys.ts';
import { isCertified, keyAad, type CertifiedRow } from './certified.ts';
import type { KeyRow } from './store.ts';

/** Returns when and why a seal key was retired; null for one that is not. */
export const retirementOf = ({
  retiredAt,
  retiredFrom,
  retiredReason,
}: KeyRow): SealKey['retired'] =>
  retiredAt === null
    ? null
    : { at: retiredAt, from: retiredFrom ?? retiredAt, reason: retiredReason ?? 'other' };

const revokedBelow = (seals: readonly KeyRow[], root: CertifiedRow): Revoked[] =>
  seals.filter(isCertified).flatMap((row) => {
    const retired = retirementOf(row);
    return retired === null || !isIssuedBy(row.certificate, root.certificate)
      ? []
      : [{ serialNumber: certificateFacts(row.certificate).serialNumber, ...retired }];
  });

/**
 * Signs the revocation list of an authority (DER).
 * @param rootKey the key that wraps the practice's keys
 */
export async function revocationListOf(
  { cid, root, seals }: { cid: string; root: CertifiedRow; seals: readonly KeyRow[] },
  rootKey: Root,
  at: number,
): Promise<Uint8Array> {
  const secret = unwrapWith(rootKey, root.wrapped, keyAad(cid, root.id, 'authority'));
  const issuer = { certificate: root.certificate, key: await importSealKey(secret) };
  return createRevocationList(issuer, revokedBelow(seals, root), at);
}
