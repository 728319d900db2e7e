// A device in plain words, from what its browser says of itself.

/** First match counts: Chrome says Safari too, Edge says both. */
const DEVICES: readonly (readonly [RegExp, string])[] = [
  [/iPad/, 'iPad'],
  [/iPhone/, 'iPhone'],
  [/Android(?!.*Mobile)/, 'Android-Tablet'],
  [/Android/, 'Android-Handy'],
  [/CrOS/, 'Chromebook'],
  [/Windows/, 'Windows'],
  // An iPad calls itself a Mac unless the mobile page is asked for.
  [/Macintosh/, 'Mac / iPad'],
  [/Linux/, 'Linux'],
];
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/EdgA?\//, 'Edge'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const match = (table: typeof DEVICES, text: string): string[] => {
  const found = table.find(([pattern]) => pattern.test(text));
  return found ? [found[1]] : [];
};

/** Returns `iPad · Safari`; `?` for a browser that names neither. */
export const deviceWords = (userAgent: string): string =>
  [...match(DEVICES, userAgent), ...match(BROWSERS, userAgent)].join(' · ') || '?';
