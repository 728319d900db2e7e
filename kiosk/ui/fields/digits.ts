/** Normalises digits of every script. */

// Arabic-Indic, Extended Arabic-Indic (Persian, Urdu), Devanagari, Bengali: first digit of each
// block.
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6];

/** Returns digits of any script as 0–9; drops everything else. */
export function normalizeDigits(text: string): string {
  let digits = '';
  for (const sign of text) {
    if (sign >= '0' && sign <= '9') digits += sign;
    const code = sign.codePointAt(0) ?? 0;
    const zero = ZEROS.find((start) => code >= start && code <= start + 9);
    if (zero !== undefined) digits += String(code - zero);
  }
  return digits;
}
