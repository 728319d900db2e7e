// Texts of the own account.

import { roomTexts } from '../../ui/texts.ts';
import type de from './texts.de.json';

export type ProfileText = keyof typeof de;
export const useProfileTexts = roomTexts<ProfileText>('konto', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
