// Texts of feedback.

import { roomTexts } from '../../ui/texts.ts';
import type de from './texts.de.json';

export const useFeedbackTexts = roomTexts<keyof typeof de>('rueckmeldung', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
