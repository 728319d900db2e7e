// Texts of the vendor's access to a practice.

import { useSliceTexts } from '../ui/texts.ts';
import type de from './texts.de.json';

export type ZugriffText = keyof typeof de;
export const useZugriffTexts = () => useSliceTexts<ZugriffText>('zugriff');
