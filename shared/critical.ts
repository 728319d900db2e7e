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
