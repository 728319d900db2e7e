// Texts of signing in.

import { useSliceTexts } from '../ui/texts.ts';
import type de from './texts.de.json';

export const useAuthTexts = () => useSliceTexts<keyof typeof de>('auth');
