// Texts of the vendor's figures.

import { roomTexts } from '../../ui/texts.ts';
import type de from './texts.de.json';

export type DashboardText = keyof typeof de;
export const useDashboardTexts = roomTexts<DashboardText>('vendorzahlen', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
