// How large a form with its photos may be: one measure for the page that takes a photo, the draft, the op of a tablet, the hand-in from home, and the server.

/** Most bytes (JSON) of one form on its way: as a draft, as an op, from home. */
export const FORM_BYTES = 4_000_000;
/** Of these: what the form's own words and ids may need beside the answers when they are handed in. */
const WORDS_BYTES = 200_000;
/** Of these: what lies around the answers on the wire, such as the person, the origin of the task and the seal. */
const AROUND_BYTES = 100_000;
/** Most characters (base64) of one photo. */
export const PHOTO_CHARS = 1_400_000;
/** The same as bytes of the picture. */
export const PHOTO_BYTES = (PHOTO_CHARS * 3) / 4;

const jsonBytes = (value: unknown): number =>
  new TextEncoder().encode(JSON.stringify(value) ?? '').length;

/**
 * Bytes that photos may still have together, so that the form can be handed in.
 * @param answers what is answered so far, with photos as base64 inside
 */
export const photoRoom = (answers: unknown): number =>
  Math.max(0, Math.floor(((FORM_BYTES - WORDS_BYTES - jsonBytes(answers)) * 3) / 4));

/** Whether a response cannot be handed in as it is: nobody could open it. */
export const isTooLarge = (response: unknown): boolean =>
  jsonBytes(response) > FORM_BYTES - AROUND_BYTES;
