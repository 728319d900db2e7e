// Texts of the patient page.

import { useSliceTexts, type TextsOf } from '../ui/texts.ts';
import type de from './texts.de.json';

export type PatientKey = keyof typeof de;
export type PatientTexts = TextsOf<PatientKey>;
export const usePatientTexts = (): PatientTexts => useSliceTexts<PatientKey>('patient');
