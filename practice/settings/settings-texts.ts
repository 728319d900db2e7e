// Texts of the settings page.

import { useSliceTexts } from '../ui/texts.ts';
import type de from './texts.de.json';

export const useSettingsTexts = () => useSliceTexts<keyof typeof de>('settings');
