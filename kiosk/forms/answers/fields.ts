/** Props shared by all fields of one value. */
import type { FhirValue } from '../../../shared/forms/questionnaire/fhir.ts';
import type { Node } from '../../../shared/forms/questionnaire/model.ts';
import type { Reading } from '../words.ts';

export interface FieldProps {
  readonly node: Node;
  readonly value: FhirValue | undefined;
  readonly onValue: (value: FhirValue | undefined) => void;
  readonly reading: Reading;
  /** Key under which unfinished input is kept. */
  readonly draftKey: string;
  /** id of the field labelled by the question. */
  readonly id: string;
  /** id of the question's text. */
  readonly labelledBy: string;
  /** ids of the error and of hints. */
  readonly describedBy: string;
  readonly isWrong: boolean;
}
