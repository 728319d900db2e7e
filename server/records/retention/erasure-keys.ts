// Keys derived from the root key: pseudonyms of a person in the erasure list and in a report.

import { createHmac, hkdfSync } from 'node:crypto';
import { secretOf, type Root } from '../../platform/keys/rootkey/root-keys.ts';

export interface ErasureKeys {
  /** Returns the pseudonym of one number of one practice in the list. */
  lineOf(cid: string, patid: string): string;
  /** Returns a short pseudonym that distinguishes people of a report and cannot be looked up. */
  numberOf(cid: string, patid: string): string;
}
export function erasureKeysOf(rootKey: Root): ErasureKeys {
  const [line, report] = ['erasure line 1', 'erasure report 1'].map(
    (word) => new Uint8Array(hkdfSync('sha256', secretOf(rootKey), 'molar', word, 32)),
  ) as [Uint8Array, Uint8Array];
  const made = (key: Uint8Array, cid: string, patid: string): string =>
    createHmac('sha256', key).update(`${cid}|${patid}`).digest('hex');
  return {
    lineOf: (cid, patid) => made(line, cid, patid),
    numberOf: (cid, patid) => made(report, cid, patid).slice(0, 10).toUpperCase(),
  };
}
