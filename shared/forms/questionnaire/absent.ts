/**
 * „Weiß ich nicht“ as the answer to a question that has no such option: a date, a number, words.
 * In the state of a form it is the coding `UNKNOWN`. In a response it is the standard's extension
 * on the missing value (`_valueDate`, `_valueInteger` …), so that no reader takes it for a value.
 */

import { extensionOf, type Extension, type FhirElement, type FhirValue } from './fhir.ts';
import { isUnknown, UNKNOWN, type Node, type Option } from './model.ts';
import type { ItemType } from './questionnaire.ts';

/** http://hl7.org/fhir/R4/extension-data-absent-reason.html */
export const ABSENT_REASON = 'http://hl7.org/fhir/StructureDefinition/data-absent-reason';

/** Elements of values that are missing: FHIR JSON names them with an underscore. */
export interface AbsentValue {
  readonly _valueDate?: FhirElement;
  readonly _valueDateTime?: FhirElement;
  readonly _valueTime?: FhirElement;
  readonly _valueInteger?: FhirElement;
  readonly _valueDecimal?: FhirElement;
  readonly _valueString?: FhirElement;
}
/** A quantity is no primitive: its extension stands on the value itself. */
type AbsentKey = keyof AbsentValue | 'valueQuantity';

const KEYS: Partial<Record<ItemType, AbsentKey>> = {
  date: '_valueDate',
  dateTime: '_valueDateTime',
  time: '_valueTime',
  integer: '_valueInteger',
  decimal: '_valueDecimal',
  quantity: 'valueQuantity',
  string: '_valueString',
  text: '_valueString',
};
const ASKED: Extension = { url: ABSENT_REASON, valueCode: 'asked-unknown' };

/** „Weiß ich nicht“ as an answer. */
export const UNKNOWN_VALUE: FhirValue = { valueCoding: UNKNOWN };
/** „Weiß ich nicht“ with the words of the value set, for display. */
export const UNKNOWN_OPTION: Pick<Option, 'value' | 'words' | 'text'> = {
  value: UNKNOWN_VALUE,
  words: undefined,
  text: UNKNOWN.display ?? '',
};

/**
 * Checks whether „Weiß ich nicht“ answers a question without options: only where the form does not
 * require an answer, and the person gives it.
 */
export const mayBeUnknown = (
  node: Pick<
    Node,
    'type' | 'isRequired' | 'isMultiple' | 'isReadOnly' | 'isHidden' | 'options' | 'calculated'
  >,
): boolean =>
  KEYS[node.type] !== undefined &&
  node.options.length === 0 &&
  node.calculated === undefined &&
  !node.isRequired &&
  !node.isMultiple &&
  !node.isReadOnly &&
  !node.isHidden;

/** Checks whether an answer is „Weiß ich nicht“ where the form has no such option. */
export const isWithoutValue = (node: Pick<Node, 'options'>, value: FhirValue): boolean =>
  node.options.length === 0 && isUnknown(value);

/** Returns a value as a response has it. */
export function storedValue(
  node: Pick<Node, 'type' | 'options'>,
  value: FhirValue,
): FhirValue & AbsentValue {
  const key = KEYS[node.type];
  return key !== undefined && isWithoutValue(node, value)
    ? { [key]: { extension: [ASKED] } }
    : value;
}

/** Checks whether an answer of a response says that the person does not know. */
export function isAbsent(answer: FhirValue & AbsentValue): boolean {
  const elements = [
    answer._valueDate,
    answer._valueDateTime,
    answer._valueTime,
    answer._valueInteger,
    answer._valueDecimal,
    answer._valueString,
    answer.valueQuantity,
  ];
  return elements.some((one) => extensionOf(one, ABSENT_REASON)?.valueCode === ASKED.valueCode);
}
