// The published questionnaire that an imported form still is: answers to the form name it, so that
// a registry recognises them.

import { canonicalText } from '../../../../shared/base/canonical-json.ts';
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

/** Leaves out the translations of a parsed JSON value. */
function untranslated(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((one) => !isTranslation(one)).map(untranslated);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, part]) => !(name.startsWith('_') && hasOnlyTranslations(part)))
      .map(([name, part]) => [name, untranslated(part)]),
  );
}

/** Returns what a form asks, without title, publication data and translations. */
const asked = (form: Questionnaire): string => {
  const { item, contained, extension, modifierExtension, code, language } = form;
  const content = { item, contained, extension, modifierExtension, code, language };
  return canonicalText(untranslated(content) as object);
};

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
  return withOriginal(next, asked(stored) === asked(next) ? originalOf(stored) : undefined);
}
