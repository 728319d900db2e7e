/** The shape of a FHIR R4 QuestionnaireResponse, as far as the product uses it. */

import type { AbsentValue } from './absent.ts';
import type { FhirElement, FhirValue, Reference } from './fhir.ts';

export interface ResponseAnswer extends FhirElement, FhirValue, AbsentValue {
  readonly item?: readonly ResponseItem[];
}

export interface ResponseItem extends FhirElement {
  readonly linkId: string;
  readonly definition?: string;
  readonly text?: string;
  readonly answer?: readonly ResponseAnswer[];
  readonly item?: readonly ResponseItem[];
}

export type ResponseStatus =
  | 'in-progress'
  | 'completed'
  | 'amended'
  | 'entered-in-error'
  | 'stopped';

export interface QuestionnaireResponse extends FhirElement {
  readonly resourceType: 'QuestionnaireResponse';
  readonly id?: string;
  readonly language?: string;
  /** `url|version` of the form; of its original if it was imported and asks the same. */
  readonly questionnaire?: string;
  /** The stored form where `questionnaire` names its original. */
  readonly _questionnaire?: FhirElement;
  readonly status: ResponseStatus;
  readonly subject?: Reference;
  /** ISO 8601 with zone. */
  readonly authored?: string;
  readonly author?: Reference;
  readonly source?: Reference;
  readonly item?: readonly ResponseItem[];
}

export type ResponseHead = Omit<
  QuestionnaireResponse,
  'resourceType' | 'item' | 'questionnaire' | '_questionnaire'
>;
