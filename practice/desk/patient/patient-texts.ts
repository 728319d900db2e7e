// Texts of the patient page.

import { roomTexts, type TextsOf } from '../../ui/texts.ts';
import type de from './texts.de.json';

type PatientKey = keyof typeof de;
export type PatientTexts = TextsOf<PatientKey>;
export const usePatientTexts: () => PatientTexts = roomTexts<PatientKey>('patient', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
