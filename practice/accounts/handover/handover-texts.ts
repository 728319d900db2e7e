// Texts of the hand-over of a sign-in.

import { roomTexts } from '../../ui/texts.ts';
import type de from './texts.de.json';

export const useHandoverTexts = roomTexts<keyof typeof de>('uebergabe', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
