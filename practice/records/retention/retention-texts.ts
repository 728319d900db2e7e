// Texts of the page of retention and deletion.

import { roomTexts, type TextsOf } from '../../ui/texts.ts';
import type de from './texts.de.json';

/** Texts with a plural are looked up without the plural suffix. */
type Plain<Key> = Key extends `${infer Name}_one` | `${infer Name}_other` ? Name : Key;
type AufbewahrungKey = Plain<keyof typeof de>;
export type AufbewahrungTexts = TextsOf<AufbewahrungKey>;
export const useAufbewahrungTexts: () => AufbewahrungTexts = roomTexts<AufbewahrungKey>(
  'aufbewahrung',
  { de: () => import('./texts.de.json'), en: () => import('./texts.en.json') },
);
