// Abandoned blank form: there is no task to resume, so the answers so far are submitted unchanged.

import { modelOf } from '../../../shared/forms/questionnaire/model.ts';
import type { QuestionnaireResponse } from '../../../shared/forms/questionnaire/response-types.ts';
import { withWhy, type StoppedWhy } from '../../../shared/forms/answers/stopped.ts';
import type { Questionnaire } from '../../../shared/forms/questionnaire/questionnaire.ts';
import type { DraftPayload } from '../../../shared/papers/signature.ts';
import type { TaskBody } from '../../../shared/exchange/sync.ts';
import { loadCompute, type Compute } from '../../forms/load-compute.ts';
import { documentOf } from '../body.ts';
import { patientOf, responseIn, type Handing } from './response.ts';

/**
 * Without the engine, questions that depend on an expression are not asked; a failed chunk must
 * not block the rest.
 */
const engine = (): Promise<Compute | undefined> => loadCompute().catch(() => undefined);

/** Returns the answers of an abandoned form. @returns undefined where nothing was answered */
export async function stoppedResponse(
  body: TaskBody,
  draft: DraftPayload,
  { why, ...o }: Pick<Handing, 'opId' | 'now' | 'tabletId'> & { why: StoppedWhy },
): Promise<QuestionnaireResponse | undefined> {
  const kept = draft.form?.state,
    { language } = draft;
  if (!kept || body.form === undefined) return undefined;
  const data = documentOf(body),
    model = modelOf(JSON.parse(body.form) as Questionnaire),
    compute = model.usesFhirPath ? await engine() : undefined;
  const result =
    compute &&
    compute(model, kept, {
      language,
      variables: { patient: patientOf(body, data) },
      isRestored: true,
    });
  const response = responseIn(
    { body, data },
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
