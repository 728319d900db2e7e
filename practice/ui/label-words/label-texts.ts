// Texts of the dialog of labels.

import { roomTexts } from '../texts.ts';
import type de from './texts.de.json';

export const useLabelTexts = roomTexts<keyof typeof de>('etiketten', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
