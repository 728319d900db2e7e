/** What the questionnaire gets from outside: answers of last time, and a store for photos. */
import type { Attachment, FhirValue } from '../../shared/forms/questionnaire/fhir.ts';
import type { Confirmed, Said } from '../../shared/desk/master-data.ts';
import type { FormState, Place } from '../../shared/forms/questionnaire/state.ts';
import type { Carried } from '../../shared/forms/answers/untouched.ts';
import type { Computed } from '../../shared/forms/questionnaire/view.ts';

/** Answers of the last visit; none for what is asked afresh every time. */
export interface Previous {
  /** The day they were given, `YYYY-MM-DD`. */
  readonly at: string;
  answersAt(place: Place): readonly FhirValue[];
  /** The day they were confirmed last, where it is another. */
  dayAt?(place: Place): string | undefined;
}

/** Today's answers with the untouched earlier ones, as they are handed in. */
export interface Untouched extends Carried {
  readonly computed?: Computed | undefined;
}
export type Carry = (state: FormState) => Untouched;

/** What may be shown before a question: out of the record, or what was said last time. */
export interface Before extends Previous {
  /** There was a last time. */
  readonly isRevisit: boolean;
  /** Whether it is the record that says it. */
  isRecord(place: Place): boolean;
}
/** What the practice's record says of what the form asks, and what was asked back and confirmed. */
export interface Known {
  readonly values: Said;
  /** At home nothing of a record is known: what the person said of themselves before the form, never shown as known, only compared. */
  readonly typed?: Said;
  /** YYYY-MM-DD in Berlin. */
  readonly today: string;
  readonly confirmed: readonly Confirmed[];
}

/** A photo made small, without any hidden data: JPEG, at most 2,000 px on its longer side. */
export interface Photo {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: 'image/jpeg';
  readonly width: number;
  readonly height: number;
}
/** Keeps a photo and answers with its place; throws when it could not. */
export type StorePhoto = (photo: Photo) => Promise<Attachment>;
/** A kept photo to be looked at; nothing when it is not on this device. */
export type LoadPhoto = (attachment: Attachment) => Promise<Blob | undefined>;
