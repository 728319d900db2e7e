// Texts of the guided starts.

import { roomTexts } from '../../ui/texts.ts';
import type de from './texts.de.json';

export type OnboardingText = keyof typeof de;
export const useOnboardingTexts = roomTexts<OnboardingText>('einrichtung', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
