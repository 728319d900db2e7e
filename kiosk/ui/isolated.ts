/** Names, numbers and addresses inside a sentence that may run from right to left. For display only. */
import { findLanguage } from '../../shared/base/languages.ts';

/** The words as they are written by themselves, whatever stands around them: `030 123` keeps its order in an Arabic sentence. Sentences from left to right come back unchanged. */
export const isolated = (words: string, language: string): string =>
  findLanguage(language)?.dir === 'rtl' ? `\u2068${words}\u2069` : words;
/** A telephone number, whose groups a number in Arabic digits would be read in the wrong order. */
export const isolatedNumber = (number: string, language: string): string =>
  (findLanguage(language)?.dir === 'rtl' ? `\u2066${number}\u2069` : number).replace(
    / /g,
    '\u00a0',
  );
