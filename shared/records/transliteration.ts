// Latin spellings of Cyrillic (ICAO 9303), Greek (ELOT 743) and Arabic letters (DIN 31635 without
// marks), for receivers whose character set has no such letters. Pure.

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
const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ...LOWER,
  ...LOWER.map(([c, latin]): [string, string] => [c.toUpperCase(), capital(latin)]),
  ...ARABIC,
]);

/** Returns the Latin spelling of a letter; undefined if none is known. Empty for silent signs. */
export const latinOf = (letter: string): string | undefined => SPELLINGS.get(letter);
