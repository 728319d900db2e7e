// Texts of invoices.

import { roomTexts } from '../../ui/texts.ts';
import type de from './texts.de.json';

export type InvoiceText = keyof typeof de;
export const useInvoiceTexts = roomTexts<InvoiceText>('rechnung', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
