/** Conversion of expression results to values of an item of the form. */

import { extensionOf, type Coding, type FhirValue } from '../fhir.ts';
import { isValueOf } from '../check.ts';
import { EXTENSION } from '../extensions.ts';
import { isOption, type Node } from '../model.ts';

/**
 * Converts results to values.
 * @param results of an expression: plain JSON values; a quantity may be its FHIRPath text (`82
 * 'kg'`)
 * @param misfit called for each result that the item cannot store; it is left out
 */
export function valuesOf(
  node: Node,
  results: readonly unknown[],
  misfit: () => void,
): readonly FhirValue[] {
  const found = results.flatMap((one) => {
    const value = valueOf(node, one);
    if (
      value &&
      isValueOf(node.type, value) &&
      (node.options.length === 0 ||
        node.isOpen ||
        node.options.some((option) => isOption(option, value)))
    )
      return [value];
    misfit();
    return [];
  });
  return node.isMultiple ? found : found.slice(0, 1);
}
/** Returns the limit that an expression gives for an item; that of a whole number may be 2.5. */
export function limitOfResult(node: Node, results: readonly unknown[]): FhirValue | undefined {
  const [one] = results;
  if (typeof one === 'number') return { valueDecimal: rounded(one) };
  return one === undefined ? undefined : valueOf(node, one);
}
/**
 * Converts one result to an answer of a list.
 * @param type its FHIRPath type (`FHIR.date`, `System.String` …), where known
 */
export function valueOfResult(node: Node, one: unknown, type = ''): FhirValue | undefined {
  const isChoice = node.type === 'choice' || node.type === 'open-choice',
    name = type.slice(type.indexOf('.') + 1).toLowerCase();
  if (isChoice && typeof one === 'string')
    return name === 'date'
      ? { valueDate: one }
      : name === 'time'
        ? { valueTime: one.length === 5 ? `${one}:00` : one }
        : { valueString: one };
  if (isChoice && typeof one === 'number')
    return Number.isInteger(one) ? { valueInteger: one } : undefined;
  if (typeof one !== 'object' || one === null) return valueOf(node, one);
  if (isChoice || node.type === 'reference') {
    const { reference, resourceType, id } = one as Readonly<Record<string, unknown>>;
    if (typeof reference === 'string') return { valueReference: one };
    // SDC: a resource matches a reference.
    if (typeof resourceType === 'string')
      return typeof id === 'string'
        ? { valueReference: { reference: `${resourceType}/${id}` } }
        : undefined;
  }
  const amount = (one as { readonly value?: unknown }).value;
  if ((node.type === 'decimal' || node.type === 'integer') && typeof amount === 'number')
    return valueOf(node, amount);
  return valueOf(node, one);
}
function valueOf(node: Node, one: unknown): FhirValue | undefined {
  if (typeof one === 'boolean') return node.type === 'boolean' ? { valueBoolean: one } : undefined;
  if (typeof one === 'number') return valueOfNumber(node, rounded(one));
  if (typeof one === 'string') {
    switch (node.type) {
      case 'date':
        return { valueDate: one.slice(0, 10) };
      case 'dateTime':
        return { valueDateTime: one };
      case 'time':
        return { valueTime: /^\d\d:\d\d$/.test(one) ? `${one}:00` : one };
      case 'url':
        return { valueUri: one };
      case 'quantity': {
        const [, number, unit] = /^(-?[\d.]+) '?([^']+)'?$/.exec(one) ?? [];
        return number === undefined || unit === undefined
          ? undefined
          : {
              valueQuantity: {
                value: Number(number),
                unit,
                system: 'http://unitsofmeasure.org',
                code: unit,
              },
            };
      }
      case 'choice':
      case 'open-choice':
        return (
          node.options.find(
            (option) =>
              option.value.valueCoding?.code === one ||
              option.value.valueString === one ||
              option.text === one,
          )?.value ?? (node.isOpen ? { valueString: one } : undefined)
        );
      default:
        return { valueString: one };
    }
  }
  if (typeof one !== 'object' || one === null) return undefined;
  switch (node.type) {
    case 'choice':
    case 'open-choice': {
      const { system, code, display } = one as Coding,
        value = {
          valueCoding: {
            ...(system !== undefined && { system }),
            ...(code !== undefined && { code }),
            ...(display !== undefined && { display }),
          },
        };
      return node.options.find((option) => isOption(option, value))?.value ?? value;
    }
    case 'quantity':
      return { valueQuantity: one };
    case 'reference':
      return { valueReference: one };
    case 'attachment':
      return { valueAttachment: one };
    default:
      return undefined;
  }
}
/**
 * Rounds off binary floating-point errors (0.1 + 0.2): a JSON number has fifteen reliable digits.
 */
const rounded = (one: number): number => Number(one.toPrecision(15));
function valueOfNumber(node: Node, one: number): FhirValue | undefined {
  if (node.type === 'integer') return { valueInteger: one };
  if (node.type === 'decimal') return { valueDecimal: one };
  if (node.type === 'quantity')
    return {
      valueQuantity: {
        value: one,
        ...unitOf(extensionOf(node.item, EXTENSION.unit)?.valueCoding ?? node.units[0]),
      },
    };
  return node.type === 'string' || node.type === 'text'
    ? { valueString: String(one) }
    : node.options.find((option) => option.value.valueInteger === one)?.value;
}
const unitOf = (unit: Coding | undefined): { unit?: string; system?: string; code?: string } => ({
  ...(unit?.display !== undefined && { unit: unit.display }),
  ...(unit?.system !== undefined && { system: unit.system }),
  ...(unit?.code !== undefined && { code: unit.code }),
});
