// Texts of the settings page.

import { roomTexts } from '../../ui/texts.ts';
import type de from './texts.de.json';

/** Texts with a plural are looked up without the plural suffix. */
type Plain<Key> = Key extends `${infer Name}_one` | `${infer Name}_other` ? Name : Key;
export type SettingsText = Plain<keyof typeof de>;
export const useSettingsTexts = roomTexts<SettingsText>('settings', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
