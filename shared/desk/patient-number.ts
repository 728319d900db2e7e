// The number of a patient, as practice software gives it, and how other formats refer to it.

/** Longest number of a patient. */
export const MOST_NUMBER = 64;
/**
 * Letters and digits of ASCII, `_ . - /`, and single blanks inside. Between slashes stands more
 * than dots: a decoded address or path never leaves its folder.
 */
export const PATIENT_NUMBER = /^(?!.*(?:^|\/) ?\.* ?(?:\/|$))[\w./-]+(?: [\w./-]+)*$/;
/** Checks whether a text can be the number of a patient: „4711“, „4711/2“, „12 345“. */
export const isPatientNumber = (text: string): boolean =>
  text.length <= MOST_NUMBER && PATIENT_NUMBER.test(text);

/**
 * Returns a number as one part of an address. `~` stands for the slash: servers and proxies refuse,
 * decode or split an encoded one.
 */
export const numberInPath = (patid: string): string =>
  encodeURIComponent(patid.replaceAll('/', '~'));
/** Reads a number from a decoded part of an address. */
export const numberFromPath = (part: string): string => part.replaceAll('~', '/');

/** FHIR reference to a patient; a slash would start another part of the address. */
export const patientReference = (patid: string): string => `Patient/${encodeURIComponent(patid)}`;
