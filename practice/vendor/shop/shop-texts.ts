// Texts of the shop.

import { roomTexts } from '../../ui/texts.ts';
import type de from './texts.de.json';

export type ShopText = keyof typeof de;
export const useShopTexts = roomTexts<ShopText>('stifte', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
