/** A questionnaire written by hand from the elements of another version of FHIR. */

export interface Written {
  /** What the form is about. */
  readonly what: string;
  readonly form: object;
  /** Values that the conversion replaces or leaves out. */
  readonly gone?: readonly (string | number | boolean)[];
  /** What the importer reads: `level code detail`. */
  readonly named?: readonly string[];
  /** Answers by linkId, and the linkIds that are asked then. */
  readonly asks?: readonly {
    readonly given: Readonly<Record<string, object>>;
    readonly asked: readonly string[];
  }[];
}

/** @param more elements of the form itself */
export const written = (title: string, item: readonly object[], more: object = {}): object => ({
  resourceType: 'Questionnaire',
  url: `https://example.org/${encodeURIComponent(title)}`,
  version: '1',
  status: 'active',
  title,
  language: 'en',
  ...more,
  item,
});
export const coding = (code: string, display: string): object => ({
  system: 'https://example.org/codes',
  code,
  display,
});
export const option = (code: string, display: string): object => ({
  valueCoding: coding(code, display),
});
export const YES = option('y', 'Yes'),
  NO = option('n', 'No');
