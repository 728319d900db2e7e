// Texts of the line above every page; few, so that a page does not wait for those of the whole room.

import { roomTexts, type TextsOf } from '../../../ui/texts.ts';
import type de from './texts.de.json';

export type LineKey = keyof typeof de;
export const useLineTexts: () => TextsOf<LineKey> = roomTexts<LineKey>('backupLine', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
