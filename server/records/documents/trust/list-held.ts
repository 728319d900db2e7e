// What the practice's proofs rest on: certificates and lists of the server, and the roots of its own
// seals.

import type { HeldCertificate } from '../../../../shared/papers/seal/held-certificate.ts';
import type { HeldCertificates } from '../../../../shared/papers/seal/held-certificate.schema.ts';
import { heldCertificate, listedCertificates } from '../../../paper/seal/proof/held-certificate.ts';
import type { Look } from '../../../platform/work.ts';
import { authorities } from '../store.ts';

/** Lists certificates and lists with their ends: the server's, then the practice's roots, newest first. */
export async function listHeld(
  look: Look,
  held: () => Promise<readonly HeldCertificate[]>,
): Promise<HeldCertificates> {
  const own = (await authorities(look)).map((root) => heldCertificate('authority', root, ''));
  return {
    items: [
      ...listedCertificates(await held(), look.now),
      ...listedCertificates(own, look.now).map((one, at) => ({
        ...one,
        // A former root verifies earlier seals and needs no successor.
        ...(at > 0 && { isFormer: true, state: 'ok' as const }),
      })),
    ],
  };
}
