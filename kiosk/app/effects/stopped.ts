// Abandoned blank form: there is no task to resume, so the answers so far are submitted unchanged.

import { compute } from '../../../shared/forms/questionnaire/computed.ts';
import { modelOf } from '../../../shared/forms/questionnaire/model.ts';
import type { QuestionnaireResponse } from '../../../shared/forms/questionnaire/response-types.ts';
import { withWhy, type StoppedWhy } from '../../../shared/forms/answers/stopped.ts';
import type { Evaluate } from '../../../shared/forms/questionnaire/scope.ts';
import type { Questionnaire } from '../../../shared/forms/questionnaire/questionnaire.ts';
import type { DraftPayload } from '../../../shared/papers/signature.ts';
import type { TaskBody } from '../../../shared/exchange/sync.ts';
import { documentOf } from '../body.ts';
import { patientOf, responseIn, type Handing } from './response.ts';

/**
 * Without the library, questions that depend on an expression are not asked; a failed chunk must
 * not block the rest.
 */
async function evaluator(): Promise<Evaluate | undefined> {
  try {
    const [library, r4, { bindFhirPath }] = await Promise.all([
      import('fhirpath'),
      import('fhirpath/fhir-context/r4'),
      import('../../../shared/forms/questionnaire/fhirpath.ts'),
    ]);
    return bindFhirPath(library.default, r4.default);
  } catch {
    return undefined;
  }
}

/** Returns the answers of an abandoned form. @returns undefined where nothing was answered */
export async function stoppedResponse(
  body: TaskBody,
  draft: DraftPayload,
  { why, ...o }: Pick<Handing, 'opId' | 'now' | 'tabletId'> & { why: StoppedWhy },
): Promise<QuestionnaireResponse | undefined> {
  const kept = draft.form?.state,
    { language } = draft;
  if (!kept || body.form === undefined) return undefined;
  const model = modelOf(JSON.parse(body.form) as Questionnaire),
    evaluate = model.usesFhirPath ? await evaluator() : undefined;
  const result =
    evaluate &&
    compute(model, kept, evaluate, {
      language,
      variables: { patient: patientOf(body) },
      isRestored: true,
    });
  const response = responseIn(
    { body, data: documentOf(body) },
    {
      ...o,
      model,
      state: result?.state ?? kept,
      computed: result?.computed,
      faults: result?.faults,
      status: 'stopped',
      language,
      recorded: draft.form?.recorded,
    },
  );
  return response.item === undefined ? undefined : withWhy(response, why);
}
