/** Limits and constraints of one item, as the form states them. */

import {
  type Expression,
  type Extension,
  type FhirElement,
  type FhirValue,
  extensionOf,
  extensionsOf,
} from './fhir.ts';
import { EXTENSION, integerOf, isCalculation } from './extensions.ts';
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

/** Limits that the form calculates. */
export interface LimitExpressions {
  readonly min: Expression | undefined;
  readonly max: Expression | undefined;
}
/** Returns the expression below the value of a limit (`_valueDate`, `valueQuantity` …). */
function calculationIn(limit: Extension): Expression | undefined {
  for (const [name, part] of Object.entries(limit)) {
    if (!/^_?value/.test(name) || typeof part !== 'object' || part === null) continue;
    const list = (part as FhirElement).extension;
    if (!Array.isArray(list)) continue;
    const found = (list as readonly Extension[]).find((one) => isCalculation(one.url));
    if (found?.valueExpression) return found.valueExpression;
  }
  return undefined;
}
export function limitExpressionsOf(item: QuestionnaireItem): LimitExpressions {
  const of = (...urls: string[]): Expression | undefined => {
    for (const url of urls) {
      const limit = extensionOf(item, url),
        found = limit && calculationIn(limit);
      if (found) return found;
    }
    return undefined;
  };
  return {
    min: of(EXTENSION.minValue, EXTENSION.minQuantity),
    max: of(EXTENSION.maxValue, EXTENSION.maxQuantity),
  };
}

export function limitsOf(item: QuestionnaireItem, isMultiple: boolean): Limits {
  const valueOf = (url: string): FhirValue | undefined => {
    const one = extensionOf(item, url);
    // A value next to its calculation is an example of it.
    if (!one || calculationIn(one)) return undefined;
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
    minValue: valueOf(EXTENSION.minValue) ?? valueOf(EXTENSION.minQuantity),
    maxValue: valueOf(EXTENSION.maxValue) ?? valueOf(EXTENSION.maxQuantity),
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
  const all = [EXTENSION.constraint, EXTENSION.targetConstraint].flatMap((url) =>
    extensionsOf(element, url),
  );
  return all.flatMap((one) => {
    const written = extensionOf(one, 'expression'),
      expression = written?.valueString ?? written?.valueExpression?.expression;
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
