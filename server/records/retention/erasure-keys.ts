// Made of the root key: what stands for a person in the list of who was erased, and in a report.

import { createHmac, hkdfSync } from 'node:crypto';

export interface ErasureKeys {
  /** What stands in the list for one number of one practice. */
  lineOf(cid: string, patid: string): string;
  /** Tells people of a report apart; short, and made of nothing that anybody could look up. */
  numberOf(cid: string, patid: string): string;
}
export function erasureKeysOf(rootKey: Uint8Array): ErasureKeys {
  const [line, report] = ['erasure line 1', 'erasure report 1'].map(
    (word) => new Uint8Array(hkdfSync('sha256', rootKey, 'molar', word, 32)),
  ) as [Uint8Array, Uint8Array];
  const made = (key: Uint8Array, cid: string, patid: string): string =>
    createHmac('sha256', key).update(`${cid}|${patid}`).digest('hex');
  return {
    lineOf: (cid, patid) => made(line, cid, patid),
    numberOf: (cid, patid) => made(report, cid, patid).slice(0, 10).toUpperCase(),
  };
}
