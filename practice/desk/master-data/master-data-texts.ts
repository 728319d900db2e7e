// Texts of master data, and the format of its values.

import { dayText, isDay } from '../../../shared/base/dates.ts';
import type { MasterField } from '../../../shared/desk/master-fields.ts';
import { roomTexts, type TextsOf } from '../../ui/texts.ts';
import type de from './texts.de.json';

type MasterDataKey = keyof typeof de;
export type MasterDataTexts = TextsOf<MasterDataKey>;
export const useMasterDataTexts: () => MasterDataTexts = roomTexts<MasterDataKey>('stammdaten', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});

const GENDER_WORDS: Readonly<Record<string, MasterDataKey>> = {
  male: 'gender.male',
  female: 'gender.female',
  divers: 'gender.divers',
  unknown: 'gender.unknown',
};
/** Formats a value for display; the text of `empty` where there is none. */
export function valueText(
  t: MasterDataTexts,
  field: MasterField,
  value: string,
  language: string,
): string {
  if (value === '') return t('empty');
  if (field === 'geburtsdatum') return isDay(value) ? dayText(value, language) : value;
  const word = field === 'gender' ? GENDER_WORDS[value] : undefined;
  return word ? t(word) : value;
}
