/**
 * Photo store: photos are part of the answers until the server has them, encrypted with the draft
 * and deleted with it.
 */
import type { Attachment } from '../../../shared/forms/questionnaire/fhir.ts';
import { fromBase64, toBase64 } from '../../../shared/exchange/sealing.ts';
import type { LoadPhoto, Photo, StorePhoto } from '../types.ts';

/** Creates the store that keeps photos in the answers. @param now milliseconds UTC */
export const keepInAnswers =
  (now: () => number): StorePhoto =>
  (photo: Photo): Promise<Attachment> =>
    Promise.resolve({
      contentType: photo.contentType,
      data: toBase64(photo.bytes),
      size: photo.bytes.length,
      creation: new Date(now()).toISOString(),
    });

export const loadFromAnswers: LoadPhoto = (attachment) =>
  Promise.resolve(
    attachment.data === undefined
      ? undefined
      : new Blob([new Uint8Array(fromBase64(attachment.data))], { type: 'image/jpeg' }),
  );
