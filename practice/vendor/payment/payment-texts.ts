// Texts of contract and payment.

import { roomTexts } from '../../ui/texts.ts';
import type de from './texts.de.json';

export type PaymentText = keyof typeof de;
export const usePaymentTexts = roomTexts<PaymentText>('vertrag', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
