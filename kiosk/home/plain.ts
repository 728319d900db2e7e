// Whether a form has questions in plain language, so that reading it that way can be offered.

import { extensionOf } from '../../shared/fhir.ts';
import { EXTENSION } from '../../shared/questionnaire-extensions.ts';
import type { Questionnaire, QuestionnaireItem } from '../../shared/questionnaire.ts';

const hasPlainItem = (items: readonly QuestionnaireItem[] | undefined): boolean =>
  (items ?? []).some(
    (item) => extensionOf(item, EXTENSION.plain) !== undefined || hasPlainItem(item.item),
  );
export const hasPlain = (questionnaire: Pick<Questionnaire, 'item'> | null | undefined): boolean =>
  hasPlainItem(questionnaire?.item);
