// Ends of signature algorithms: from then on a new proof may not rest on one. Each with its source;
// a dated correction is a new line, never a silent change.

import { berlinInstant } from '../../shared/base/dates.ts';

export interface AlgorithmEnd {
  /**
   * What it ends: keys of a kind below a size in bits, or a digest. MD5 and SHA-1 are missing: a
   * stamp with them counts for nothing anyway.
   */
  readonly ends:
    | { readonly keys: 'rsa' | 'ec' | 'ed'; readonly belowBits: number }
    | { readonly digest: string };
  /** Last day on which a proof may rest on it. */
  readonly lastDay: string;
  readonly source: string;
  readonly readOn: string;
}

const BNETZA =
  'Bundesnetzagentur, elektronische-vertrauensdienste.de, Meldung vom 06.09.2024: RSA mit 1900 bis unter 3000 Bit verliert nach dem SOG-IS-Katalog 1.3 am 31.12.2025 seine Eignung';
const BSI =
  'BSI TR-02102-1, Fassung von 2026 (nach hardwareluxx.de): klassische Signaturverfahren allein werden bis Ende 2035 empfohlen';

/** The earliest end that applies counts. */
export const ALGORITHM_ENDS: readonly AlgorithmEnd[] = [
  {
    ends: { keys: 'rsa', belowBits: 3000 },
    lastDay: '2025-12-31',
    source: BNETZA,
    readOn: '2026-11-30',
  },
  ...(['rsa', 'ec', 'ed'] as const).map((keys) => ({
    ends: { keys, belowBits: Infinity },
    lastDay: '2035-12-31',
    source: BSI,
    readOn: '2026-11-30',
  })),
];

/**
 * Returns the end of a signature's algorithms (ms); Infinity where none is known.
 * @param scheme as `server/paper` names it: kind and bits of the key, digest; `rsa2048/sha256`
 */
export function schemeEnd(scheme: string, ends: readonly AlgorithmEnd[] = ALGORITHM_ENDS): number {
  const [, kind = '', bits = '', digest = ''] = /^([a-z]+)(\d+)\/(.+)$/.exec(scheme) ?? [];
  const days = ends
    .filter(({ ends: one }) =>
      'digest' in one ? one.digest === digest : one.keys === kind && Number(bits) < one.belowBits,
    )
    .map(({ lastDay }) => berlinInstant(lastDay, '23:59') + 60_000);
  return Math.min(Infinity, ...days);
}
