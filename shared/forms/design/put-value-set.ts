// A list of answers in place of one that is on a foreign server only.

import type { Questionnaire, ValueSet } from '../questionnaire/questionnaire.ts';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a canonical address without its `|version`. */
export const addressOf = (canonical: string): string => canonical.split('|')[0] ?? canonical;

/**
 * Puts a value set into the form, under the address that the form names.
 * @param canonical URL, or `#id` of a contained list, which gets the codes
 * @param value parsed JSON, untrusted; the server checks it with the form
 * @returns undefined for another resource, or one without codes
 */
export function putValueSet(
  form: Questionnaire,
  canonical: string,
  value: unknown,
): Questionnaire | undefined {
  if (!isObject(value) || value.resourceType !== 'ValueSet') return undefined;
  if (!isObject(value.expansion) && !isObject(value.compose)) return undefined;
  const contained = form.contained ?? [],
    own = listAt(form, canonical);
  if (own && isObject(value.expansion)) {
    const { expansion } = value as unknown as ValueSet;
    return {
      ...form,
      contained: contained.map((one) =>
        one === own ? { ...own, ...(expansion && { expansion }) } : one,
      ),
    };
  }
  const ids = new Set(contained.map((one) => ('id' in one ? one.id : undefined)));
  let n = contained.length + 1;
  while (ids.has(`liste-${n}`)) n += 1;
  // The address is that of the form: the file may come from a copy of the list.
  const list = { ...value, id: `liste-${n}`, url: addressOf(canonical) } as ValueSet;
  return {
    ...form,
    contained: [...contained.filter((one) => one !== own), list],
  };
}

/** Returns the list that the form contains at an address. */
export function listAt(form: Questionnaire, canonical: string): ValueSet | undefined {
  const address = addressOf(canonical);
  return form.contained?.find(
    (one): one is ValueSet =>
      one.resourceType === 'ValueSet' &&
      (address.startsWith('#') ? one.id === address.slice(1) : (one as ValueSet).url === address),
  );
}
