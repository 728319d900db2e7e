/** Types of the questionnaire's inputs: earlier answers, and a photo store. */
import type { Attachment, FhirValue } from '../../shared/forms/questionnaire/fhir.ts';
import type { Confirmed, Said } from '../../shared/desk/master-data.ts';
import type { FormState, Place } from '../../shared/forms/questionnaire/state.ts';
import type { Carried } from '../../shared/forms/answers/untouched.ts';
import type { Computed } from '../../shared/forms/questionnaire/view.ts';

/** Answers of the last visit; none for volatile questions. */
export interface Previous {
  /** Date they were given, `YYYY-MM-DD`. */
  readonly at: string;
  answersAt(place: Place): readonly FhirValue[];
  /** Date of the last confirmation, if different. */
  dayAt?(place: Place): string | undefined;
}

/** The answers with the untouched earlier ones, as submitted. */
export interface Untouched extends Carried {
  readonly computed?: Computed | undefined;
}
export type Carry = (state: FormState) => Untouched;

/** Known values of a question: from the record, or of the last visit. */
export interface Before extends Previous {
  /** Whether there was an earlier visit. */
  readonly isRevisit: boolean;
  /** Whether the value comes from the record. */
  isRecord(place: Place): boolean;
}
/** Recorded values of the form's questions, and the confirmed unusual answers. */
export interface Known {
  readonly values: Said;
  /**
   * On a private device no record is known: values the person entered before the form, never shown
   * as known, only compared.
   */
  readonly typed?: Said;
  /** YYYY-MM-DD in Berlin. */
  readonly today: string;
  readonly confirmed: readonly Confirmed[];
}

/** A shrunk photo without metadata: JPEG, at most 2,000 px on its longer side. */
export interface Photo {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: 'image/jpeg';
  readonly width: number;
  readonly height: number;
}
/** Stores a photo and returns its URL; throws on failure. */
export interface StorePhoto {
  (photo: Photo): Promise<Attachment>;
  /**
   * Returns the bytes left for photos that travel next to the answers; without it they are part of
   * the answers.
   */
  readonly room?: (answers: unknown, instead: string | undefined) => number;
}
/** Returns a stored photo; undefined when it is not on this device. */
export type LoadPhoto = (attachment: Attachment) => Promise<Blob | undefined>;
