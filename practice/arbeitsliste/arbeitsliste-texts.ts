// Texts of the work lists.

import { roomTexts, type TextsOf } from '../ui/texts.ts';
import type de from './texts.de.json';

export type ListKey = keyof typeof de;
export type ListTexts = TextsOf<ListKey>;
export const useListTexts: () => ListTexts = roomTexts<ListKey>('arbeitsliste', { de: () => import('./texts.de.json'), en: () => import('./texts.en.json') });
