// Names of teeth as patients say them, next to the number of the FDI scheme (ISO 3950).

/** Words of one language: quadrants 1 to 4, teeth 1 to 8 from the middle, and milk teeth 1 to 5. */
interface ToothWords {
  readonly at: readonly [string, string, string, string];
  readonly tooth: readonly string[];
  readonly milk: readonly string[];
  /** Sign between place and tooth. */
  readonly comma?: string;
}

const WORDS: Readonly<Record<string, ToothWords>> = {
  de: {
    at: ['oben rechts', 'oben links', 'unten links', 'unten rechts'],
    tooth: [
      'mittlerer Schneidezahn',
      'seitlicher Schneidezahn',
      'Eckzahn',
      'erster kleiner Backenzahn',
      'zweiter kleiner Backenzahn',
      'erster großer Backenzahn',
      'zweiter großer Backenzahn',
      'Weisheitszahn',
    ],
    milk: [
      'mittlerer Milchschneidezahn',
      'seitlicher Milchschneidezahn',
      'Milcheckzahn',
      'erster Milchbackenzahn',
      'zweiter Milchbackenzahn',
    ],
  },
  en: {
    at: ['upper right', 'upper left', 'lower left', 'lower right'],
    tooth: [
      'central incisor',
      'lateral incisor',
      'canine',
      'first premolar',
      'second premolar',
      'first molar',
      'second molar',
      'wisdom tooth',
    ],
    milk: [
      'central milk incisor',
      'lateral milk incisor',
      'milk canine',
      'first milk molar',
      'second milk molar',
    ],
  },
  ar: {
    at: ['أعلى اليمين', 'أعلى اليسار', 'أسفل اليسار', 'أسفل اليمين'],
    tooth: [
      'القاطع المركزي',
      'القاطع الجانبي',
      'الناب',
      'الضاحك الأول',
      'الضاحك الثاني',
      'الرحى الأولى',
      'الرحى الثانية',
      'ضرس العقل',
    ],
    milk: [
      'القاطع اللبني المركزي',
      'القاطع اللبني الجانبي',
      'الناب اللبني',
      'الرحى اللبنية الأولى',
      'الرحى اللبنية الثانية',
    ],
    comma: '،',
  },
  es: {
    at: [
      'arriba a la derecha',
      'arriba a la izquierda',
      'abajo a la izquierda',
      'abajo a la derecha',
    ],
    tooth: [
      'incisivo central',
      'incisivo lateral',
      'colmillo',
      'primer premolar',
      'segundo premolar',
      'primera muela',
      'segunda muela',
      'muela del juicio',
    ],
    milk: [
      'incisivo central de leche',
      'incisivo lateral de leche',
      'colmillo de leche',
      'primera muela de leche',
      'segunda muela de leche',
    ],
  },
  fa: {
    at: ['بالا راست', 'بالا چپ', 'پایین چپ', 'پایین راست'],
    tooth: [
      'دندان پیشین میانی',
      'دندان پیشین کناری',
      'دندان نیش',
      'آسیای کوچک اول',
      'آسیای کوچک دوم',
      'آسیای بزرگ اول',
      'آسیای بزرگ دوم',
      'دندان عقل',
    ],
    milk: [
      'دندان پیشین میانی شیری',
      'دندان پیشین کناری شیری',
      'دندان نیش شیری',
      'آسیای شیری اول',
      'آسیای شیری دوم',
    ],
    comma: '،',
  },
  fr: {
    at: ['en haut à droite', 'en haut à gauche', 'en bas à gauche', 'en bas à droite'],
    tooth: [
      'incisive centrale',
      'incisive latérale',
      'canine',
      'première prémolaire',
      'deuxième prémolaire',
      'première molaire',
      'deuxième molaire',
      'dent de sagesse',
    ],
    milk: [
      'incisive centrale de lait',
      'incisive latérale de lait',
      'canine de lait',
      'première molaire de lait',
      'deuxième molaire de lait',
    ],
  },
  it: {
    at: ['in alto a destra', 'in alto a sinistra', 'in basso a sinistra', 'in basso a destra'],
    tooth: [
      'incisivo centrale',
      'incisivo laterale',
      'canino',
      'primo premolare',
      'secondo premolare',
      'primo molare',
      'secondo molare',
      'dente del giudizio',
    ],
    milk: [
      'incisivo centrale da latte',
      'incisivo laterale da latte',
      'canino da latte',
      'primo molare da latte',
      'secondo molare da latte',
    ],
  },
  pl: {
    at: ['na górze po prawej', 'na górze po lewej', 'na dole po lewej', 'na dole po prawej'],
    tooth: [
      'siekacz środkowy',
      'siekacz boczny',
      'kieł',
      'pierwszy ząb przedtrzonowy',
      'drugi ząb przedtrzonowy',
      'pierwszy ząb trzonowy',
      'drugi ząb trzonowy',
      'ząb mądrości',
    ],
    milk: [
      'mleczny siekacz środkowy',
      'mleczny siekacz boczny',
      'mleczny kieł',
      'pierwszy mleczny ząb trzonowy',
      'drugi mleczny ząb trzonowy',
    ],
  },
  ro: {
    at: ['sus dreapta', 'sus stânga', 'jos stânga', 'jos dreapta'],
    tooth: [
      'incisiv central',
      'incisiv lateral',
      'canin',
      'primul premolar',
      'al doilea premolar',
      'primul molar',
      'al doilea molar',
      'măsea de minte',
    ],
    milk: [
      'incisiv central de lapte',
      'incisiv lateral de lapte',
      'canin de lapte',
      'primul molar de lapte',
      'al doilea molar de lapte',
    ],
  },
  ru: {
    at: ['сверху справа', 'сверху слева', 'снизу слева', 'снизу справа'],
    tooth: [
      'центральный резец',
      'боковой резец',
      'клык',
      'первый малый коренной зуб',
      'второй малый коренной зуб',
      'первый большой коренной зуб',
      'второй большой коренной зуб',
      'зуб мудрости',
    ],
    milk: [
      'молочный центральный резец',
      'молочный боковой резец',
      'молочный клык',
      'первый молочный коренной зуб',
      'второй молочный коренной зуб',
    ],
  },
  tr: {
    at: ['sağ üst', 'sol üst', 'sol alt', 'sağ alt'],
    tooth: [
      'orta kesici diş',
      'yan kesici diş',
      'köpek dişi',
      'birinci küçük azı dişi',
      'ikinci küçük azı dişi',
      'birinci büyük azı dişi',
      'ikinci büyük azı dişi',
      'yirmi yaş dişi',
    ],
    milk: [
      'orta kesici süt dişi',
      'yan kesici süt dişi',
      'süt köpek dişi',
      'birinci süt azı dişi',
      'ikinci süt azı dişi',
    ],
  },
  uk: {
    at: ['зверху праворуч', 'зверху ліворуч', 'знизу ліворуч', 'знизу праворуч'],
    tooth: [
      'центральний різець',
      'бічний різець',
      'ікло',
      'перший малий кутній зуб',
      'другий малий кутній зуб',
      'перший великий кутній зуб',
      'другий великий кутній зуб',
      'зуб мудрості',
    ],
    milk: [
      'молочний центральний різець',
      'молочний бічний різець',
      'молочне ікло',
      'перший молочний кутній зуб',
      'другий молочний кутній зуб',
    ],
  },
};

/**
 * Returns the patterns of a tooth's number, and of a word after which numbers are teeth, with those
 * numbers and their surfaces. Made when needed: the tablet names no teeth and leaves them out.
 */
function patterns(): { readonly number: RegExp; readonly afterWord: RegExp } {
  const time = 'uhr|min|minuten?|stunden?|tage?|wochen?|monate?|jahre?',
    unit = String.raw`(?:€|%|°|(?:eur|euro|mm|cm|mg|ml|${time})(?!\p{L}))`;
  // No part of a longer number, of a date or of an amount.
  const end = String.raw`(?!\p{N}|[.,:]\p{N}|\s*${unit})`,
    tooth = String.raw`\p{N}{2}${end}(?:\s*[modblpvi]{1,5}(?!\p{L}))?`,
    and = String.raw`(?:\s*[,;/+&–-]\s*|\s+(?:und|bis|sowie|and|to)\s+|\s+)`,
    word = '(?:milch)?(?:zahn(?:e?s)?|zähnen?)|regio(?:nen)?|tooth|teeth';
  return {
    number: new RegExp(
      String.raw`(?<![\p{L}\p{N}]|\p{N}[.,:])(?:[1-4][1-8]|[5-8][1-5])(?!\p{L})${end}`,
      'giu',
    ),
    afterWord: new RegExp(
      String.raw`(?<!\p{L})(?:${word})[\s.:-]+${tooth}(?:${and}${tooth})*`,
      'giu',
    ),
  };
}

/** Checks by its German label whether a field asks for a tooth, and not for a number of teeth. */
const isToothField = (label: string): boolean =>
  /(?<!\p{L})(?:zahn|zähne|regio)(?!\p{L})/iu.test(label) && !/zahl|wie viele/iu.test(label);

function named(number: string, words: ToothWords): string {
  const quadrant = Number(number[0]),
    place = words.at[(quadrant - 1) % 4] ?? '',
    name = (quadrant > 4 ? words.milk : words.tooth)[Number(number[1]) - 1] ?? '';
  return `${number} (${place}${words.comma ?? ','} ${name})`;
}

/** Names the teeth of a field that asks for them: `36 (unten links, erster großer Backenzahn) mod`. */
function toothNames(text: string, language: string): string {
  const words = WORDS[language];
  return words ? text.replace(patterns().number, (number) => named(number, words)) : text;
}

/**
 * Returns the value of a field with the plain names of its teeth in a language: all numbers of teeth
 * in a field that asks for a tooth, elsewhere those that follow a word such as „Zahn“ or „Regio“.
 * A language without names returns the text unchanged.
 * @param label German label of the field
 */
export const withToothNames = (label: string, text: string, language: string): string =>
  isToothField(label)
    ? toothNames(text, language)
    : text.replace(patterns().afterWord, (numbers) => toothNames(numbers, language));
