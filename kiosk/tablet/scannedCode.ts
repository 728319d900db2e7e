/**
 * Parses a scanned code: the registration code of an address `…/#code=ABCDE-FGHJK`, or the bare
 * code.
 */
import { normalizeCode } from '../../shared/desk/tablet.ts';

/** Returns ten symbols without a dash; undefined for every other QR code. */
export function codeFromScan(text: string): string | undefined {
  const hash = text.indexOf('#code=');
  return normalizeCode(hash < 0 ? text : text.slice(hash + '#code='.length));
}
