/**
 * Answers worth trying at a question: options, values of conditions and limits, and their
 * neighbours.
 */

import type { FhirValue } from '../questionnaire/fhir.ts';
import { orderOf } from '../questionnaire/units.ts';
import { isValueOf } from '../questionnaire/check.ts';
import type { Node } from '../questionnaire/model.ts';
import { type EnableWhen, answerOf } from '../questionnaire/questionnaire.ts';
import { DAY_MS } from '../../base/day-math.ts';

/** Returns ISO 8601, or undefined for an invalid date of a foreign form. */
const instant = (at: number): string[] =>
  Number.isNaN(at) || Math.abs(at) > 8.64e15 ? [] : [new Date(at).toISOString()];

/** Returns a neighbouring value, one step up or down. */
function beside(value: FhirValue, step: 1 | -1): FhirValue[] {
  const {
    valueInteger,
    valueDecimal,
    valueQuantity,
    valueDate,
    valueDateTime,
    valueTime,
    valueString,
  } = value;
  if (valueInteger !== undefined) return [{ valueInteger: valueInteger + step }];
  if (valueDecimal !== undefined)
    return [{ valueDecimal: valueDecimal + step }, { valueDecimal: valueDecimal + step * 1e-6 }];
  if (valueQuantity?.value !== undefined)
    return [
      { valueQuantity: { ...valueQuantity, value: valueQuantity.value + step } },
      { valueQuantity: { ...valueQuantity, value: valueQuantity.value + step * 1e-6 } },
    ];
  const day = valueDate ?? valueDateTime;
  if (day !== undefined && day.length >= 10) {
    const full = day.length > 10 ? Date.parse(day) : NaN,
      at = Number.isNaN(full)
        ? Date.parse(`${day.slice(0, 10)}T00:00:00Z`) + step * DAY_MS
        : full + step * 1_000;
    return valueDate === undefined
      ? instant(at).map((one) => ({ valueDateTime: one }))
      : instant(at).map((one) => ({ valueDate: one.slice(0, 10) }));
  }
  if (day !== undefined) {
    const year = String(Number(day.slice(0, 4)) + step).padStart(4, '0');
    return valueDate === undefined ? [{ valueDateTime: year }] : [{ valueDate: year }];
  }
  if (valueTime !== undefined)
    return instant(Date.parse(`2001-01-01T${valueTime}Z`) + step * 1_000).map((one) => ({
      valueTime: one.slice(11, 19),
    }));
  return valueString === undefined ? [] : [{ valueString: step > 0 ? `${valueString}~` : '!' }];
}

/** An answer that no condition names. */
function unnamed(node: Node): readonly FhirValue[] {
  switch (node.type) {
    case 'boolean':
      return [{ valueBoolean: true }, { valueBoolean: false }];
    case 'integer':
      return [{ valueInteger: 0 }, { valueInteger: 1 }];
    case 'decimal':
      return [{ valueDecimal: 0 }, { valueDecimal: 0.5 }];
    case 'quantity':
      return [{ valueQuantity: { value: 1 } }, { valueQuantity: { value: 1, unit: '?' } }];
    case 'date':
      return [{ valueDate: '2001-02-03' }];
    case 'dateTime':
      return [{ valueDateTime: '2001-02-03T04:05:06Z' }];
    case 'time':
      return [{ valueTime: '04:05:06' }];
    case 'url':
      return [{ valueUri: 'urn:unbenannt' }];
    case 'reference':
      return [{ valueReference: { reference: 'urn:unbenannt' } }];
    case 'attachment':
      return [
        {
          valueAttachment: {
            contentType: (node.limits.mimeTypes[0] ?? 'image/jpeg').replace('/*', '/jpeg'),
            url: 'urn:unbenannt',
          },
        },
      ];
    case 'choice':
    case 'open-choice':
    case 'string':
    case 'text':
      return [{ valueString: 'unbenannt' }];
    default:
      return [];
  }
}

/**
 * Returns the answers worth trying at a question: options, or every value of a condition or limit,
 * and their neighbours; always within the limits.
 */
export function candidates(node: Node, whens: readonly EnableWhen[]): readonly FhirValue[] {
  const { minValue, maxValue } = node.limits;
  const named = whens.map(answerOf).filter((one) => Object.keys(one).length > 0);
  const own = (value: FhirValue): FhirValue =>
    node.type === 'decimal' && value.valueInteger !== undefined
      ? { valueDecimal: value.valueInteger }
      : node.type === 'quantity' && (value.valueDecimal ?? value.valueInteger) !== undefined
        ? { valueQuantity: { value: value.valueDecimal ?? value.valueInteger ?? 0 } }
        : node.type === 'url' && value.valueString !== undefined
          ? { valueUri: value.valueString }
          : value;
  const near = [...named, ...(minValue ? [minValue] : []), ...(maxValue ? [maxValue] : [])]
    .flatMap((one) => [one, ...beside(one, 1), ...beside(one, -1)])
    .map(own);
  const free =
    node.options.length > 0 && !node.isOpen
      ? []
      : [...unnamed(node), ...(node.type === 'boolean' ? [] : near)];
  const isWithin = (value: FhirValue): boolean =>
    isValueOf(node.type, value) &&
    (!minValue || (orderOf(value, own(minValue)) ?? 0) >= 0) &&
    (!maxValue || (orderOf(value, own(maxValue)) ?? 0) <= 0);
  return [...node.options.map((one) => one.value), ...free.filter(isWithin)];
}
