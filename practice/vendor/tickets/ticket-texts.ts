// Texts of requests for help, for practices and the vendor's staff.

import { roomTexts } from '../../ui/texts.ts';
import type de from './texts.de.json';

export type TicketText = keyof typeof de;
export const useTicketTexts = roomTexts<TicketText>('anfragen', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
