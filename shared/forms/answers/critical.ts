/**
 * Kinds of critical answers that a dentist must know before treating a patient, most dangerous
 * first.
 */

export type CriticalKind =
  | 'allergie'
  | 'blutverduenner'
  | 'antiresorptiva'
  | 'strahlentherapie'
  | 'antibiotika'
  | 'endokarditis'
  | 'blutung'
  | 'schlucken'
  | 'herzgeraet'
  | 'gelenk'
  | 'schwangerschaft'
  | 'infektion'
  | 'immunschwaeche'
  | 'wundheilung'
  | 'herzkreislauf'
  | 'anfall'
  | 'diabetes'
  | 'atmung'
  | 'knochen'
  | 'organ'
  | 'tumor'
  | 'zwischenfall'
  | 'medikament';

/**
 * In the order of the chair card. Data about the kinds, not advice: no conclusions are drawn from
 * them.
 */
export const CRITICAL_KINDS: readonly CriticalKind[] = [
  'allergie',
  'blutverduenner',
  'antiresorptiva',
  'strahlentherapie',
  'antibiotika',
  'endokarditis',
  'blutung',
  'schlucken',
  'herzgeraet',
  'gelenk',
  'schwangerschaft',
  'infektion',
  'immunschwaeche',
  'wundheilung',
  'herzkreislauf',
  'anfall',
  'diabetes',
  'atmung',
  'knochen',
  'organ',
  'tumor',
  'zwischenfall',
  'medikament',
];

/**
 * Kinds that only some patients are asked about, or only before some treatments: a missing question
 * is no gap.
 */
const SELDOM_ASKED: ReadonlySet<CriticalKind> = new Set([
  'strahlentherapie',
  'schlucken',
  'gelenk',
  'wundheilung',
  'knochen',
]);
/** Kinds that a patient's card reports as not asked. */
export const ASKED_OF_EVERYBODY: readonly CriticalKind[] = CRITICAL_KINDS.filter(
  (one) => !SELDOM_ASKED.has(one),
);

export const isCriticalKind = (value: string | undefined): value is CriticalKind =>
  CRITICAL_KINDS.some((one) => one === value);

/** German names of the kinds. */
export const CRITICAL_WORDS: Readonly<
  Record<CriticalKind, { readonly de: string; readonly en: string }>
> = {
  allergie: { de: 'Allergie', en: 'Allergy' },
  blutverduenner: { de: 'Blutverdünner', en: 'Blood thinner' },
  antiresorptiva: { de: 'Antiresorptiva', en: 'Antiresorptives' },
  strahlentherapie: { de: 'Bestrahlung', en: 'Radiotherapy' },
  antibiotika: { de: 'Antibiotikaprophylaxe', en: 'Antibiotic prophylaxis' },
  endokarditis: { de: 'Endokarditis', en: 'Endocarditis' },
  blutung: { de: 'Blutung', en: 'Bleeding' },
  schlucken: { de: 'Schlucken und Atmen', en: 'Swallowing and breathing' },
  herzgeraet: { de: 'Herzgerät', en: 'Heart device' },
  gelenk: { de: 'Gelenkersatz', en: 'Joint replacement' },
  schwangerschaft: { de: 'Schwangerschaft', en: 'Pregnancy' },
  infektion: { de: 'Infektion', en: 'Infection' },
  immunschwaeche: { de: 'Abwehrschwäche', en: 'Weak immune system' },
  wundheilung: { de: 'Wundheilung', en: 'Wound healing' },
  herzkreislauf: { de: 'Herz und Kreislauf', en: 'Heart and circulation' },
  anfall: { de: 'Anfälle', en: 'Seizures' },
  diabetes: { de: 'Diabetes', en: 'Diabetes' },
  atmung: { de: 'Atmung', en: 'Breathing' },
  knochen: { de: 'Knochen', en: 'Bones' },
  organ: { de: 'Organe', en: 'Organs' },
  tumor: { de: 'Tumor', en: 'Tumour' },
  zwischenfall: { de: 'Zwischenfall', en: 'Incident' },
  medikament: { de: 'Medikamente', en: 'Medication' },
};
