// Default rules of the product: which forms and papers a Mappe contains until the practice changes
// them. The reasons are in the texts of the rules page.

import type { MappeRule, RuleRepeat, RuleWhen } from '../../shared/desk/mappe-rules.ts';

const each: RuleRepeat = { kind: 'each' };
const months = (n: number): RuleRepeat => ({ kind: 'months', months: n });
const PAIN = ['Schmerz', 'Notfall'],
  SURGERY = [
    'Extraktion',
    'Zahnentfernung',
    'Weisheitszahn',
    'Operation',
    'OP',
    'Chirurgie',
    'Implantat',
    'Wurzelspitzenresektion',
  ];
const rule = (
  id: string,
  item: string,
  repeat: RuleRepeat,
  when: RuleWhen,
  more: Partial<Pick<MappeRule, 'isOn' | 'isFull'>> = {},
): MappeRule => ({ id, isOn: true, item, repeat, isFull: false, when, note: '', ...more });

/** In their order within a Mappe. Ages are those the forms are written for. */
export const SHIPPED_RULES: readonly MappeRule[] = [
  rule('daten', 'patientendaten', months(12), {}),
  rule('datenschutz', 'datenschutz', { kind: 'version' }, {}),
  rule('schmerz', 'schmerz', each, { ageFrom: 15, words: PAIN }),
  // The short form replaces the long one for patients in pain; the next appointment uses the long
  // one.
  rule(
    'anamnese-voll',
    'anamnese-erwachsene',
    months(24),
    { ageFrom: 15, notWords: PAIN },
    { isFull: true },
  ),
  rule('anamnese', 'anamnese-erwachsene', months(6), { ageFrom: 15, notWords: PAIN }),
  rule('kinder-voll', 'anamnese-kinder', months(24), { ageTo: 14 }, { isFull: true }),
  rule('kinder', 'anamnese-kinder', months(6), { ageTo: 14 }),
  rule('operation', 'zusatz-operation', each, {
    ageFrom: 15,
    words: SURGERY,
    notWords: ['Beratung'],
  }),
  rule('roentgen', 'zusatz-roentgen', each, {
    ageFrom: 15,
    words: ['Röntgen', 'OPG', 'DVT', 'Panoramaaufnahme'],
  }),
  rule('betaeubung', 'zusatz-betaeubung', months(6), {
    ageFrom: 15,
    words: [...SURGERY, 'Betäubung', 'Sedierung', 'Lachgas', 'Füllung', 'Krone', 'Wurzel'],
    notWords: ['Beratung'],
  }),
  rule('extraktion', 'extraktion', each, {
    words: ['Extraktion', 'Zahnentfernung', 'Weisheitszahn'],
    notWords: ['Beratung'],
  }),
  rule('mehrkosten', 'mehrkosten', each, { words: ['Füllung'] }, { isOn: false }),
  rule('foto', 'foto', { kind: 'version' }, {}, { isOn: false }),
];
