/** What every field of one value is given. */
import type { FhirValue } from '../../../shared/forms/questionnaire/fhir.ts';
import type { Node } from '../../../shared/forms/questionnaire/model.ts';
import type { Reading } from '../words.ts';

export interface FieldProps {
  readonly node: Node;
  readonly value: FhirValue | undefined;
  readonly onValue: (value: FhirValue | undefined) => void;
  readonly reading: Reading;
  /** Where unfinished typing is kept. */
  readonly draftKey: string;
  /** id of the field that the question is the label of. */
  readonly id: string;
  /** id of the question's words. */
  readonly labelledBy: string;
  /** ids of the error and of hints. */
  readonly describedBy: string;
  readonly isWrong: boolean;
}
