// Facts of a certificate that the server rests on: its name and its ends.
import { X509Certificate } from 'node:crypto';
import {
  heldState,
  type HeldCertificate,
  type HeldUse,
} from '../../../../shared/papers/seal/held-certificate.ts';
import type { HeldCertificates } from '../../../../shared/papers/seal/held-certificate.schema.ts';

/**
 * Reads a certificate.
 * @param bytes DER or PEM; of several the first counts
 * @param source where it comes from, in words
 * @throws when it is no certificate
 */
export function heldCertificate(use: HeldUse, bytes: Uint8Array, source: string): HeldCertificate {
  const { subject, validFrom, validTo, fingerprint256 } = new X509Certificate(bytes);
  const part = (key: string): string | undefined =>
    new RegExp(`(?:^|\\n)${key}=(.*)`).exec(subject)?.[1];
  return {
    use,
    // Node writes a comma of a name as `\,`.
    name: (part('CN') ?? part('O') ?? '')
      .replaceAll(/\\(.)/g, '$1')
      .replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')
      .slice(0, 120),
    source,
    from: Date.parse(validFrom),
    until: Date.parse(validTo),
    sha256: fingerprint256.replaceAll(':', '').toLowerCase(),
  };
}

/**
 * Returns certificates and lists with their states. Of the services of a list, which may be hundreds,
 * only those that end soon.
 * @param now UTC ms
 */
export const listedCertificates = (
  held: readonly HeldCertificate[],
  now: number,
): HeldCertificates['items'] =>
  held
    .map((one) => ({ ...one, isFormer: false, state: heldState(one, now) }))
    .filter(({ use, state }) => use !== 'list_service' || state !== 'ok');
