// The checksum of codes on printed sheets: a MAC by the practice's own key, so that a guessed code
// or another practice's is invalid.

import { createHmac, hkdfSync } from 'node:crypto';
import {
  base32,
  blankBody,
  codeBody,
  codeText,
  type BlankCode,
  type PaperCode,
} from './paper-code.ts';
import { isSameSecret } from './same-secret.ts';

export interface PaperCodes {
  /** Returns the text of the code on one page. */
  write(code: PaperCode): string;
  /** Checks whether this practice created it. */
  isOurs(code: PaperCode & { checksum: string }): boolean;
  /**
   * Returns the text of the code on one page of a blank form; undefined for a form whose key does
   * not fit into a code.
   */
  writeBlank(code: BlankCode): string | undefined;
  isOurBlank(code: BlankCode & { checksum: string }): boolean;
}

/** Creates the check of paper codes. @param key of the practice's stored files, 32 bytes */
export function paperCodes(key: Uint8Array, cid: string): PaperCodes {
  const own = new Uint8Array(hkdfSync('sha256', key, 'molar', `paper codes 1|${cid}`, 32));
  // 80 bits: short on paper, and infeasible to guess by scanning sheets.
  const over = (body: string): string =>
      base32(createHmac('sha256', own).update(body).digest().subarray(0, 10)),
    sum = (code: PaperCode): string => over(codeBody(code));
  return {
    write: (code) => codeText(code, sum(code)),
    isOurs: ({ checksum, ...code }) => isSameSecret(sum(code), checksum),
    writeBlank(code) {
      const body = blankBody(code);
      return body === undefined ? undefined : `${body}:${over(body)}`;
    },
    isOurBlank({ checksum, ...code }) {
      const body = blankBody(code);
      return body !== undefined && isSameSecret(over(body), checksum);
    },
  };
}
