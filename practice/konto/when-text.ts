// A moment in the words of a language, in Berlin time.

/** @param at ms since 1970 */
export const whenText = (at: number, language: string): string =>
  new Intl.DateTimeFormat(language.startsWith('de') ? 'de-DE' : 'en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Europe/Berlin' }).format(at);
