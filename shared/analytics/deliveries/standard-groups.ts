// Standard groups of a practice's appointment types: a separate file, because filters on a screen
// need only these and no other delivered data.

/** Targets of the mapping of appointment types; key figures and rules know only these. */
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
