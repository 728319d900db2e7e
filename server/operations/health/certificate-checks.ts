// Readiness of the certificates and lists that the server rests on: one check for each step towards
// their end.

import { EXPIRY_STATES, type ExpiryState } from '../../../shared/base/expiry.ts';
import { heldState, type HeldCertificate } from '../../../shared/papers/seal/held-certificate.ts';
import type { Check, Checks } from './check-readiness.ts';

const worse = (a: ExpiryState, b: ExpiryState): ExpiryState =>
  EXPIRY_STATES.indexOf(a) > EXPIRY_STATES.indexOf(b) ? a : b;

/**
 * Returns the checks of certificates: the one of the worst step fails, so that each step is mailed.
 * @param held reads what the server rests on
 * @param now UTC ms
 */
export function certificateChecks(
  held: () => Promise<readonly HeldCertificate[]>,
  now: () => number,
): Checks {
  const isNot =
    (...states: readonly ExpiryState[]): Check =>
    async () =>
      !states.includes(
        (await held()).map((one) => heldState(one, now())).reduce(worse, 'ok' as const),
      );
  return {
    certificateEarly: isNot('early'),
    certificate: isNot('soon'),
    certificateLast: isNot('last', 'over'),
  };
}
