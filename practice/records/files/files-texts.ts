// Texts of the page of stored files.

import { roomTexts, type TextsOf } from '../../ui/texts.ts';
import type de from './texts.de.json';

/** Texts with a plural are looked up without the plural suffix. */
type Plain<Key> = Key extends `${infer Name}_one` | `${infer Name}_other` ? Name : Key;
export type BucketKey = Plain<keyof typeof de>;
export type BucketTexts = TextsOf<BucketKey>;
export const useBucketTexts: () => BucketTexts = roomTexts<BucketKey>('bucket', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
