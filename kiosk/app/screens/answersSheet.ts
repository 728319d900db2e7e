// The document of a form's answers.

import type { Model } from '../../../shared/forms/questionnaire/model.ts';
import type { QuestionnaireResponse } from '../../../shared/forms/questionnaire/response-types.ts';
import { areAnswersSigned, isFormData } from '../../../shared/forms/task/form-task.ts';
import { signedDocument, type AnswersDocument } from '../../../shared/papers/signed-answers.ts';
import type { OpenTask } from '../effects/answers.ts';

/** Returns the document to be signed; undefined where the practice asks for no signature. */
export const answersSheet = (
  { data }: Pick<OpenTask, 'data'>,
  model: Model,
  response: QuestionnaireResponse,
  language: string,
): AnswersDocument | undefined =>
  isFormData(data) && areAnswersSigned(data)
    ? signedDocument({ own: data, model, response, language })
    : undefined;
