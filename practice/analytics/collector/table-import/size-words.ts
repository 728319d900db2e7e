// Sizes of files for people.

/** Formats bytes for people. */
export function sizeWords(bytes: number, language: string): string {
  const locale = language === 'de' ? 'de-DE' : 'en-GB',
    [unit, by] =
      bytes >= 1e9
        ? (['GB', 1e9] as const)
        : bytes >= 1e6
          ? (['MB', 1e6] as const)
          : (['kB', 1e3] as const);
  return `${(bytes / by).toLocaleString(locale, { maximumFractionDigits: bytes >= 1e7 && bytes < 1e9 ? 0 : 1 })} ${unit}`;
}
