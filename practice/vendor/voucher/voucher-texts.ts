// Texts of vouchers.

import { roomTexts } from '../../ui/texts.ts';
import type de from './texts.de.json';

export type VoucherText = keyof typeof de;
export const useVoucherTexts = roomTexts<VoucherText>('gutschein', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
