// Latin spellings of Cyrillic (ICAO 9303), Greek (ELOT 743), Arabic (DIN 31635 without marks),
// Hebrew (ISO 259-2 without marks), Georgian (national system), Armenian (BGN/PCGN) and Korean
// (Revised Romanization, letter by letter), for receivers whose character set has no such letters.
// Pure.

const pairs = (text: string): [string, string][] =>
  text.split(' ').map((one): [string, string] => [one.slice(0, 1), one.slice(1)]);

const LOWER = pairs(
  'аa бb вv гg дd еe ёe жzh зz иi йi кk лl мm нn оo пp рr сs тt уu фf хkh цts чch шsh щshch ъie ыy ь эe юiu яia ' +
    'єie іi їi ґg ћc ђd јj љlj њnj џdz ѓg ќk ѕdz ўu ' +
    'αa άa βv γg δd εe έe ζz ηi ήi θth ιi ίi ϊi ΐi κk λl μm νn ξx οo όo πp ρr σs ςs τt υy ύy ϋy ΰy φf χch ψps ωo ώo',
);
const ARABIC = pairs(
  "اa أa إi آa ٱa بb تt ثth جj حh خkh دd ذdh رr زz سs شsh صs ضd طt ظz ع' غgh فf قq كk لl مm نn هh ةa وu ؤu يi ئi ىa ء' " +
    'پp چch ژzh گg کk یi ۀh',
);
const HEBREW = pairs(
  "א' בb גg דd הh וv זz חh טt יy כk ךk לl מm םm נn ןn סs ע' פp ףp צts ץts קq רr שsh תt",
);
const GEORGIAN = pairs(
  "აa ბb გg დd ეe ვv ზz თt იi კk' ლl მm ნn ოo პp' ჟzh რr სs ტt' უu ფp ქk ღgh ყq' შsh ჩch ცts ძdz წts' ჭch' ხkh ჯj ჰh",
);
const ARMENIAN = pairs(
  "աa բb գg դd եe զz էe ըy թt' ժzh իi լl խkh ծts կk հh ձdz ղgh ճch մm յy նn շsh ոo չch' պp ջj ռrr սs վv տt րr ցts' ւw փp' քk' օo ֆf և'ev",
).map(([c, latin]): [string, string] => [c, latin.replace(/^'/, '')]);
const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ...LOWER,
  ...LOWER.map(([c, latin]): [string, string] => [c.toUpperCase(), capital(latin)]),
  ...ARABIC,
  ...HEBREW,
  ...GEORGIAN,
  ...ARMENIAN,
  ...ARMENIAN.map(([c, latin]): [string, string] => [c.toUpperCase(), capital(latin)]),
]);

/** First, middle and last sounds of a Korean syllable, in the order of Unicode. */
const HANGUL = [
  'g kk n d tt r m b pp s ss - j jj ch k t p h',
  'a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i',
  '- k k k n n n t l k m l l l p l m p p t t ng t t k t p t',
].map((sounds) => sounds.split(' ').map((one) => (one === '-' ? '' : one)));
const FIRST_SYLLABLE = 0xac00,
  SYLLABLES = 11_172;
function koreanOf(letter: string): string | undefined {
  const at = (letter.codePointAt(0) ?? 0) - FIRST_SYLLABLE;
  if (at < 0 || at >= SYLLABLES) return undefined;
  const [first, middle, last] = HANGUL;
  return [
    first?.[Math.floor(at / 588)],
    middle?.[Math.floor((at % 588) / 28)],
    last?.[at % 28],
  ].join('');
}

/** Returns the Latin spelling of a letter; undefined if none is known. Empty for silent signs. */
export const latinOf = (letter: string): string | undefined =>
  SPELLINGS.get(letter) ?? koreanOf(letter);
