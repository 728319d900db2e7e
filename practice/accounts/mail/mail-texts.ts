// Texts of the outbox.

import { roomTexts, type TextsOf } from '../../ui/texts.ts';
import type de from './texts.de.json';

export type PostausgangTexts = TextsOf<keyof typeof de>;
export const usePostausgangTexts: () => PostausgangTexts = roomTexts<keyof typeof de>(
  'postausgang',
  { de: () => import('./texts.de.json'), en: () => import('./texts.en.json') },
);
