/** Forms with one extension, and values for them. */
import { EXTENSION } from '../../../shared/forms/questionnaire/extensions.ts';
import type { Extension, FhirValue } from '../../../shared/forms/questionnaire/fhir.ts';
import type { QuestionnaireItem } from '../../../shared/forms/questionnaire/questionnaire.ts';
import { formOf, q, type Case } from './rows.ts';
import type { Seen } from './seen.tsx';

type Type = QuestionnaireItem['type'];
/** A question with one extension. */
export const extended = (
  url: string,
  type: Type,
  extension: Extension | readonly Extension[],
  does: string,
  see: (seen: Seen) => boolean,
  more: Partial<QuestionnaireItem> = {},
): Case => ({
  of: [url],
  form: formOf([q('a', type, { ...more, extension: [extension].flat() }), q('z', 'string')]),
  does,
  see,
});
export const text = (valueString: string): FhirValue => ({ valueString });
export const whole = (valueInteger: number): FhirValue => ({ valueInteger });
export const kilo = (value: number): FhirValue => ({
  valueQuantity: { value, unit: 'kg', system: 'http://unitsofmeasure.org', code: 'kg' },
});
export const control = (code: string): Extension => ({
  url: EXTENSION.itemControl,
  valueCodeableConcept: { coding: [{ code }] },
});
export const refuses = (value: FhirValue, code: string, good: FhirValue) => (seen: Seen) =>
  seen.problems({ a: value }).includes(`a ${code}`) && seen.problems({ a: good }).length === 0;
export const RED = { system: 'urn:s', code: 'x', display: 'Rot' };
export const BLUE = { system: 'urn:s', code: 'y', display: 'Blau' };
export const colours = (more: object = {}): Partial<QuestionnaireItem> => ({
  answerOption: [{ valueCoding: RED, ...more }, { valueCoding: BLUE }],
});
