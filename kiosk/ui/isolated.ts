/**
 * Bidi isolation of names, numbers and addresses inside a right-to-left sentence. For display only.
 */
import { findLanguage } from '../../shared/base/languages.ts';

/**
 * Returns the text with its own direction, whatever surrounds it: `030 123` keeps its order in an
 * Arabic sentence. Left-to-right sentences are returned unchanged.
 */
export const isolated = (words: string, language: string): string =>
  findLanguage(language)?.dir === 'rtl' ? `\u2068${words}\u2069` : words;
/** Isolates a telephone number, whose groups would be reordered as a number in Arabic digits. */
export const isolatedNumber = (number: string, language: string): string =>
  (findLanguage(language)?.dir === 'rtl' ? `\u2066${number}\u2069` : number).replace(
    / /g,
    '\u00a0',
  );
