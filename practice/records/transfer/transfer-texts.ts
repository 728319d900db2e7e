// Texts of the page of the practice software.

import { roomTexts, type TextsOf } from '../../ui/texts.ts';
import type de from './texts.de.json';

/** Texts with a plural have two forms; the key is without the suffix. */
type Base<K> = K extends `${infer B}_one` | `${infer B}_other` ? B | K : K;
export type TransferKey = Base<keyof typeof de>;
export type TransferTexts = TextsOf<TransferKey>;
export const useTransferTexts: () => TransferTexts = roomTexts<TransferKey>('doctosync', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
