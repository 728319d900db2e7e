/** The answers of a form in the shape that a submission from home has. */

import { extensionOfSource, withOrigins } from '../../../shared/forms/answers/origin.ts';
import { withStopped } from '../../../shared/forms/answers/stopped.ts';
import { sourceAt } from '../../../shared/forms/questionnaire/expressions/inputs.ts';
import { responseOf } from '../../../shared/forms/questionnaire/response.ts';
import type { QuestionnaireResponse } from '../../../shared/forms/questionnaire/response-types.ts';
import type { Fault } from '../../../shared/forms/questionnaire/expressions/scope.ts';
import type { View } from '../../../shared/forms/questionnaire/view.ts';
import { recordedIn } from '../../forms/record.ts';
import type { Known } from '../../forms/types.ts';

interface SubmissionFacts {
  readonly id: string;
  readonly language: string;
  /** ISO 8601 with zone. */
  readonly at: string;
  readonly faults: readonly Fault[] | undefined;
  readonly known: Known;
}

/** Returns the answers with their author, the confirmed doubts, and the formulas that stopped. */
export function submittedIn(
  view: View,
  { id, language, at, faults, known }: SubmissionFacts,
): QuestionnaireResponse {
  const response = withStopped(
    responseOf(view, { id, status: 'completed', language, authored: at }, (place) => {
      const source = sourceAt(view.model, view.state, place, false);
      return source ? [extensionOfSource(source)] : [];
    }),
    faults,
  );
  const volatile = new Set(
    view.model.nodes.filter((node) => node.isVolatile).map((node) => node.linkId),
  );
  return recordedIn(
    withOrigins(response, { at, by: { kind: 'patient' }, volatile }),
    view,
    known,
    at,
  );
}
