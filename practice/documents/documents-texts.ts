// Texts of documents and the check page.

import { useSliceTexts, type TextsOf } from '../ui/texts.ts';
import type de from './texts.de.json';

export type DocumentsKey = keyof typeof de;
export const useDocumentsTexts = (): TextsOf<DocumentsKey> => useSliceTexts<DocumentsKey>('documents');
