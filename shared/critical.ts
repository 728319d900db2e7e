/** What a dentist must know before touching a patient: the kinds of critical answers, most dangerous first. */

export type CriticalKind =
  | 'allergie' | 'blutverduenner' | 'antiresorptiva' | 'endokarditis' | 'blutung' | 'herzgeraet' | 'schwangerschaft' | 'infektion'
  | 'immunschwaeche' | 'herzkreislauf' | 'anfall' | 'diabetes' | 'atmung' | 'organ' | 'tumor' | 'zwischenfall' | 'medikament';

/** In the order of the chair card. Data about the kinds, not advice: nothing is concluded from them. */
export const CRITICAL_KINDS: readonly CriticalKind[] = [
  'allergie', 'blutverduenner', 'antiresorptiva', 'endokarditis', 'blutung', 'herzgeraet', 'schwangerschaft', 'infektion',
  'immunschwaeche', 'herzkreislauf', 'anfall', 'diabetes', 'atmung', 'organ', 'tumor', 'zwischenfall', 'medikament',
];

export const isCriticalKind = (value: string | undefined): value is CriticalKind => CRITICAL_KINDS.some((one) => one === value);

/** How the kinds are called in the practice. */
export const CRITICAL_WORDS: Readonly<Record<CriticalKind, { readonly de: string; readonly en: string }>> = {
  allergie: { de: 'Allergie', en: 'Allergy' },
  blutverduenner: { de: 'Blutverdünner', en: 'Blood thinner' },
  antiresorptiva: { de: 'Antiresorptiva', en: 'Antiresorptives' },
  endokarditis: { de: 'Endokarditis', en: 'Endocarditis' },
  blutung: { de: 'Blutung', en: 'Bleeding' },
  herzgeraet: { de: 'Herzgerät', en: 'Heart device' },
  schwangerschaft: { de: 'Schwangerschaft', en: 'Pregnancy' },
  infektion: { de: 'Infektion', en: 'Infection' },
  immunschwaeche: { de: 'Abwehrschwäche', en: 'Weak immune system' },
  herzkreislauf: { de: 'Herz und Kreislauf', en: 'Heart and circulation' },
  anfall: { de: 'Anfälle', en: 'Seizures' },
  diabetes: { de: 'Diabetes', en: 'Diabetes' },
  atmung: { de: 'Atmung', en: 'Breathing' },
  organ: { de: 'Organe', en: 'Organs' },
  tumor: { de: 'Tumor', en: 'Tumour' },
  zwischenfall: { de: 'Zwischenfall', en: 'Incident' },
  medikament: { de: 'Medikamente', en: 'Medication' },
};
