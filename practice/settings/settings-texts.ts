// Texts of the settings page.

import { useSliceTexts } from '../ui/texts.ts';
import type de from './texts.de.json';

export type SettingsText = keyof typeof de;
export const useSettingsTexts = () => useSliceTexts<SettingsText>('settings');
