// Texts of master data, and how they write a value.

import { dayText, isDay } from '../../../shared/base/dates.ts';
import type { MasterField } from '../../../shared/desk/master-data.ts';
import { roomTexts, type TextsOf } from '../../ui/texts.ts';
import type de from './texts.de.json';

type StammdatenKey = keyof typeof de;
export type StammdatenTexts = TextsOf<StammdatenKey>;
export const useStammdatenTexts: () => StammdatenTexts = roomTexts<StammdatenKey>('stammdaten', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});

const GENDER_WORDS: Readonly<Record<string, StammdatenKey>> = {
  male: 'gender.male',
  female: 'gender.female',
  divers: 'gender.divers',
  unknown: 'gender.unknown',
};
/** A value as people read it; a dash-free word where there is none. */
export function valueText(
  t: StammdatenTexts,
  field: MasterField,
  value: string,
  language: string,
): string {
  if (value === '') return t('empty');
  if (field === 'geburtsdatum') return isDay(value) ? dayText(value, language) : value;
  const word = field === 'gender' ? GENDER_WORDS[value] : undefined;
  return word ? t(word) : value;
}
