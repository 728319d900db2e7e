// Size limits of a form with its photos: one measure for the photo page, the draft, the op of a
// tablet, the submission from home, and the server.

/** Maximum bytes (JSON) of one form in transit: as a draft, as an op, from home. */
export const FORM_BYTES = 4_000_000;
/** Of these: reserve for the form's own texts and ids that are submitted with the answers. */
const WORDS_BYTES = 200_000;
/**
 * Of these: reserve for the envelope of the answers, such as the person, the origin of the task and
 * the seal.
 */
const AROUND_BYTES = 100_000;
/** Maximum characters (base64) of one photo. */
export const PHOTO_CHARS = 1_400_000;
/** The same limit in bytes of the picture. */
export const PHOTO_BYTES = (PHOTO_CHARS * 3) / 4;

/**
 * Maximum bytes of all photos of one form that travel next to it (shared/exchange/attachment.ts): an
 * older device sends them inside the form, within `FORM_BYTES`.
 */
export const PHOTOS_BYTES = 6_000_000;

const jsonBytes = (value: unknown): number =>
  new TextEncoder().encode(JSON.stringify(value) ?? '').length;

/**
 * Returns the bytes left for photos so that the form can be submitted.
 * @param answers the answers so far, with photos as base64 inside
 */
export const photoRoom = (answers: unknown): number =>
  Math.max(0, Math.floor(((FORM_BYTES - WORDS_BYTES - jsonBytes(answers)) * 3) / 4));

/** Checks whether a response is too large to be submitted. */
export const isTooLarge = (response: unknown): boolean =>
  jsonBytes(response) > FORM_BYTES - AROUND_BYTES;
