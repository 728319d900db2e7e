// Texts of the patient page; the words of work lists are shared with files and paper.

import type words from '../../../shared/analytics/reports/worklist-words.de.json';
import { bothTexts, roomTexts, type TextsOf } from '../../ui/texts.ts';
import type de from './texts.de.json';

/** Texts with a plural are looked up without the plural suffix. */
type Bare<Key> = Key extends `${infer Base}_${'one' | 'other'}` ? Base : Key;
type PatientKey = Bare<keyof typeof de> | keyof typeof words;
export type PatientTexts = TextsOf<PatientKey>;
export const usePatientTexts: () => PatientTexts = roomTexts<PatientKey>('patient', {
  de: () =>
    bothTexts(
      import('./texts.de.json'),
      import('../../../shared/analytics/reports/worklist-words.de.json'),
    ),
  en: () =>
    bothTexts(
      import('./texts.en.json'),
      import('../../../shared/analytics/reports/worklist-words.en.json'),
    ),
});
