/**
 * Checks that translations of consent texts keep the marks of the German one: negation, other
 * things, the past. Uses word lists for each language, for the texts of this catalogue.
 */

import { says } from '../forms/meaning.ts';

type Mark = 'not' | 'other' | 'past';

const GERMAN: Readonly<Record<Mark, RegExp>> = {
  not: /(?<!\p{L})(?:nicht|kein\p{L}*|nichts|nie|ohne)(?!\p{L})/iu,
  other: /(?<!\p{L})(?:oder andere\p{L}*)/iu,
  past: /(?<!\p{L})(?:hatten?|wurden?|geschah|bisher|bis dahin)(?!\p{L})/iu,
};

/** Further words of these texts, next to those of the questionnaires. */
const MORE: Readonly<Record<string, Partial<Record<Mark, RegExp>>>> = {
  tr: {
    not: /değil|yok|hiç|s[ıiuü]z|m[ae]z|m[ae]y[ıiaeuü]|m[ae]d[ıiea]|m[ae]m[ae]|m[ae]s[ıi]n|m[ae]ks[ıi]z/iu,
    past: /(?:d[ıiuü]|t[ıiuü]|m[ıiuü]ş|m[ae]yan|kadar)/u,
  },
  ar: {
    not: /(?:لا|لم|لن|ليس|غير|دون|عدم|بلا|ما لم|امتناع|رفض)/u,
    past: /(?:تم|حتى|كان|كنت|سبق|أُ|قبل|قرأت|فهمت)/u,
  },
  uk: {
    not: /(?<!\p{L})(?:не|ні|без|немає|жод|нічого|ніко|погано)/iu,
    past: /(?:в|ла|ло|ли|но|то)(?!\p{L})|до/u,
  },
  ru: {
    not: /(?<!\p{L})(?:не|ни|без|бес|нет|ничего)/iu,
    past: /(?:л|ла|ло|ли|но|ны)(?!\p{L})|до/u,
  },
  pl: {
    not: /(?<!\p{L})(?:nie|bez|żad|nic|nigdy|braku?|źle)/iu,
    past: /(?:ł|ła|ło|ły|li|no|to)(?!\p{L})|do/u,
  },
  ro: {
    not: /(?<!\p{L})(?:nu|n-|fără|nici|nimic|niciun|rău|abia)/iu,
    past: /(?<!\p{L})(?:a|au|ați|am|fost|până)(?!\p{L})/iu,
  },
  it: {
    not: /(?<!\p{L})(?:non|senza|ness|né|niente|nulla)/iu,
    past: /(?:t[oaei]|s[oaei])(?!\p{L})|fino/u,
  },
  es: {
    not: /(?<!\p{L})(?:no|sin|ning|nada|nunca|ni|mal)(?:\p{L}*)/iu,
    past: /(?:do|da|dos|das|ó|ba|ía|hasta|hecho)(?!\p{L})/iu,
  },
  fr: {
    not: /(?<!\p{L})(?:ne|n’|pas|sans|aucun|rien|jamais|ni|mal)/iu,
    past: /(?:é|ée|és|ées|ait|fait|eu|lu|pris|reçu)(?!\p{L})|jusqu/iu,
  },
  fa: {
    not: /(?:ن[می]|نه|نیست|ندا|بدون|هیچ|غیر|نشو|نکن|نبا|نتو|نخوا|نب|نگ|نجو|نکش)/u,
    past: /(?:شد|بود|داشت|کرد|تا|ه‌)/u,
  },
};

/** Whether a text has the mark, by either list of its language. */
const has = (text: string, language: string, mark: Mark): boolean =>
  says(text, language, mark) || (MORE[language]?.[mark]?.test(text) ?? false);

/**
 * Returns the marks lost in translations: `declaration.a not`.
 * @param german texts by key
 * @param texts the same in the language
 */
export function lostMarks(
  german: ReadonlyMap<string, string>,
  texts: Readonly<Record<string, string>>,
  language: string,
): string[] {
  return [...german].flatMap(([key, de]) =>
    (['not', 'other', 'past'] as const)
      .filter((mark) => GERMAN[mark].test(de) && !has(texts[key] ?? '', language, mark))
      .map((mark) => `${key} ${mark}`),
  );
}
