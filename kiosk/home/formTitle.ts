// Title of a form, in the reader's language where available.

import { titleOf, type Said } from '../../shared/forms/questionnaire/words.ts';
import type { VisitState } from './visit/visitState.ts';

/**
 * Returns the title of a form in a language; its own texts have more languages than the list of
 * forms.
 */
export function titleIn(link: VisitState['link'], language: string): Said | null {
  if (!link) return null;
  const listed =
    link.title[language] === undefined
      ? { text: link.title.de ?? '', language: 'de', isTranslated: false }
      : { text: link.title[language], language, isTranslated: true };
  const own =
    listed.isTranslated || !link.questionnaire ? null : titleOf(link.questionnaire, language);
  return own?.isTranslated ? own : listed;
}
