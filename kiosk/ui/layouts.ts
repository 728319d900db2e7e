/** Key rows of the in-app keyboard: data only, one entry for each language it serves. */

export type KeyboardLayout = 'de' | 'en' | 'digits' | 'signs';

export const LAYOUTS: Readonly<Record<KeyboardLayout, readonly (readonly string[])[]>> = {
  de: [
    ['q', 'w', 'e', 'r', 't', 'z', 'u', 'i', 'o', 'p', 'ü'],
    ['a', 's', 'd', 'f', 'g', 'h', 'j', 'k', 'l', 'ö', 'ä'],
    ['y', 'x', 'c', 'v', 'b', 'n', 'm', 'ß', '-'],
  ],
  en: [
    ['q', 'w', 'e', 'r', 't', 'y', 'u', 'i', 'o', 'p'],
    ['a', 's', 'd', 'f', 'g', 'h', 'j', 'k', 'l', '’'],
    ['z', 'x', 'c', 'v', 'b', 'n', 'm', '-'],
  ],
  signs: [
    ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'],
    ['@', '.', ',', '-', '_', '+', '/', ':', '(', ')'],
    ['é', 'è', 'á', 'ç', 'ñ', '’', '?', '!'],
  ],
  digits: [
    ['1', '2', '3'],
    ['4', '5', '6'],
    ['7', '8', '9'],
  ],
};

/** The letters for a language of the patient; German where there is no own layout yet. */
export function lettersFor(language: string): 'de' | 'en' {
  return language === 'en' ? 'en' : 'de';
}
