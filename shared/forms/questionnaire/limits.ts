/** Limits and constraints of one item, as the form states them. */

import { type FhirElement, type FhirValue, extensionOf, extensionsOf } from './fhir.ts';
import { EXTENSION, integerOf } from './extensions.ts';
import type { QuestionnaireItem } from './questionnaire.ts';

/** `words`: element with the translations of `human`. */
export interface Constraint {
  readonly key: string;
  readonly severity: 'error' | 'warning';
  readonly human: string;
  readonly words: FhirElement | undefined;
  readonly expression: string;
}

export interface Limits {
  readonly minValue: FhirValue | undefined;
  readonly maxValue: FhirValue | undefined;
  readonly minLength: number | undefined;
  readonly maxLength: number | undefined;
  readonly maxDecimalPlaces: number | undefined;
  /** Number of answers or repetitions. */
  readonly minOccurs: number;
  readonly maxOccurs: number;
  readonly regex: string | undefined;
  /** Allowed MIME types of a file; empty: any. */
  readonly mimeTypes: readonly string[];
  /** Maximum bytes, by the form. */
  readonly maxSize: number | undefined;
}

export function limitsOf(item: QuestionnaireItem, isMultiple: boolean): Limits {
  const valueOf = (url: string): FhirValue | undefined => {
    const one = extensionOf(item, url);
    if (!one) return undefined;
    const { valueDate, valueDateTime, valueTime, valueDecimal, valueInteger, valueQuantity } = one;
    return {
      ...(valueDate !== undefined && { valueDate }),
      ...(valueDateTime !== undefined && { valueDateTime }),
      ...(valueTime !== undefined && { valueTime }),
      ...(valueDecimal !== undefined && { valueDecimal }),
      ...(valueInteger !== undefined && { valueInteger }),
      ...(valueQuantity && { valueQuantity }),
    };
  };
  return {
    minValue: valueOf(EXTENSION.minValue),
    maxValue: valueOf(EXTENSION.maxValue),
    minLength: integerOf(item, EXTENSION.minLength),
    maxLength: item.maxLength,
    maxDecimalPlaces: integerOf(item, EXTENSION.maxDecimalPlaces),
    minOccurs: Math.max(
      Math.min(integerOf(item, EXTENSION.minOccurs) ?? 0, MOST_REPETITIONS),
      item.required === true ? 1 : 0,
    ),
    maxOccurs: isMultiple ? (integerOf(item, EXTENSION.maxOccurs) ?? Infinity) : 1,
    regex: extensionOf(item, EXTENSION.regex)?.valueString,
    mimeTypes: extensionsOf(item, EXTENSION.mimeType).flatMap((one) =>
      one.valueCode === undefined ? [] : [one.valueCode],
    ),
    maxSize:
      extensionOf(item, EXTENSION.maxSize)?.valueDecimal ?? integerOf(item, EXTENSION.maxSize),
  };
}

export function constraintsOf(element: FhirElement): readonly Constraint[] {
  return extensionsOf(element, EXTENSION.constraint).flatMap((one) => {
    const expression = extensionOf(one, 'expression')?.valueString;
    if (expression === undefined) return [];
    const severity = extensionOf(one, 'severity')?.valueCode === 'warning' ? 'warning' : 'error';
    const human = extensionOf(one, 'human');
    return [
      {
        key: extensionOf(one, 'key')?.valueId ?? '',
        severity,
        human: human?.valueString ?? '',
        words: human?._valueString,
        expression,
      } as const,
    ];
  });
}

/**
 * Maximum of a minimum count in a form, and of initial places before any answer: as many items as a
 * form may have, twice.
 */
export const MOST_REPETITIONS = 100,
  MOST_PLACES = 10_000;
