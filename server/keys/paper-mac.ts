// The checksum of codes on printed sheets: made by the practice's own key, so that a guessed code or another practice's stands for nothing.

import { createHmac, hkdfSync } from 'node:crypto';
import { base32, codeBody, codeText, type PaperCode } from '../../shared/paper-code.ts';
import { isSameSecret } from './same-secret.ts';

export interface PaperCodes {
  /** Text of the code on one page. */
  write(code: PaperCode): string;
  /** Whether this practice wrote it. */
  isOurs(code: PaperCode & { checksum: string }): boolean;
}

/** @param key of the practice's stored files, 32 bytes */
export function paperCodes(key: Uint8Array, cid: string): PaperCodes {
  const own = new Uint8Array(hkdfSync('sha256', key, 'molar', `paper codes 1|${cid}`, 32));
  // 80 bits: short on paper, and far beyond what anybody can try by feeding in sheets.
  const sum = (code: PaperCode): string => base32(createHmac('sha256', own).update(codeBody(code)).digest().subarray(0, 10));
  return { write: (code) => codeText(code, sum(code)), isOurs: ({ checksum, ...code }) => isSameSecret(sum(code), checksum) };
}
