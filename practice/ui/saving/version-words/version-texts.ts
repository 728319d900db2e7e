// Texts of versioned content: states, saving, creating and ending.

import { roomTexts } from '../../texts.ts';
import type de from './texts.de.json';

export const useVersionTexts = roomTexts<keyof typeof de>('fassungen', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
