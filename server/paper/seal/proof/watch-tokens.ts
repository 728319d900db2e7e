// Looks at the certificates in the tokens of a time-stamp service: no other place names their ends.
import * as pkijs from 'pkijs';
import type { HeldCertificate } from '../../../../shared/papers/seal/held-certificate.ts';
import { certificateBytes, openCms } from '../cms.ts';
import { heldCertificate } from './held-certificate.ts';
import type { Tsa } from '../tsa.ts';

/** A token costs about a millisecond to read; its certificates change once in years. */
const LOOK_MS = 10 * 60_000;

/** A time-stamp service whose tokens are looked at. */
interface WatchedTsa {
  readonly tsa: Tsa;
  /** Certificates in the newest token that was looked at; none before the first. */
  seen(): readonly HeldCertificate[];
}

/**
 * Looks at the certificates in the tokens of a service, at most once in ten minutes.
 * @param source where the service is, in words
 * @param now UTC ms
 */
export function watchTokens(tsa: Tsa, source: string, now: () => number): WatchedTsa {
  let at = -Infinity,
    found: readonly HeldCertificate[] = [];
  return {
    seen: () => found,
    async tsa(bytes) {
      const token = await tsa(bytes);
      if (now() - at < LOOK_MS) return token;
      at = now();
      found = (openCms(token).signed.certificates ?? []).flatMap((one) =>
        one instanceof pkijs.Certificate
          ? [heldCertificate('time_service', certificateBytes(one), source)]
          : [],
      );
      return token;
    },
  };
}
