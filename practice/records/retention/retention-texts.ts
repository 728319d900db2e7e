// Texts of the page of retention and deletion.

import { roomTexts, type TextsOf } from '../../ui/texts.ts';
import type de from './texts.de.json';

/** A text with forms for one and for many is asked for without the form. */
type Plain<Key> = Key extends `${infer Name}_one` | `${infer Name}_other` ? Name : Key;
type AufbewahrungKey = Plain<keyof typeof de>;
export type AufbewahrungTexts = TextsOf<AufbewahrungKey>;
export const useAufbewahrungTexts: () => AufbewahrungTexts = roomTexts<AufbewahrungKey>(
  'aufbewahrung',
  { de: () => import('./texts.de.json'), en: () => import('./texts.en.json') },
);
