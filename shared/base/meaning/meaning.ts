/**
 * Checks that plain words and translations keep the meaning of a text: the past, other things,
 * negation, alternatives, examples, the person, and numbers. Word lists for each language: they find
 * a lost mark, never a wrong word, so that people decide about each finding.
 */

import { hasOtherNumbers } from './numbers.ts';
import { lostChild, namesChild, turnsAway, inLanguage } from './people.ts';

type Strict = 'past' | 'others' | 'not' | 'or' | 'years';
/** A part of the meaning that a reader must not lose. */
export type Mark = Strict | 'example' | 'child' | 'person' | 'number';
type Marks = Readonly<Record<Strict, RegExp>>;

/** Whole words of any script: `\b` supports Latin letters without marks only. */
const words = (list: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{M}])(?:${list})(?![\\p{L}\\p{M}])`, 'u');
/** Beginnings of words. */
const stems = (list: string): RegExp => new RegExp(`(?<![\\p{L}\\p{M}])(?:${list})`, 'iu');

/** Words of short questions in plain language. */
const MARKS: Readonly<Record<string, Marks>> = {
  de: {
    past: words('[Hh]atten?|schon einmal|trug'),
    others: stems('ander'),
    not: words('nicht|kein|keine|nie'),
    or: words('[Oo]der'),
    years: words('zwei Jahren'),
  },
  en: {
    past: words('ever|had|did .*before'),
    others: words('others?|another'),
    not: words('not|no'),
    or: words('or|Or'),
    years: words('two years'),
  },
  tr: {
    past: words('[Hh]iç|[Dd]aha önce|oldu mu|kullandı mı'),
    others: stems('başka'),
    not: /madığ|değil/u,
    or: words('[Vv]eya|ya da'),
    years: words('iki yıl\\p{L}*'),
  },
  ar: {
    past: words('كان|كانت|من قبل|يوماً'),
    others: words('آخر|أخرى|الأخرى'),
    not: words('لم|لا|ليس'),
    or: words('أو'),
    years: words('السنتين'),
  },
  uk: {
    past: words('колись|був|була|було|були|носила'),
    others: stems('інш'),
    not: words('не'),
    or: words('[Аа]бо|чи'),
    years: words('два роки'),
  },
  ru: {
    past: words('когда-нибудь|был|была|было|были|[Бб]ыла|[Бб]ыло|[Бб]ыл|носил'),
    others: stems('друг'),
    not: words('не'),
    or: words('[Ии]ли'),
    years: words('два года'),
  },
  pl: {
    past: /(?<!\p{L})(?:kiedyś|kiedykolwiek|miał|nosi[łl])/u,
    others: stems('inn'),
    not: words('nie'),
    or: words('lub|albo|Albo'),
    years: words('dwóch (?:lat|latach)'),
  },
  ro: {
    past: words('vreodată|avut|purtat'),
    others: words('alt|altă|alte|alți'),
    not: words('nu'),
    or: words('sau|Sau'),
    years: words('doi ani'),
  },
  fr: {
    past: words('déjà|eu|porté'),
    others: words('autres?'),
    not: stems('ne |n’'),
    or: words('ou|Ou'),
    years: words('deux dernières années'),
  },
  it: {
    past: words('mai|avuto|portato'),
    others: stems('altr'),
    not: words('non'),
    or: words('o|od|O'),
    years: words('due anni'),
  },
  es: {
    past: words('alguna vez|tenido|sentido|llevado'),
    others: words('otr[oa]s?'),
    not: words('no'),
    or: words('o|u|O'),
    years: words('dos años'),
  },
  fa: {
    past: words('داشته|داشته‌اید|تا به حال|قبلاً'),
    others: stems('دیگر'),
    not: stems('نپرسیده|نیست|نمی'),
    or: words('یا'),
    years: words('دو سال'),
  },
};

/** Further words and endings of long texts: wide, since a warning without a cause costs trust. */
const LOOSE: Readonly<Record<string, Partial<Record<Mark, RegExp>>>> = {
  de: {
    not: /(?<!\p{L})(?:nicht|kein|nie|ohne|un\p{L}{3})|los(?!\p{L})|frei(?!\p{L})/iu,
    past: /(?<!\p{L})(?:hatte|wurde|war|geschah|bisher|bis|früher|jemals|schon|worden)|(?<!\p{L})ge\p{L}+(?:t|en)(?!\p{L})/iu,
  },
  en: {
    not: /(?<!\p{L})(?:no|not|none|never|nothing|nobody|cannot|without|free|un\p{L}+)(?!\p{L})|less(?!\p{L})|n[’']t(?!\p{L})/iu,
    past: /(?<!\p{L})(?:was|were|has|have|had|did|been|until|ever|last)(?!\p{L})|ed(?!\p{L})/iu,
  },
  tr: {
    not: /değil|yok|hiç|s[ıiuü]z|m[ae]z|m[ae]y[ıiaeuü]|m[ae]d[ıiea]|m[ae]m[ae]|m[ae]s[ıi]n|m[ae]ks[ıi]z|m[ıiuü]yor/iu,
    past: /(?:d[ıiuü]|t[ıiuü]|m[ıiuü]ş|m[ae]yan|kadar)/u,
  },
  ar: {
    not: /(?:لا|لم|لن|ليس|غير|دون|عدم|بلا|ما لم|امتناع|رفض|أبد)/u,
    past: /(?:تم|حتى|كان|كنت|سبق|أُ|قبل|قرأت|فهمت|تعرض|صُ|عولج|آخر مرة|دخل|وضع|تناول)/u,
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
    not: /(?<!\p{L})(?:nie|bez|żad|nic|nigdy|braku?|źle|wcale)/iu,
    past: /(?:ł|ła|ło|ły|li|no|to)(?!\p{L})|do/u,
  },
  ro: {
    not: /(?<!\p{L})(?:nu|n-|fără|nici|nimic|niciun|rău|abia|deloc)/iu,
    past: /(?<!\p{L})(?:a|au|ați|am|fost|până)(?!\p{L})/iu,
  },
  it: {
    not: /(?<!\p{L})(?:non|senza|ness|né|niente|nulla|mai)/iu,
    past: /(?:t[oaei]|s[oaei])(?!\p{L})|fino|(?<!\p{L})era/u,
  },
  es: {
    not: /(?<!\p{L})(?:no|sin|ning|nada|nunca|ni|mal)(?:\p{L}*)/iu,
    past: /(?:do|da|dos|das|ó|ba|ía|ron|hasta|hecho)(?!\p{L})/iu,
  },
  fr: {
    not: /(?<!\p{L})(?:ne|n’|pas|non|sans|aucun|rien|jamais|ni|mal)/iu,
    past: /(?:é|ée|és|ées|ait|fait|eu|lu|pris|reçu)(?!\p{L})|jusqu/iu,
  },
  fa: {
    not: /(?:ن[می]|نه|نیست|ندا|بدون|هیچ|غیر|نشو|نکن|نبا|نتو|نخوا|نب|نگ|نجو|نکش|نشد)|هرگز/u,
    past: /(?:شد|بود|داشت|کرد|تا|ه‌|ته است)/u,
  },
};

/** Words for an example: without them a list of examples reads as a complete list. */
const EXAMPLE: Readonly<Record<string, RegExp>> = {
  de: /zum Beispiel|beispielsweise|z\. ?B\./iu,
  en: /for example|for instance|such as|like|e\.g\./iu,
  tr: /örne[ğk]|gibi|mesela|ör\./iu,
  ar: /مثل|مثلاً|مثلا|على سبيل|كـ/u,
  uk: /наприклад|як-от|зокрема|як от|напр\./iu,
  ru: /например|как-то|вроде|напр\./iu,
  pl: /na przykład|np\.|jak /iu,
  ro: /de exemplu|exemplu|precum|cum ar fi|de ex\./iu,
  fr: /par exemple|comme|p\. ?ex|tels? que|telles? que/iu,
  it: /esempio|come|p\. ?es/iu,
  es: /por ejemplo|como|p\. ?ej/iu,
  fa: /مثل|مثلاً|مثلا|مانند|برای مثال|نمونه/u,
};
/** An example beyond doubt, where the original is in another language than German. */
const CLEAR_EXAMPLE: Readonly<Record<string, RegExp>> = {
  en: /for example|for instance|e\.g\./iu,
  tr: /örneğin|mesela/iu,
  ar: /مثلاً|على سبيل المثال/u,
  uk: /наприклад/iu,
  ru: /например/iu,
  pl: /na przykład|np\./iu,
  ro: /de exemplu/iu,
  fr: /par exemple/iu,
  it: /(?:per|ad) esempio/iu,
  es: /por ejemplo/iu,
  fa: /مثلاً|مثلا|برای مثال/u,
};
/** German words with a mark that a translation has to keep. */
const GERMAN: Readonly<Record<'not' | 'others' | 'past', RegExp>> = {
  not: /(?<!\p{L})(?:nicht|kein\p{L}*|nichts|nie|ohne)(?!\p{L})/iu,
  others: /(?<!\p{L})(?:oder andere\p{L}*)/iu,
  past: /(?<!\p{L})(?:hatten?|wurden?|geschah|bisher|bis dahin)(?!\p{L})/iu,
};
const ALL = ['past', 'others', 'not', 'or', 'years'] as const satisfies readonly Strict[];
/** German uses „oder andere“ for further things; „andere“ alone does not widen a question. */
const WIDENED = /\boder\b[^?]*\bander/u;

/** Languages with word lists. */
const isKnown = (language: string): boolean => Object.hasOwn(MARKS, language);

/** Marks found in a text by the lists of its language. */
export function marksOf(text: string, language: string): readonly Strict[] {
  const marks = inLanguage(MARKS, language);
  if (!marks) return [];
  return ALL.filter(
    (mark) =>
      marks[mark].test(text) && (language !== 'de' || mark !== 'others' || WIDENED.test(text)),
  );
}

/** True if a text contains the mark, whether or not it widens the question. */
export const says = (text: string, language: string, mark: Strict): boolean =>
  inLanguage(MARKS, language)?.[mark].test(text) ?? false;

/** Whether a text has the mark, by either list of its language. */
const has = (text: string, language: string, mark: 'not' | 'others' | 'past'): boolean =>
  says(text, language, mark) || (inLanguage(LOOSE, language)?.[mark]?.test(text) ?? false);

/** Question marks: outside of questions the strict lists of other languages find idioms. */
const QUESTION: Readonly<Record<string, string>> = { ar: '؟', fa: '؟' };
/** What is compared: a text in the form's own language, and the same in another one. */
interface Compared {
  readonly own?: string;
  /** The form asks about a child: a text that names it turns to no other person. */
  readonly isChildren?: boolean;
}

/**
 * Returns the marks of a text that its translation lost; nothing for a language without lists.
 * @param own language of the original
 */
export function lostInTranslation(
  original: string,
  said: string,
  language: string,
  { own = 'de', isChildren = false }: Compared = {},
): Mark[] {
  if (!isKnown(own) || !isKnown(language) || language === own) return [];
  const had = (mark: 'not' | 'others' | 'past'): boolean =>
    own === 'de'
      ? GERMAN[mark].test(original)
      : mark !== 'others' && original.includes(QUESTION[own] ?? '?') && says(original, own, mark);
  return [
    ...(['not', 'others', 'past'] as const).filter(
      (mark) => had(mark) && !has(said, language, mark),
    ),
    ...lostEverywhere(original, own, said, language, isChildren),
  ];
}

/**
 * Returns the marks that the translations of one text lost, by language: against the original, and
 * against each other. The German translation, whose words are known best, is a second original; where
 * neither is known, a mark is lost that most of the other translations have.
 * @param said translations by language
 */
export function lostAmong(
  original: string,
  said: ReadonlyMap<string, string>,
  { own = 'de', isChildren = false }: Compared = {},
): ReadonlyMap<string, readonly Mark[]> {
  const german = said.get('de'),
    others = german !== undefined || isKnown(own) ? [] : [...said].filter(([one]) => isKnown(one));
  const lostFrom = (from: string, text: string, language: string, its: string): Mark[] =>
    lostInTranslation(from, text, language, { own: its, isChildren });
  return new Map(
    [...said].map(([language, text]) => {
      const votes = others.flatMap(([other, words]) => lostFrom(words, text, language, other));
      return [
        language,
        [
          ...new Set([
            ...lostFrom(original, text, language, own),
            ...(german === undefined ? [] : lostFrom(german, text, language, 'de')),
            ...votes.filter(
              (mark) => 2 * votes.filter((one) => one === mark).length > others.length - 1,
            ),
          ]),
        ],
      ];
    }),
  );
}

/** Marks that long and short texts, plain words and translations must all keep. */
function lostEverywhere(
  original: string,
  own: string,
  said: string,
  language: string,
  isChildren = false,
): Mark[] {
  const example = own === 'de' ? EXAMPLE['de'] : CLEAR_EXAMPLE[own];
  return [
    ...(example?.test(original) === true && inLanguage(EXAMPLE, language)?.test(said) === false
      ? (['example'] as const)
      : []),
    ...(lostChild(original, own, said, language) ? (['child'] as const) : []),
    ...(turnsAway(original, own, said, language, isChildren) ? (['person'] as const) : []),
    ...(hasOtherNumbers(original, own, said, language) ? (['number'] as const) : []),
  ];
}

/**
 * Returns the marks that plain words lost. The question determines the marks to keep; several
 * things („or“) only if the question in the language of the plain words itself names several.
 * @param original the question in `own`, the form's own language
 * @param standard the question in the language of the plain words
 */
export function lostInPlain(
  original: string,
  standard: string,
  plain: string,
  language: string,
  { own = 'de', isChildren = false }: Compared = {},
): Mark[] {
  return [
    ...marksOf(original, own)
      .filter((mark) => mark !== 'or' || says(standard, language, 'or'))
      .filter((mark) => !says(plain, language, mark)),
    ...(language === 'de'
      ? lostEverywhere(standard, 'de', plain, 'de', isChildren)
      : turnsAway(standard, language, plain, language, isChildren)
        ? (['person'] as const)
        : []),
  ];
}

/** Checks whether a form asks about a child: its title names one. */
export const isAboutChild = (title: string, own: string): boolean => namesChild(title, own);
