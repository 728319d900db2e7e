// Guess of the standard group of a practice's appointment type by its name. Pure; a guess is not
// used before a user confirms it.

import type { STANDARD_GROUPS } from './standard-groups.ts';

export type StandardGroup = (typeof STANDARD_GROUPS)[number];

/**
 * Normalizes to lower case, umlauts written out, everything else one space, one at each end: ` par
 * ` is a word, `par` a part of one.
 */
export const simplify = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replace(/ä/g, 'ae')
    .replace(/ö/g, 'oe')
    .replace(/ü/g, 'ue')
    .replace(/ß/g, 'ss')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()} `;

/**
 * The first match decides: more specific ones precede general ones (`Wundkontrolle` before
 * `Kontrolle`, `UPT` before `PAR`).
 */
const GROUP_PATTERNS: readonly (readonly [StandardGroup, RegExp])[] = [
  ['WUNDKONTROLLE', /wund|naht|faeden| nk | nachkontrolle chir|postop|tamponade/],
  ['SCHIENENKONTROLLE', /schiene\w* ?(kontroll|nachsorge|einschleif)| sk /],
  ['UPT', / upt|unterstuetzende par|erhaltungstherapie/],
  ['KFO', / kfo|kieferorth|bracket|aligner|zahnspange/],
  ['PAR', / par | pa | pa be|parodont| ait | cpt | bev | atg | mhu /],
  ['PROPHYLAXE', / pzr|prophyl|zahnreinig| ip ?\d? | ip\d| fu\d? |mundhygiene| dh /],
  ['RECALL', /recall/],
  [
    'NEUPATIENT',
    /neupat|neuaufnahme|erstunters|ersttermin|erstgespr|erstvorst| np |neu patient|neuer patient/,
  ],
  ['EINGLIEDERUNG', /einglieder|einsetz|einprobe| zee | ze ?e |abgabe/],
  ['SCHMERZ', /schmerz|notfall|notdienst|akut/],
  ['ENDO', /endo|wurzelkanal|wurzelbeh|wurzelf| wkb | wk | wf | trep/],
  [
    'CHIRURGIE',
    /chirurg| ex |extrak| ost\d? |osteot|implant|weisheits| wsr |resekt| op |sinuslift/,
  ],
  ['BERATUNG', /berat|besprech|aufklaer| hkp |planung/],
  ['ZE', / ze |praep|krone|bruecke|prothes|abdruck|abform|geruest|inlay|veneer|zahnersatz/],
  ['FUELLUNG', /fuell| kons |karies|komposit|composite| kfl /],
  ['KONTROLLE', /kontroll| 01 |untersuch|vorsorge|check| ku /],
];
/** Returns the rank of a group: of two possible groups of a text, the first is more specific. */
export const rankOf = (groupName: StandardGroup): number =>
  GROUP_PATTERNS.findIndex(([group]) => group === groupName);
/**
 * Guesses the group of an appointment type.
 * @param name of the type;
 * @param groupName name of the type's group in the practice software, used where `name` decides
 * nothing
 */
export function guessGroup(name: string, groupName = ''): StandardGroup | null {
  for (const text of [simplify(name), simplify(groupName)])
    for (const [group, muster] of GROUP_PATTERNS) if (muster.test(text)) return group;
  return null;
}
