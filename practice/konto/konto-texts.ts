// Texts of the own account.

import { useSliceTexts } from '../ui/texts.ts';
import type de from './texts.de.json';

export type KontoText = keyof typeof de;
export const useKontoTexts = () => useSliceTexts<KontoText>('konto');
