/**
 * Numbers of a text, in digits or as words up to twelve: what an original says beyond doubt, and what
 * a translation may say instead.
 */
import { inLanguage } from './people.ts';

const stems = (list: string): RegExp => new RegExp(`(?<![\\p{L}\\p{M}])(?:${list})`, 'iu');
/** Whole words. */
const words = (list: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{M}])(?:${list})(?![\\p{L}\\p{M}])`, 'iu');

type Lists = Readonly<Record<string, readonly (string | null)[]>>;

/** Words for two to twelve, as stems. Wide: many are also other words. */
const SAID: Lists = {
  de: [
    'zwei|zwo|beid|doppel',
    'drei|dritt',
    'vier',
    'fünf',
    'sechs',
    'sieb',
    'acht',
    'neun',
    'zehn',
    'elf',
    'zwölf',
  ],
  en: [
    'two|both|twice|second',
    'three',
    'four',
    'five',
    'six',
    'seven',
    'eight',
    'nine',
    'ten',
    'eleven',
    'twelve',
  ],
  tr: ['iki', 'üç', 'dört|dörd', 'beş', 'altı', 'yedi', 'sekiz', 'dokuz', 'on', 'on bir', 'on iki'],
  ar: [
    'اثن|إثن|سنت|مرت|شخص|يوم|أسبوع|شهر|ساعت|كل(?:ا|تا)|\\p{L}+(?:ين|ان)(?!\\p{L})',
    'ثلاث',
    'أربع',
    'خمس',
    'ست',
    'سبع',
    'ثمان',
    'تسع',
    'عشر',
    'أحد عشر|إحدى عشرة',
    'اثن\\p{L}* عشر',
  ],
  uk: [
    'дв|обо|обидв|обоє',
    'тр',
    'чотир',
    "п[’'ʼ]?ят",
    'шіст|шест',
    'сім|сем',
    'вісім|восьм',
    'дев',
    'десят',
    'одинадцят',
    'дванадцят',
  ],
  ru: [
    'дв|об[ае]',
    'тр',
    'четыр|четвер',
    'пят',
    'шест',
    'сем',
    'восем|восьм',
    'девят',
    'десят',
    'одиннадцат',
    'двенадцат',
  ],
  pl: [
    'dw|obi?e|oba|oboj|obu',
    'trz',
    'czter|czwor',
    'pię',
    'sze[śs]',
    'sied|siód',
    'oś[mi]|osi?em',
    'dziewię',
    'dziesię',
    'jedena',
    'dwana',
  ],
  ro: [
    'do[iu]|amb|al doilea',
    'tre',
    'patru',
    'cinci',
    'șase',
    'șapte',
    'opt',
    'nou',
    'zece',
    'unsprezece',
    'doisprezece|douăsprezece',
  ],
  fr: ['deux', 'trois', 'quatre', 'cinq', 'six', 'sept', 'huit', 'neuf', 'dix', 'onze', 'douze'],
  it: [
    'due|entramb|duplice',
    'tre',
    'quattro',
    'cinque',
    'sei',
    'sette',
    'otto',
    'nove',
    'dieci',
    'undici',
    'dodici',
  ],
  es: [
    'dos|amb[oa]s',
    'tres',
    'cuatro',
    'cinco',
    'seis',
    'siete',
    'ocho',
    'nueve',
    'diez',
    'once',
    'doce',
  ],
  fa: ['دو|هر دو|هردو', 'سه', 'چهار', 'پنج', 'شش', 'هفت', 'هشت', 'نه', 'ده', 'یازده', 'دوازده'],
};
/**
 * Whole words for two to twelve. Null where the word is also another one: Turkish for „below“, French
 * for „new“, Persian for „no“ and „lung“. Two times is also „again“ or „doubly“.
 */
const NAMED: Lists = {
  de: [
    'zwei(?:en|er)?',
    'drei(?:en|er)?',
    'vier',
    'fünf',
    'sechs',
    'sieben',
    '(?<!(?:gib|geben|gebt|sie|außer) )acht',
    'neun',
    'zehn',
    'elf',
    'zwölf',
  ],
  en: ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
  tr: [
    '(?<!on )iki(?! (?:kez|kere|defa))',
    'üç',
    'dört',
    'beş',
    null,
    null,
    'sekiz',
    'dokuz',
    null,
    'on bir',
    'on iki',
  ],
  ar: [
    '(?:ال)?(?:اثنان|اثنين|اثنتين|سنتين|شهرين|أسبوعين|يومين|ساعتين|مرتين)',
    '(?:ال)?ثلاثة?',
    '(?:ال)?أربعة?',
    '(?:ال)?خمسة?',
    '(?:ال)?ستة',
    '(?:ال)?سبعة',
    '(?:ال)?ثماني[ة]?',
    '(?:ال)?تسعة',
    null,
    null,
    null,
  ],
  uk: [
    'дв(?:а|і|ох|ома)',
    'тр(?:и|ьох|ьома)',
    'чотир(?:и|ьох)',
    "п[’'ʼ]ят(?:ь|и)",
    'ш(?:ість|ести)',
    "с(?:ім(?![’'ʼ])|еми)",
    'в(?:ісім|осьми)',
    "дев[’'ʼ]ят(?:ь|и)",
    'десят(?:ь|и)',
    'одинадцят(?:ь|и)',
    'дванадцят(?:ь|и)',
  ],
  ru: [
    'дв(?:а|е|ух|умя)',
    'тр(?:и|[её]х|емя)',
    'четыр(?:е|[её]х)',
    'пят(?:ь|и)',
    'шест(?:ь|и)',
    'сем(?:ь|и)',
    'вос(?:емь|ьми)',
    'девят(?:ь|и)',
    'десят(?:ь|и)',
    'одиннадцат(?:ь|и)',
    'двенадцат(?:ь|и)',
  ],
  pl: [
    'dw(?:a|ie|óch|oma|iema)(?! razy)',
    'trz(?:y|ech|ema)',
    'czter(?:y|ech|ema)',
    'pię(?:ć|ciu)',
    'sześ(?:ć|ciu)',
    'sied(?:em|miu)',
    'oś(?:miu)|osiem',
    'dziewię(?:ć|ciu)',
    'dziesię(?:ć|ciu)',
    'jedena(?:ście|stu)',
    'dwana(?:ście|stu)',
  ],
  ro: [
    'doi|două(?! ori)',
    'trei',
    'patru',
    'cinci',
    'șase',
    'șapte',
    'opt',
    null,
    'zece',
    'unsprezece',
    'doisprezece|douăsprezece',
  ],
  fr: ['deux', 'trois', 'quatre', 'cinq', 'six', 'sept', 'huit', null, 'dix', 'onze', 'douze'],
  it: [
    'due(?! volte)',
    'tre',
    'quattro',
    'cinque',
    null,
    'sette',
    'otto',
    'nove',
    'dieci',
    'undici',
    'dodici',
  ],
  es: ['dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve', 'diez', 'once', 'doce'],
  fa: ['دو', 'سه', 'چهار', 'پنج', null, 'هفت', 'هشت', null, null, 'یازده', 'دوازده'],
};

const testsOf = (
  lists: Lists,
  made: (list: string, language: string) => RegExp,
): Readonly<Record<string, readonly (RegExp | null)[]>> =>
  Object.fromEntries(
    Object.entries(lists).map(([language, list]) => [
      language,
      list.map((one) => (one === null ? null : made(one, language))),
    ]),
  );
// Arabic writes the article and short words together with the number.
const SAID_TESTS = testsOf(SAID, (list, language) =>
    language === 'ar' ? new RegExp(list, 'u') : stems(list),
  ),
  NAMED_TESTS = testsOf(NAMED, (list, language) =>
    language === 'ar' ? words(`[وفبل]?(?:${list})`) : words(list),
  );

/** Returns the numbers from two to twelve that a text writes as words. */
const found = (tests: typeof SAID_TESTS, text: string, language: string): ReadonlySet<string> =>
  new Set(
    (inLanguage(tests, language) ?? []).flatMap((test, i) =>
      test?.test(text) === true ? [String(i + 2)] : [],
    ),
  );

const ARABIC_ZERO = 0x0660,
  PERSIAN_ZERO = 0x06f0;
/** Returns the numbers in a text, sorted, from digits of any script. */
export const numbersIn = (text: string): readonly string[] =>
  (
    text
      .replace(/[٠-٩]/gu, (digit) => String(digit.charCodeAt(0) - ARABIC_ZERO))
      .replace(/[۰-۹]/gu, (digit) => String(digit.charCodeAt(0) - PERSIAN_ZERO))
      .replace(/\{\w+\}/g, '')
      .replace(/(\d)[\s.,\u00a0\u202f٬](?=\d{3}(?!\d))/g, '$1')
      .match(/\d+/g) ?? []
  ).sort();
/**
 * Whether a text names another number, or lost one: in digits, or as a word up to twelve.
 * @param own language of the original
 */
export function hasOtherNumbers(
  original: string,
  own: string,
  said: string,
  language: string,
): boolean {
  const digits = numbersIn(original),
    written = found(SAID_TESTS, original, own),
    kept = new Set([...numbersIn(said), ...found(SAID_TESTS, said, language)]);
  return (
    numbersIn(said).some(
      (one) => !digits.includes(one) && !written.has(one) && (own === 'de' || one !== '0'),
    ) ||
    digits.some((one) => Number(one) > 1 && !kept.has(one)) ||
    [...found(NAMED_TESTS, original, own)].some((one) => !kept.has(one))
  );
}
