// Checks whether a form has questions in plain language, so that it can be offered.

import { extensionOf } from '../../shared/forms/questionnaire/fhir.ts';
import { EXTENSION } from '../../shared/forms/questionnaire/extensions.ts';
import type {
  Questionnaire,
  QuestionnaireItem,
} from '../../shared/forms/questionnaire/questionnaire.ts';

const hasPlainItem = (items: readonly QuestionnaireItem[] | undefined): boolean =>
  (items ?? []).some(
    (item) => extensionOf(item, EXTENSION.plain) !== undefined || hasPlainItem(item.item),
  );
export const hasPlain = (questionnaire: Pick<Questionnaire, 'item'> | null | undefined): boolean =>
  hasPlainItem(questionnaire?.item);
