// Rules for passwords and account names, shared by form and server.

/**
 * Without a second factor the length is the protection (NIST SP 800-63B-4, 3.1.1.2); no composition
 * rules.
 */
const PASSWORD_MIN = 15;
/** Minimum length with a second factor. */
export const PASSWORD_MIN_FACTOR = 12;
export const passwordMin = (hasFactor: boolean): number =>
  hasFactor ? PASSWORD_MIN_FACTOR : PASSWORD_MIN;
export const PASSWORD_MAX = 128;

export type PasswordProblem = 'short' | 'long' | 'pattern' | 'common' | 'context';

/**
 * Counts characters as a user does; NFKC first, so that a composed and a decomposed umlaut are one.
 */
export function passwordLength(password: string): number {
  let n = 0;
  for (const _ of password.normalize('NFKC')) n++;
  return n;
}

/**
 * Checks what a form can check without the server; the server also rejects common words and names
 * of the practice.
 */
export function passwordShapeProblem(
  password: string,
  min = PASSWORD_MIN,
): 'short' | 'long' | 'pattern' | undefined {
  const n = passwordLength(password);
  if (n < min) return 'short';
  if (n > PASSWORD_MAX) return 'long';
  return isPattern(password.normalize('NFKC').toLowerCase()) ? 'pattern' : undefined;
}

const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertzuiopasdfghjklyxcvbnm',
  'qwertyuiopasdfghjklzxcvbnm',
  '1qay2wsx3edc4rfv5tgb6zhn7ujm',
];

/**
 * Checks for few different characters, a repeated piece, or a run along the alphabet or the
 * keyboard.
 */
function isPattern(text: string): boolean {
  const chars = [...text];
  if (new Set(chars).size < 5) return true;
  for (let size = 1; size <= 6 && size * 2 <= chars.length; size++) {
    if (chars.every((c, i) => c === chars[i % size])) return true;
  }
  const runs = ROWS.flatMap((row) => [row + row, [...(row + row)].reverse().join('')]);
  // Matched greedily: a word made of at most three runs counts as easy.
  let at = 0,
    pieces = 0;
  while (at < text.length && pieces <= 3) {
    let size = 0;
    while (
      at + size < text.length &&
      runs.some((row) => row.includes(text.slice(at, at + size + 1)))
    )
      size++;
    if (size === 0) return false;
    at += size;
    pieces++;
  }
  return at >= text.length && pieces <= 3;
}
