// Texts of the work lists; the words of their lines are shared with files and paper.

import type words from '../../../shared/analytics/reports/worklist-words.de.json';
import { bothTexts, roomTexts, type TextsOf } from '../../ui/texts.ts';
import type de from './texts.de.json';

export type ListKey = keyof typeof de | keyof typeof words;
export type ListTexts = TextsOf<ListKey>;
export const useListTexts: () => ListTexts = roomTexts<ListKey>('arbeitsliste', {
  de: () =>
    bothTexts(
      import('./texts.de.json'),
      import('../../../shared/analytics/reports/worklist-words.de.json'),
    ),
  en: () =>
    bothTexts(
      import('./texts.en.json'),
      import('../../../shared/analytics/reports/worklist-words.en.json'),
    ),
});
