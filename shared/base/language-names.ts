/**
 * Names of languages in German and English, for staff; patients read the native names of
 * `languages.ts`, and the tablet does not load these.
 */

import { findLanguage } from './languages.ts';

// Written by hand where ICU differs from how people speak: prs (ICU says "Persian (Afghanistan)";
// its speakers say Dari).
export const LANGUAGE_NAMES: Readonly<
  Record<string, { readonly de: string; readonly en: string }>
> = {
  de: { de: 'Deutsch', en: 'German' },
  en: { de: 'Englisch', en: 'English' },
  tr: { de: 'Türkisch', en: 'Turkish' },
  ar: { de: 'Arabisch', en: 'Arabic' },
  uk: { de: 'Ukrainisch', en: 'Ukrainian' },
  ru: { de: 'Russisch', en: 'Russian' },
  pl: { de: 'Polnisch', en: 'Polish' },
  ro: { de: 'Rumänisch', en: 'Romanian' },
  bg: { de: 'Bulgarisch', en: 'Bulgarian' },
  sr: { de: 'Serbisch', en: 'Serbian' },
  hr: { de: 'Kroatisch', en: 'Croatian' },
  bs: { de: 'Bosnisch', en: 'Bosnian' },
  sl: { de: 'Slowenisch', en: 'Slovenian' },
  mk: { de: 'Mazedonisch', en: 'Macedonian' },
  sq: { de: 'Albanisch', en: 'Albanian' },
  el: { de: 'Griechisch', en: 'Greek' },
  hu: { de: 'Ungarisch', en: 'Hungarian' },
  cs: { de: 'Tschechisch', en: 'Czech' },
  sk: { de: 'Slowakisch', en: 'Slovak' },
  it: { de: 'Italienisch', en: 'Italian' },
  es: { de: 'Spanisch', en: 'Spanish' },
  pt: { de: 'Portugiesisch', en: 'Portuguese' },
  fr: { de: 'Französisch', en: 'French' },
  nl: { de: 'Niederländisch', en: 'Dutch' },
  da: { de: 'Dänisch', en: 'Danish' },
  sv: { de: 'Schwedisch', en: 'Swedish' },
  nb: { de: 'Norwegisch (Bokmål)', en: 'Norwegian Bokmål' },
  fi: { de: 'Finnisch', en: 'Finnish' },
  et: { de: 'Estnisch', en: 'Estonian' },
  lv: { de: 'Lettisch', en: 'Latvian' },
  lt: { de: 'Litauisch', en: 'Lithuanian' },
  fa: { de: 'Persisch', en: 'Persian' },
  prs: { de: 'Dari', en: 'Dari' },
  ps: { de: 'Paschtu', en: 'Pashto' },
  ku: { de: 'Kurdisch', en: 'Kurdish' },
  ckb: { de: 'Zentralkurdisch', en: 'Central Kurdish' },
  ur: { de: 'Urdu', en: 'Urdu' },
  hi: { de: 'Hindi', en: 'Hindi' },
  bn: { de: 'Bengalisch', en: 'Bangla' },
  pa: { de: 'Punjabi', en: 'Punjabi' },
  ta: { de: 'Tamil', en: 'Tamil' },
  ti: { de: 'Tigrinya', en: 'Tigrinya' },
  so: { de: 'Somali', en: 'Somali' },
  am: { de: 'Amharisch', en: 'Amharic' },
  hy: { de: 'Armenisch', en: 'Armenian' },
  ka: { de: 'Georgisch', en: 'Georgian' },
  az: { de: 'Aserbaidschanisch', en: 'Azerbaijani' },
  he: { de: 'Hebräisch', en: 'Hebrew' },
  vi: { de: 'Vietnamesisch', en: 'Vietnamese' },
  th: { de: 'Thailändisch', en: 'Thai' },
  'zh-Hans': { de: 'Chinesisch (Vereinfacht)', en: 'Chinese (Simplified)' },
  'zh-Hant': { de: 'Chinesisch (Traditionell)', en: 'Chinese (Traditional)' },
  ja: { de: 'Japanisch', en: 'Japanese' },
  ko: { de: 'Koreanisch', en: 'Korean' },
  id: { de: 'Indonesisch', en: 'Indonesian' },
  mn: { de: 'Mongolisch', en: 'Mongolian' },
};

/**
 * Returns the name of a language on staff's screens; a tag without a name here is shown unchanged.
 * @param screen language of the screen: German, else English
 */
export const languageName = (code: string, screen: string): string =>
  LANGUAGE_NAMES[code]?.[screen === 'de' ? 'de' : 'en'] ?? code;
/** Returns „العربية (Arabisch)“: native name and name on staff screens. */
export function nativeAndOwnName(code: string, screen: string): string {
  const native = findLanguage(code)?.native ?? code,
    own = languageName(code, screen);
  return own === native || own === code ? native : `${native} (${own})`;
}
