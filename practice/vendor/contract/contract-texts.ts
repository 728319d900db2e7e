// Texts of contracts as administrators see them, and of requests for a second one.

import { roomTexts } from '../../ui/texts.ts';
import type de from './texts.de.json';

export type ContractText = keyof typeof de;
export const useContractTexts = roomTexts<ContractText>('vertraege', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
