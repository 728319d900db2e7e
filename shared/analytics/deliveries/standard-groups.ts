// What the practice's own appointment types are mapped to: apart, because filters on a screen need
// these words and nothing else of what is delivered.

/** What appointment types are mapped to; key figures and rules know these only. */
export const STANDARD_GROUPS = [
  'KONTROLLE',
  'RECALL',
  'NEUPATIENT',
  'PROPHYLAXE',
  'SCHMERZ',
  'FUELLUNG',
  'ENDO',
  'ZE',
  'EINGLIEDERUNG',
  'CHIRURGIE',
  'WUNDKONTROLLE',
  'PAR',
  'UPT',
  'KFO',
  'SCHIENENKONTROLLE',
  'BERATUNG',
  'SONSTIGE',
] as const;
