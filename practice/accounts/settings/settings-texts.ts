// Texts of the settings page.

import { roomTexts } from '../../ui/texts.ts';
import type de from './texts.de.json';

export type SettingsText = keyof typeof de;
export const useSettingsTexts = roomTexts<SettingsText>('settings', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
