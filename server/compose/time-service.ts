// The time-stamp service of the installation, and where its revocation data come from.
import type { TimeService } from '../paper/seal/proof/raise-proof.ts';
import { createRevocationSource } from '../paper/seal/proof/revocation-data.ts';
import type { RevocationSource } from '../paper/seal/revocation-list.ts';
import { download } from '../platform/http/egress.ts';
import type { Deps } from './deps.ts';

const MOST_BYTES = 256 * 1024;

/** Creates the source of revocation data; a service in the own network may name its own host. */
export const revocationFrom = (tsaUrl: string | undefined): RevocationSource | undefined =>
  tsaUrl === undefined
    ? undefined
    : createRevocationSource(
        (url, body) =>
          download(
            { url, ...(body && { body }), mostBytes: MOST_BYTES },
            { privateHosts: [new URL(tsaUrl).hostname] },
          ),
        Date.now,
      );

/** Returns the time-stamp service of the installation; undefined without one. */
export const timeServiceOf = ({
  tsa,
  tsaRoots,
  revocation,
}: Pick<Deps, 'tsa' | 'tsaRoots' | 'revocation'>): TimeService | undefined =>
  tsa && { tsa, roots: tsaRoots, revocation };
