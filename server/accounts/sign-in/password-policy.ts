// Password rules: refuses too short, too long, patterns, common words in any disguise, and words of
// the practice itself (security row 14, B25–B27).

import { createHash } from 'node:crypto';
import { isKnownHash } from '../../../catalog/passwords/known.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { passwordShapeProblem, type PasswordProblem } from '../../../shared/accounts/auth.ts';
import { COMMON_WORDS } from './common-words.ts';

const DISGUISE: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  '!': 'i',
  '|': 'i',
  3: 'e',
  '€': 'e',
  4: 'a',
  '@': 'a',
  5: 's',
  $: 's',
  7: 't',
  '+': 't',
  8: 'b',
  9: 'g',
  2: 'z',
};

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/ä/g, 'ae')
    .replace(/ö/g, 'oe')
    .replace(/ü/g, 'ue')
    .replace(/ß/g, 'ss')
    .replace(/ı/g, 'i')
    .replace(/ł/g, 'l')
    .replace(/ø/g, 'o')
    .replace(/đ/g, 'd')
    .normalize('NFD')
    .replace(/\p{M}/gu, '');
/**
 * Variants of a password's letters: without digits and signs; with inner ones read as letters; with
 * all read as letters.
 */
const readings = (password: string): string[] => {
  const text = plain(password);
  const undone = (part: string): string =>
    [...part]
      .map((c) => DISGUISE[c] ?? c)
      .join('')
      .replace(/[^a-z]/g, '');
  return [
    text.replace(/[^a-z]/g, ''),
    undone(text.replace(/^[^a-z]+|[^a-z]+$/g, '')),
    undone(text),
  ].filter((letters) => letters !== '');
};

/** Returns true when the letters consist only of words of the set, at most four of them. */
function isMadeOf(letters: string, words: ReadonlySet<string>): boolean {
  const least = Array.from({ length: letters.length + 1 }, () => Infinity);
  least[0] = 0;
  for (let end = 1; end <= letters.length; end++) {
    for (let start = Math.max(0, end - 24); start < end; start++) {
      if (words.has(letters.slice(start, end)))
        least[end] = Math.min(least[end] ?? Infinity, (least[start] ?? Infinity) + 1);
    }
  }
  return (least[letters.length] ?? Infinity) <= 4;
}

/**
 * Returns why a password is refused; `undefined` when it is accepted.
 * @param min minimum length; by default that of an account without a second factor
 * @param context names the password must not consist of: e-mail address, own name, practice name
 */
export function passwordProblem(
  password: string,
  context: readonly string[],
  min?: number,
): PasswordProblem | undefined {
  const shape = passwordShapeProblem(password, min);
  if (shape) return shape;
  const own = new Set(
    context.flatMap((c) => plain(c).split(/[^a-z]+/)).filter((w) => w.length >= 3),
  );
  const all = new Set([...COMMON_WORDS, ...own]);
  // Only digits and signs are a date or a guessable number.
  if (/^[\x20-\x40\x5b-\x60\x7b-\x7e]*$/.test(password)) return 'pattern';
  if (isKnownHash(createHash('sha256').update(password.normalize('NFKC').toLowerCase()).digest()))
    return 'common';
  for (const letters of readings(password)) {
    if (isMadeOf(letters, COMMON_WORDS)) return 'common';
    if (isMadeOf(letters, all)) return 'context';
  }
  return undefined;
}

/** Throws `password_weak` with the reason. */
export function requireGoodPassword(
  password: string,
  context: readonly string[],
  min?: number,
): void {
  const problem = passwordProblem(password, context, min);
  if (problem) throw new AppError('password_weak', { fields: { password: problem } });
}
