// Texts of the audit log.

import { roomTexts, type TextsOf } from '../../ui/texts.ts';
import type de from './texts.de.json';

export type AuditTexts = TextsOf<keyof typeof de>;
export const useAuditTexts: () => AuditTexts = roomTexts<keyof typeof de>('protokoll', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
