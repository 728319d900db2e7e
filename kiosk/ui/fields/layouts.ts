/** Key rows of the in-app keyboard: data only, one entry per supported language. */

export type Letters =
  | 'de'
  | 'en'
  | 'tr'
  | 'pl'
  | 'ro'
  | 'fr'
  | 'it'
  | 'es'
  | 'ru'
  | 'uk'
  | 'ar'
  | 'fa';
export type KeyboardLayout = Letters | 'digits' | 'signs';
type Rows = readonly (readonly string[])[];

const QWERTY: Rows = [
  ['q', 'w', 'e', 'r', 't', 'y', 'u', 'i', 'o', 'p'],
  ['a', 's', 'd', 'f', 'g', 'h', 'j', 'k', 'l', '’'],
  ['z', 'x', 'c', 'v', 'b', 'n', 'm', '-'],
];

/**
 * At most eleven letters in a row, ten next to shift and backspace: keys of 60 px on a tablet in
 * portrait.
 */
export const LAYOUTS: Readonly<Record<KeyboardLayout, Rows>> = {
  de: [
    ['q', 'w', 'e', 'r', 't', 'z', 'u', 'i', 'o', 'p', 'ü'],
    ['a', 's', 'd', 'f', 'g', 'h', 'j', 'k', 'l', 'ö', 'ä'],
    ['y', 'x', 'c', 'v', 'b', 'n', 'm', 'ß', '-'],
  ],
  en: QWERTY,
  tr: [
    ['q', 'w', 'e', 'r', 't', 'y', 'u', 'ı', 'o', 'p', 'ğ'],
    ['a', 's', 'd', 'f', 'g', 'h', 'j', 'k', 'l', 'ş', 'i'],
    ['z', 'x', 'c', 'v', 'b', 'n', 'm', 'ö', 'ç', 'ü'],
  ],
  pl: [['ą', 'ć', 'ę', 'ł', 'ń', 'ó', 'ś', 'ź', 'ż'], ...QWERTY],
  ro: [['ă', 'â', 'î', 'ș', 'ț'], ...QWERTY],
  fr: [
    ['à', 'â', 'ç', 'é', 'è', 'ê', 'ë', 'î', 'ï', 'ô', 'û'],
    ['a', 'z', 'e', 'r', 't', 'y', 'u', 'i', 'o', 'p'],
    ['q', 's', 'd', 'f', 'g', 'h', 'j', 'k', 'l', 'm'],
    ['w', 'x', 'c', 'v', 'b', 'n', 'ù', 'œ', '’', '-'],
  ],
  it: [['à', 'è', 'é', 'ì', 'ò', 'ù'], ...QWERTY],
  es: [['á', 'é', 'í', 'ñ', 'ó', 'ú', 'ü', '¿', '¡'], ...QWERTY],
  ru: [
    ['й', 'ц', 'у', 'к', 'е', 'н', 'г', 'ш', 'щ', 'з', 'х'],
    ['ф', 'ы', 'в', 'а', 'п', 'р', 'о', 'л', 'д', 'ж', 'э'],
    ['я', 'ч', 'с', 'м', 'и', 'т', 'ь', 'б', 'ю', 'ъ'],
  ],
  uk: [
    ['й', 'ц', 'у', 'к', 'е', 'н', 'г', 'ш', 'щ', 'з', 'х'],
    ['ф', 'і', 'в', 'а', 'п', 'р', 'о', 'л', 'д', 'ж', 'є'],
    ['я', 'ч', 'с', 'м', 'и', 'т', 'ь', 'б', 'ю', 'ї'],
  ],
  ar: [
    ['ض', 'ص', 'ث', 'ق', 'ف', 'غ', 'ع', 'ه', 'خ', 'ح', 'ج'],
    ['ش', 'س', 'ي', 'ب', 'ل', 'ا', 'ت', 'ن', 'م', 'ك', 'ط'],
    ['ئ', 'ء', 'ؤ', 'ر', 'ى', 'ة', 'و', 'ز', 'ظ', 'د', 'ذ'],
    ['أ', 'إ', 'آ', '،', '؟'],
  ],
  fa: [
    ['ض', 'ص', 'ث', 'ق', 'ف', 'غ', 'ع', 'ه', 'خ', 'ح', 'ج'],
    ['ش', 'س', 'ی', 'ب', 'ل', 'ا', 'ت', 'ن', 'م', 'ک', 'گ'],
    ['ظ', 'ط', 'ز', 'ر', 'ذ', 'د', 'پ', 'و', 'ئ', 'چ', 'ژ'],
    ['آ', 'أ', 'ؤ', 'ء', '،', '؟'],
  ],
  signs: [
    ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'],
    ['@', '.', ',', '-', '_', '+', '/', ':', '(', ')'],
    ['é', 'è', 'á', 'ç', 'ñ', 'ё', 'ґ', '’', '?', '!'],
  ],
  digits: [
    ['1', '2', '3'],
    ['4', '5', '6'],
    ['7', '8', '9'],
  ],
};

/** Languages written with another one's letters. */
const SHARED: Readonly<Record<string, Letters>> = { prs: 'fa', az: 'tr', ku: 'tr' };
const isLetters = (code: string): code is Letters =>
  code in LAYOUTS && code !== 'signs' && code !== 'digits';

/** Short names of scripts, for the key that changes to them. */
const SCRIPT_NAMES: Readonly<Partial<Record<Letters, string>>> = {
  ru: 'АБВ',
  uk: 'АБВ',
  ar: 'أبت',
  fa: 'ابپ',
};
/** Returns what the key that changes to a layout shows. */
export const scriptName = (letters: Letters): string => SCRIPT_NAMES[letters] ?? 'ABC';
/** Returns the layout for Latin letters: the own one, or German for other scripts. */
export const latinFor = (own: Letters): Letters => (own in SCRIPT_NAMES ? 'de' : own);
const ACCENTS: Readonly<Partial<Record<Letters, string>>> = {
  ru: 'ґёї',
  uk: 'ґёъ',
  ar: 'پچگ',
  fa: 'أێڕ',
};
/** Letters with marks, for the key that shows them. */
export const accentSample = (letters: Letters): string => ACCENTS[letters] ?? 'áçš';

/** Returns the letters for a language of the patient (BCP 47); German where there is no layout. */
export function lettersFor(language: string): Letters {
  const code = language.split('-')[0] ?? language;
  return isLetters(code) ? code : (SHARED[code] ?? 'de');
}
