/** Free text that a patient typed in another language than German: it is not translated. */

import type { FhirValue } from '../questionnaire/fhir.ts';
import { isOption, type Node } from '../questionnaire/model.ts';

/**
 * Checks whether an answer is free text in another language.
 * @param node question of the answer; undefined if the form is unknown
 * @param language language in which the form was filled in
 */
export function isUntranslated(
  value: FhirValue,
  node: Node | undefined,
  language: string | undefined,
): boolean {
  return (
    language !== undefined &&
    language.split('-')[0] !== 'de' &&
    value.valueString !== undefined &&
    node?.options.some((one) => isOption(one, value)) !== true
  );
}

/** Checks the same of an answer that is known only as text, such as one of an earlier visit. */
export function isUntranslatedText(
  text: string,
  node: Node | undefined,
  language: string,
): boolean {
  const isTyped =
    node !== undefined && (node.type === 'string' || node.type === 'text' || node.isOpen);
  return (
    isTyped &&
    !node.options.some((one) => one.text === text) &&
    isUntranslated({ valueString: text }, undefined, language)
  );
}
