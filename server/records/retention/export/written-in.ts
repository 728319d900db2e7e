// Marks free text of exported answers with the language that it was written in: no one translated
// it, while the questions of the form are German.

import { isUntranslated } from '../../../../shared/forms/answers/untranslated.ts';
import { modelOf, type Model } from '../../../../shared/forms/questionnaire/model.ts';
import type { Questionnaire } from '../../../../shared/forms/questionnaire/questionnaire.ts';
import type {
  QuestionnaireResponse,
  ResponseAnswer,
  ResponseItem,
} from '../../../../shared/forms/questionnaire/response-types.ts';

/** Standard extension of FHIR for the language of one element. */
const LANGUAGE = 'http://hl7.org/fhir/StructureDefinition/language';

/** Returns the response with the language on each free text that is not German. */
export function withLanguageOfWords(
  response: QuestionnaireResponse,
  questionnaire: Questionnaire | null,
): QuestionnaireResponse {
  const { language } = response;
  if (language === undefined) return response;
  const model = questionnaire ? modelOf(questionnaire) : undefined;
  return response.item
    ? { ...response, item: response.item.map((one) => markedItem(one, model, language)) }
    : response;
}

function markedItem(item: ResponseItem, model: Model | undefined, language: string): ResponseItem {
  const node = model?.byLinkId.get(item.linkId);
  const markedAnswer = (answer: ResponseAnswer): ResponseAnswer => ({
    ...answer,
    ...(isUntranslated(answer, node, language) && {
      _valueString: { extension: [{ url: LANGUAGE, valueCode: language }] },
    }),
    ...(answer.item && { item: answer.item.map((one) => markedItem(one, model, language)) }),
  });
  return {
    ...item,
    ...(item.answer && { answer: item.answer.map(markedAnswer) }),
    ...(item.item && { item: item.item.map((one) => markedItem(one, model, language)) }),
  };
}
