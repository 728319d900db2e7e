// Months in words of the screen's language.

const middleOf = (month: string): number => Date.parse(`${month}-15`);

/** Formats `2026-11` as `Nov. 2026`. */
export const monthText = (month: string, language: string): string =>
  new Intl.DateTimeFormat(language, { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
    middleOf(month),
  );
/** Formats `2026-11` as `Nov`, below a bar. */
export const monthName = (month: string, language: string): string =>
  new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' }).format(middleOf(month));
