/** Days, notes and teeth that generated practices choose from. */
export const TODAY = '2026-11-20';
export const NOW = Date.parse('2026-11-20T09:00:00Z');

/** Intervals between two visits: the lengths of the rules' windows plus and minus a day. */
export const STEPS = [
  1, 2, 6, 7, 8, 13, 14, 15, 17, 18, 19, 27, 28, 29, 30, 31, 59, 60, 61, 89, 90, 91, 92, 120, 121,
  122, 123, 124, 150, 181, 182, 183, 184, 185, 304, 305, 306, 364, 365, 366, 367, 545, 549, 729,
  730, 731, 732,
];

export const EDGES = [
  '2024-02-29',
  '2025-02-28',
  '2025-03-30',
  '2025-06-30',
  '2025-07-01',
  '2025-08-31',
  '2025-10-26',
  '2025-12-31',
  '2026-01-01',
  '2026-01-31',
  '2026-03-29',
  '2026-03-31',
  '2026-04-03',
  '2026-05-01',
  '2026-05-31',
  '2026-06-30',
  '2026-07-01',
  '2026-10-03',
  '2026-10-25',
  '2026-11-19',
  TODAY,
];

export const NOTES = [
  'Inzision, Drainage gelegt.',
  'Aphthe behandelt.',
  'Druckstelle entlastet.',
  'Scharfe Kante geglättet.',
  'Zahnstein entfernt.',
  'Kofferdam gelegt.',
  'Separiert.',
  'Caries profunda, Ca(OH)2.',
  'ohne Anästhesie.',
  'Mundhygiene-Unterweisung, 25 Min.',
  'Mundhygiene-Unterweisung, 15 Min.',
  'Mundhygiene-Unterweisung, 10 Min.',
  'Raypex.',
  'Mikroskop.',
  'PUI.',
  'Laser.',
  'ITN.',
  'Wunde reizlos, Naht entfernt.',
  'Bohrschablone.',
  'Scan mit Primescan.',
  'Abformung, Situationsmodelle.',
  'Provisorium rezementiert.',
  'Schiene eingeschliffen.',
  'adhäsiv befestigt mit Panavia.',
  'Oberflächenanästhesie.',
  'Gingivitis, CHX.',
  'Kontrolle o. B.',
  'stationär im Krankenhaus.',
];

export const TEETH = [
  '16',
  '26',
  '36',
  '46',
  '14',
  '24',
  '11',
  '13',
  '21',
  '33',
  '41',
  '45',
  '18',
  '55',
  '64',
];

/** Groups of appointment types that occur in rules. */
export const GROUPS = [
  'KONTROLLE',
  'RECALL',
  'NEUPATIENT',
  'SCHMERZ',
  'WUNDKONTROLLE',
  'SCHIENENKONTROLLE',
  'UPT',
  'PAR',
  'SONSTIGE',
];
