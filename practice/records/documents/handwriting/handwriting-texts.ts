// Texts of the dialog that opens handwriting.

import { roomTexts, type TextsOf } from '../../../ui/texts.ts';
import type de from './texts.de.json';

type Plain<Key> = Key extends `${infer Name}_one` | `${infer Name}_other` ? Name : Key;
export type HandwritingKey = Plain<keyof typeof de>;
export const useHandwritingTexts: () => TextsOf<HandwritingKey> = roomTexts<HandwritingKey>(
  'handwriting',
  { de: () => import('./texts.de.json'), en: () => import('./texts.en.json') },
);
