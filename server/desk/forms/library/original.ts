// The published questionnaire that an imported form still is: answers to the form name it, so that
// a registry recognises them.

import { TRANSLATION, type Extension } from '../../../../shared/forms/questionnaire/fhir.ts';
import {
  ALTERNATE_CANONICAL,
  originalOf,
} from '../../../../shared/forms/questionnaire/response.ts';
import type { Questionnaire } from '../../../../shared/forms/questionnaire/questionnaire.ts';

const isTranslation = (one: unknown): boolean =>
  typeof one === 'object' && one !== null && 'url' in one && one.url === TRANSLATION;

const hasOnlyTranslations = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).every((key) => key === 'extension') &&
  'extension' in value &&
  Array.isArray(value.extension) &&
  value.extension.every(isTranslation);

/** Returns the names of an object whose values are no translations alone. */
const namesIn = (value: object): readonly string[] =>
  Object.entries(value).flatMap(([name, part]) =>
    part === undefined || (name.startsWith('_') && hasOnlyTranslations(part)) ? [] : [name],
  );
/** Compares two parsed JSON values without their translations; stops at the first difference. */
function areAlike(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b)) return false;
    const [x, y] = [a, b].map((list) => list.filter((one: unknown) => !isTranslation(one)));
    return (
      x?.length === y?.length && x?.every((one: unknown, at) => areAlike(one, y?.[at])) === true
    );
  }
  const names = namesIn(a),
    others = new Set(namesIn(b));
  return (
    names.length === others.size &&
    names.every(
      (name) =>
        others.has(name) &&
        areAlike(
          (a as Readonly<Record<string, unknown>>)[name],
          (b as Readonly<Record<string, unknown>>)[name],
        ),
    )
  );
}

/** Returns what a form asks, without title and publication data. */
const asked = ({
  item,
  contained,
  extension,
  modifierExtension,
  code,
  language,
}: Questionnaire): object => ({ item, contained, extension, modifierExtension, code, language });

/** Returns a form that names an original at its address; `undefined` removes the name. */
export function withOriginal(
  { _url, ...rest }: Questionnaire,
  original: string | undefined,
): Questionnaire {
  const named: readonly Extension[] = Array.isArray(_url?.extension) ? _url.extension : [],
    others = named.filter((one) => one.url !== ALTERNATE_CANONICAL),
    extension = [
      ...others,
      ...(original === undefined ? [] : [{ url: ALTERNATE_CANONICAL, valueCanonical: original }]),
    ];
  return { ...rest, ...(extension.length > 0 && { _url: { ..._url, extension } }) };
}

/**
 * Returns the next content of a form: it names the original of the stored one as long as it asks
 * the same; translations may be added. The name in the new content itself does not count.
 */
export function keepingOriginal(stored: Questionnaire, next: Questionnaire): Questionnaire {
  return withOriginal(next, areAlike(asked(stored), asked(next)) ? originalOf(stored) : undefined);
}
