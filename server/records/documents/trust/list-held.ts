// What the practice's proofs rest on: certificates and lists of the server, and the roots of its own
// seals.

import {
  heldState,
  type HeldCertificate,
} from '../../../../shared/papers/seal/held-certificate.ts';
import type { HeldCertificates } from '../../../../shared/papers/seal/held-certificate.schema.ts';
import { heldCertificate } from '../../../paper/seal/proof/held-certificate.ts';
import type { Look } from '../../../platform/work.ts';
import { authorities } from '../store.ts';

/** Lists certificates and lists with their ends: the server's, then the practice's roots, newest first. */
export async function listHeld(
  look: Look,
  held: () => Promise<readonly HeldCertificate[]>,
): Promise<HeldCertificates> {
  const own = (await authorities(look)).map((root) => heldCertificate('authority', root, ''));
  const listed = (one: HeldCertificate, isFormer: boolean) => ({
    ...one,
    isFormer,
    // A former root verifies earlier seals and needs no successor.
    state: isFormer ? ('ok' as const) : heldState(one, look.now),
  });
  return {
    items: [
      ...(await held()).map((one) => listed(one, false)),
      ...own.map((one, at) => listed(one, at > 0)),
    ],
  };
}
