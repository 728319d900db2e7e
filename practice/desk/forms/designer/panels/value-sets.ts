// A list of answers from a file in place of one that is on a foreign server only.

import type {
  Questionnaire,
  ValueSet,
} from '../../../../../shared/forms/questionnaire/questionnaire.ts';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Puts a value set into the form, under the address that the form names.
 * @param value parsed JSON of the file, untrusted; the server checks it with the form
 * @returns undefined for another resource, or one without codes
 */
export function withValueSet(
  form: Questionnaire,
  canonical: string,
  value: unknown,
): Questionnaire | undefined {
  if (!isObject(value) || value.resourceType !== 'ValueSet') return undefined;
  if (!isObject(value.expansion) && !isObject(value.compose)) return undefined;
  const url = canonical.split('|')[0] ?? canonical,
    contained = form.contained ?? [],
    ids = new Set(contained.map((one) => ('id' in one ? one.id : undefined)));
  let n = contained.length + 1;
  while (ids.has(`liste-${n}`)) n += 1;
  // The address is that of the form: the file may come from a copy of the list.
  const list = { ...value, id: `liste-${n}`, url } as ValueSet;
  return {
    ...form,
    contained: [...contained.filter((one) => !('url' in one && one.url === url)), list],
  };
}
