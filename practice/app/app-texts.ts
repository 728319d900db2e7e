// Texts of the app's frame.

import { roomTexts } from '../ui/texts.ts';
import type de from './texts.de.json';

export const useAppTexts = roomTexts<keyof typeof de>('app', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
