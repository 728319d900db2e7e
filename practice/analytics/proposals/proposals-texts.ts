// Texts of the proposals' pages.

import { roomTexts, type TextsOf } from '../../ui/texts.ts';
import type de from './texts.de.json';

/** Texts with a plural are looked up without the plural suffix. */
type Bare<Key> = Key extends `${infer Base}_${'one' | 'other'}` ? Base : Key;
export type BillingKey = Bare<keyof typeof de>;
export type BillingTexts = TextsOf<BillingKey>;
export const useBillingTexts: () => BillingTexts = roomTexts<BillingKey>('abrechnung', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
