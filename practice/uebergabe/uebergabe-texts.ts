// Texts of carrying a sign-in elsewhere.

import { useSliceTexts } from '../ui/texts.ts';
import type de from './texts.de.json';

export const useUebergabeTexts = () => useSliceTexts<keyof typeof de>('uebergabe');
