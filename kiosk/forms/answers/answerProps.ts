/** Props of every answer of a questionnaire. */

import type { Place } from '../../../shared/forms/questionnaire/state.ts';
import type { FhirValue } from '../../../shared/forms/questionnaire/fhir.ts';
import type { Reading } from '../words.ts';

export interface AnswerProps {
  readonly place: Place;
  readonly values: readonly FhirValue[];
  readonly reading: Reading;
  readonly labelledBy: string;
  readonly describedBy: string;
  readonly isWrong: boolean;
}
