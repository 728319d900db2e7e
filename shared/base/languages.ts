/**
 * Language labels, reading direction, flag, and the rule for a patient's language (product rule
 * U6).
 */

export interface Language {
  /** BCP 47 tag as used in `lang`. */
  readonly code: string;
  readonly native: string;
  readonly dir: 'ltr' | 'rtl';
  /**
   * ISO 3166 country of the decorative flag; null if no single flag is right (speech bubble
   * instead).
   */
  readonly flag: string | null;
}

// Data, not computed in the browser: Chromium builds with a reduced ICU return English for a third
// of these. German and English names are in `language-names.ts`. Written by hand: prs (its speakers
// say Dari) and ka (ICU's upper case makes a mixed-script word; Georgian has no capital at the
// start of a sentence).
export const LANGUAGES: readonly Language[] = [
  { code: 'de', native: 'Deutsch', dir: 'ltr', flag: 'DE' },
  { code: 'en', native: 'English', dir: 'ltr', flag: 'GB' },
  { code: 'tr', native: 'Türkçe', dir: 'ltr', flag: 'TR' },
  { code: 'ar', native: 'العربية', dir: 'rtl', flag: null },
  { code: 'uk', native: 'Українська', dir: 'ltr', flag: 'UA' },
  { code: 'ru', native: 'Русский', dir: 'ltr', flag: 'RU' },
  { code: 'pl', native: 'Polski', dir: 'ltr', flag: 'PL' },
  { code: 'ro', native: 'Română', dir: 'ltr', flag: 'RO' },
  { code: 'bg', native: 'Български', dir: 'ltr', flag: 'BG' },
  { code: 'sr', native: 'Српски', dir: 'ltr', flag: 'RS' },
  { code: 'hr', native: 'Hrvatski', dir: 'ltr', flag: 'HR' },
  { code: 'bs', native: 'Bosanski', dir: 'ltr', flag: 'BA' },
  { code: 'sl', native: 'Slovenščina', dir: 'ltr', flag: 'SI' },
  { code: 'mk', native: 'Македонски', dir: 'ltr', flag: 'MK' },
  { code: 'sq', native: 'Shqip', dir: 'ltr', flag: 'AL' },
  { code: 'el', native: 'Ελληνικά', dir: 'ltr', flag: 'GR' },
  { code: 'hu', native: 'Magyar', dir: 'ltr', flag: 'HU' },
  { code: 'cs', native: 'Čeština', dir: 'ltr', flag: 'CZ' },
  { code: 'sk', native: 'Slovenčina', dir: 'ltr', flag: 'SK' },
  { code: 'it', native: 'Italiano', dir: 'ltr', flag: 'IT' },
  { code: 'es', native: 'Español', dir: 'ltr', flag: 'ES' },
  { code: 'pt', native: 'Português', dir: 'ltr', flag: 'PT' },
  { code: 'fr', native: 'Français', dir: 'ltr', flag: 'FR' },
  { code: 'nl', native: 'Nederlands', dir: 'ltr', flag: 'NL' },
  { code: 'da', native: 'Dansk', dir: 'ltr', flag: 'DK' },
  { code: 'sv', native: 'Svenska', dir: 'ltr', flag: 'SE' },
  { code: 'nb', native: 'Norsk bokmål', dir: 'ltr', flag: 'NO' },
  { code: 'fi', native: 'Suomi', dir: 'ltr', flag: 'FI' },
  { code: 'et', native: 'Eesti', dir: 'ltr', flag: 'EE' },
  { code: 'lv', native: 'Latviešu', dir: 'ltr', flag: 'LV' },
  { code: 'lt', native: 'Lietuvių', dir: 'ltr', flag: 'LT' },
  { code: 'fa', native: 'فارسی', dir: 'rtl', flag: 'IR' },
  { code: 'prs', native: 'دری', dir: 'rtl', flag: 'AF' },
  { code: 'ps', native: 'پښتو', dir: 'rtl', flag: null },
  { code: 'ku', native: 'Kurdî (kurmancî)', dir: 'ltr', flag: null },
  { code: 'ckb', native: 'کوردیی ناوەندی', dir: 'rtl', flag: null },
  { code: 'ur', native: 'اردو', dir: 'rtl', flag: 'PK' },
  { code: 'hi', native: 'हिन्दी', dir: 'ltr', flag: 'IN' },
  { code: 'bn', native: 'বাংলা', dir: 'ltr', flag: 'BD' },
  { code: 'pa', native: 'ਪੰਜਾਬੀ', dir: 'ltr', flag: null },
  { code: 'ta', native: 'தமிழ்', dir: 'ltr', flag: null },
  { code: 'ti', native: 'ትግርኛ', dir: 'ltr', flag: 'ER' },
  { code: 'so', native: 'Soomaali', dir: 'ltr', flag: 'SO' },
  { code: 'am', native: 'አማርኛ', dir: 'ltr', flag: 'ET' },
  { code: 'hy', native: 'Հայերեն', dir: 'ltr', flag: 'AM' },
  { code: 'ka', native: 'ქართული', dir: 'ltr', flag: 'GE' },
  { code: 'az', native: 'Azərbaycan', dir: 'ltr', flag: 'AZ' },
  { code: 'he', native: 'עברית', dir: 'rtl', flag: 'IL' },
  { code: 'vi', native: 'Tiếng Việt', dir: 'ltr', flag: 'VN' },
  { code: 'th', native: 'ไทย', dir: 'ltr', flag: 'TH' },
  { code: 'zh-Hans', native: '中文（简体）', dir: 'ltr', flag: 'CN' },
  { code: 'zh-Hant', native: '中文（繁體）', dir: 'ltr', flag: null },
  { code: 'ja', native: '日本語', dir: 'ltr', flag: 'JP' },
  { code: 'ko', native: '한국어', dir: 'ltr', flag: 'KR' },
  { code: 'id', native: 'Indonesia', dir: 'ltr', flag: 'ID' },
  { code: 'mn', native: 'Монгол', dir: 'ltr', flag: 'MN' },
];

/** The selector's default list until the practice sets its own (U6, shell). */
export const DEFAULT_LANGUAGES: readonly string[] = ['de', 'en'];

/** Languages of the tablet that every shipped form has; a practice chooses among them. */
export const SPOKEN_LANGUAGES: readonly string[] = [
  'de',
  'en',
  'tr',
  'ar',
  'uk',
  'ru',
  'pl',
  'ro',
  'it',
  'es',
  'fr',
  'fa',
];

/** Texts fall back in this order when a language or a key is missing. */
export const FALLBACK_LANGUAGES: readonly string[] = ['de', 'en'];

const byCode = new Map(LANGUAGES.map((language) => [language.code, language]));

// Deprecated tags that browsers still send, mapped to the table's codes.
const aliases: Readonly<Record<string, string>> = {
  no: 'nb',
  nn: 'nb',
  iw: 'he',
  in: 'id',
  sh: 'sr',
  kmr: 'ku',
  'fa-af': 'prs',
  zh: 'zh-Hans',
  'zh-cn': 'zh-Hans',
  'zh-sg': 'zh-Hans',
  'zh-tw': 'zh-Hant',
  'zh-hk': 'zh-Hant',
  'zh-mo': 'zh-Hant',
};

/**
 * Returns the table's code for any BCP 47 tag ("de-AT" → "de", "zh-TW" → "zh-Hant"), or null if the
 * table has no such language.
 */
export function canonicalLanguage(tag: string): string | null {
  let rest = tag.trim().replace(/_/g, '-').toLowerCase();
  while (rest !== '') {
    const alias = aliases[rest];
    if (alias !== undefined) return alias;
    for (const { code } of LANGUAGES) if (code.toLowerCase() === rest) return code;
    const cut = rest.lastIndexOf('-');
    rest = cut < 0 ? '' : rest.slice(0, cut);
  }
  return null;
}

/** Returns the table's row for a tag, or null. */
export function findLanguage(tag: string): Language | null {
  const code = canonicalLanguage(tag);
  return code === null ? null : (byCode.get(code) ?? null);
}

/**
 * Returns rows for a list of codes in that order; codes without a row are dropped, duplicates shown
 * once.
 */
export function listLanguages(codes: readonly string[] = DEFAULT_LANGUAGES): readonly Language[] {
  const rows = codes.map(findLanguage).filter((row): row is Language => row !== null);
  return [...new Set(rows)];
}

export interface LanguageSources {
  /** The person's choice in the selector. */
  readonly chosen?: string | null | undefined;
  /** Default of the practice on registered tablets. */
  readonly practice?: string | null | undefined;
  /** Setting of a signed-in user. */
  readonly user?: string | null | undefined;
  /** `navigator.languages`, best first. */
  readonly browser?: readonly string[] | undefined;
  /** Languages with texts here; the default selector list if absent. */
  readonly available?: readonly string[] | undefined;
}

/**
 * Returns the language to show: chosen → practice default → user setting → browser → de (U6). A
 * source without texts is skipped; when nothing fits: de, and if de has no texts, en.
 */
export function resolveLanguage(sources: LanguageSources): string {
  const available = listLanguages(sources.available ?? DEFAULT_LANGUAGES).map((row) => row.code);
  const wishes = [sources.chosen, sources.practice, sources.user, ...(sources.browser ?? [])];
  for (const wish of wishes) {
    const code = wish ? canonicalLanguage(wish) : null;
    if (code !== null && available.includes(code)) return code;
  }
  return FALLBACK_LANGUAGES.find((code) => available.includes(code)) ?? 'de';
}
