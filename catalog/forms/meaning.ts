/**
 * Checks that plain texts keep the meaning of their question: the past, other things, negation,
 * alternatives, and years. Uses word lists for each language, for the texts of this catalogue.
 */

export type Mark = 'past' | 'other' | 'not' | 'or' | 'years';
type Marks = Readonly<Record<Mark, RegExp>>;

/** Whole words of any script: `\b` supports Latin letters without marks only. */
const words = (list: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{M}])(?:${list})(?![\\p{L}\\p{M}])`, 'u');
/** Beginnings of words. */
const stems = (list: string): RegExp => new RegExp(`(?<![\\p{L}\\p{M}])(?:${list})`, 'iu');

const MARKS: Readonly<Record<string, Marks>> = {
  de: {
    past: words('[Hh]atten?|schon einmal|trug'),
    other: stems('ander'),
    not: words('nicht|kein|keine|nie'),
    or: words('[Oo]der'),
    years: words('zwei Jahren'),
  },
  en: {
    past: words('ever|had|did .*before'),
    other: words('others?|another'),
    not: words('not|no'),
    or: words('or|Or'),
    years: words('two years'),
  },
  tr: {
    past: words('[Hh]iç|[Dd]aha önce|oldu mu|kullandı mı'),
    other: stems('başka'),
    not: /madığ|değil/u,
    or: words('[Vv]eya|ya da'),
    years: words('iki yıl\\p{L}*'),
  },
  ar: {
    past: words('كان|كانت|من قبل|يوماً'),
    other: words('آخر|أخرى|الأخرى'),
    not: words('لم|لا|ليس'),
    or: words('أو'),
    years: words('السنتين'),
  },
  uk: {
    past: words('колись|був|була|було|були|носила'),
    other: stems('інш'),
    not: words('не'),
    or: words('[Аа]бо|чи'),
    years: words('два роки'),
  },
  ru: {
    past: words('когда-нибудь|был|была|было|были|[Бб]ыла|[Бб]ыло|[Бб]ыл|носил'),
    other: stems('друг'),
    not: words('не'),
    or: words('[Ии]ли'),
    years: words('два года'),
  },
  pl: {
    past: /(?<!\p{L})(?:kiedyś|kiedykolwiek|miał|nosi[łl])/u,
    other: stems('inn'),
    not: words('nie'),
    or: words('lub|albo|Albo'),
    years: words('dwóch (?:lat|latach)'),
  },
  ro: {
    past: words('vreodată|avut|purtat'),
    other: words('alt|altă|alte|alți'),
    not: words('nu'),
    or: words('sau|Sau'),
    years: words('doi ani'),
  },
  fr: {
    past: words('déjà|eu|porté'),
    other: words('autres?'),
    not: stems('ne |n’'),
    or: words('ou|Ou'),
    years: words('deux dernières années'),
  },
  it: {
    past: words('mai|avuto|portato'),
    other: stems('altr'),
    not: words('non'),
    or: words('o|od|O'),
    years: words('due anni'),
  },
  es: {
    past: words('alguna vez|tenido|sentido|llevado'),
    other: words('otr[oa]s?'),
    not: words('no'),
    or: words('o|u|O'),
    years: words('dos años'),
  },
  fa: {
    past: words('داشته|داشته‌اید|تا به حال|قبلاً'),
    other: stems('دیگر'),
    not: stems('نپرسیده|نیست|نمی'),
    or: words('یا'),
    years: words('دو سال'),
  },
};
const ALL = ['past', 'other', 'not', 'or', 'years'] as const satisfies readonly Mark[];
/** German uses „oder andere“ for further things; „andere“ alone does not widen a question. */
const WIDENED = /\boder\b[^?]*\bander/u;

/** Marks found in a text by the lists of its language. */
export function marksOf(text: string, language: string): readonly Mark[] {
  const marks = MARKS[language];
  if (!marks) return [];
  return ALL.filter(
    (mark) =>
      marks[mark].test(text) && (language !== 'de' || mark !== 'other' || WIDENED.test(text)),
  );
}

/** True if a text contains the mark, whether or not it widens the question. */
export const says = (text: string, language: string, mark: Mark): boolean =>
  MARKS[language]?.[mark].test(text) ?? false;

export interface Pair {
  readonly linkId: string;
  readonly standard: string;
  readonly plain: string;
}
/** Questions that have plain texts, by the keys of `wordsIn`. */
export function pairsIn(texts: ReadonlyMap<string, string>): Pair[] {
  return [...texts].flatMap(([key, plain]) => {
    const linkId = key.endsWith('?plain') ? key.slice(0, -'?plain'.length) : undefined,
      standard = linkId === undefined ? undefined : texts.get(linkId);
    return linkId === undefined || standard === undefined ? [] : [{ linkId, standard, plain }];
  });
}

/**
 * Returns the marks lost in plain texts: `herz past`. The German question determines the marks to
 * keep; several things („or“) only if the question in the language itself names several.
 * @param german the texts of the form in German;
 * @param texts the same in the language
 */
export function lostIn(
  german: ReadonlyMap<string, string>,
  texts: ReadonlyMap<string, string>,
  language: string,
): string[] {
  return pairsIn(texts).flatMap(({ linkId, standard, plain }) => {
    const meant = marksOf(german.get(linkId) ?? '', 'de').filter(
      (mark) => mark !== 'or' || says(standard, language, 'or'),
    );
    return meant.filter((mark) => !says(plain, language, mark)).map((mark) => `${linkId} ${mark}`);
  });
}
