/** What the questionnaire gets from outside: answers of last time, and a store for photos. */
import type { Attachment, FhirValue } from '../../shared/fhir.ts';
import type { Place } from '../../shared/questionnaire-state.ts';

/** Answers of the last visit; none for what is asked afresh every time. */
export interface Previous {
  /** The day they were given, `YYYY-MM-DD`. */
  readonly at: string;
  answersAt(place: Place): readonly FhirValue[];
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
