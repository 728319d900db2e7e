// Texts of the page of retention and deletion.

import { roomTexts, type TextsOf } from '../../ui/texts.ts';
import type de from './texts.de.json';

/** Texts with a plural are looked up without the plural suffix. */
type Plain<Key> = Key extends `${infer Name}_one` | `${infer Name}_other` ? Name : Key;
type RetentionKey = Plain<keyof typeof de>;
export type RetentionTexts = TextsOf<RetentionKey>;
export const useRetentionTexts: () => RetentionTexts = roomTexts<RetentionKey>('aufbewahrung', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
