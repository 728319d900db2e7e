// Texts of the app's frame.

import { useSliceTexts } from '../ui/texts.ts';
import type de from './texts.de.json';

export const useAppTexts = () => useSliceTexts<keyof typeof de>('app');
