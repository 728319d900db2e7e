// Months in words of the screen's language.

/** Formats `2026-11` as `Nov 2026`. */
export const monthText = (month: string, language: string): string =>
  new Intl.DateTimeFormat(language, { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
    Date.parse(`${month}-15`),
  );
