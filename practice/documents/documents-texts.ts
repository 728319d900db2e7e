// Texts of documents and the check page, and how they write an instant.

import { ZONE } from '../../shared/dates.ts';
import { useSliceTexts, type TextsOf } from '../ui/texts.ts';
import type de from './texts.de.json';

export type DocumentsKey = keyof typeof de;
export const useDocumentsTexts = (): TextsOf<DocumentsKey> => useSliceTexts<DocumentsKey>('documents');

/** `20.11.2026, 09:41` in the practice's zone. */
export function showInstant(at: number, language: string): string {
  return new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', { timeZone: ZONE, day: '2-digit', month: '2-digit', year: 'numeric', hour: '2-digit', minute: '2-digit' }).format(at);
}
