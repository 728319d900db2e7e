/** Random answers of one question, by its type and limits. */

import type { FhirValue } from '../../../../../shared/forms/questionnaire/fhir.ts';
import { isValueOf, problemOfValue } from '../../../../../shared/forms/questionnaire/check.ts';
import type { Node } from '../../../../../shared/forms/questionnaire/model.ts';
import { DAY_MS } from '../../../../../shared/base/day-math.ts';

/** A question, and the values that conditions of the form or its own options name. */
export interface Drawn {
  readonly node: Node;
  readonly aimed: readonly FhirValue[];
}
/** Chance of a value that a condition names: more often than by chance alone. */
const AIMED = 0.3;

/**
 * Returns answers for one question: within its minimum and maximum, an exclusive one alone; none if
 * there is none.
 */
export function drawnFor({ node, aimed }: Drawn, roll: () => number): readonly FhirValue[] {
  if (!node.isMultiple) {
    const one = drawOne(node, aimed, roll);
    return one ? [one] : [];
  }
  const { minOccurs, maxOccurs } = node.limits;
  if (node.options.length > 0 && !node.isOpen) {
    const alone = node.options.filter((one) => one.isExclusive),
      others = node.options.filter((one) => !one.isExclusive);
    const only = alone[Math.floor(roll() * alone.length)];
    if (only && minOccurs <= 1 && (others.length === 0 || roll() < 0.3)) return [only.value];
    const wanted = Math.min(
        others.length,
        maxOccurs,
        Math.max(minOccurs, 1 + Math.floor(roll() * 3)),
      ),
      left = others.map((one) => one.value);
    if (wanted < minOccurs) return [];
    return Array.from(
      { length: wanted },
      () => left.splice(Math.floor(roll() * left.length), 1)[0],
    ).flatMap((one) => one ?? []);
  }
  const wanted = Math.min(maxOccurs, Math.max(minOccurs, 1 + Math.floor(roll() * 2))),
    found = Array.from({ length: wanted }, () => drawOne(node, aimed, roll)).flatMap(
      (one) => one ?? [],
    );
  return found.length < minOccurs ? [] : found;
}

function drawOne(
  node: Node,
  aimed: readonly FhirValue[],
  roll: () => number,
): FhirValue | undefined {
  if (aimed.length > 0 && (node.options.length > 0 ? !node.isOpen || roll() < 0.9 : roll() < AIMED))
    return aimed[Math.floor(roll() * aimed.length)];
  for (let attempt = 0; attempt < 6; attempt++) {
    const value = drawFree(node, roll, attempt);
    if (value && isValueOf(node.type, value) && problemOfValue(node, value) === undefined)
      return value;
  }
  const sample =
    node.limits.regex === undefined
      ? undefined
      : SAMPLES.map((one): FhirValue =>
          node.type === 'url' ? { valueUri: one } : { valueString: one },
        ).find((one) => problemOfValue(node, one) === undefined);
  return sample ?? aimed[0];
}

/**
 * Texts that patterns of forms usually accept: a postcode, a telephone number, an address, a year.
 */
const SAMPLES = [
  '50667',
  '+49 221 4710110',
  '0221 4710110',
  'a@example.org',
  '2019',
  'A123456789',
  '5',
  'Muster',
  'https://example.org',
];
const numberOf = (value: FhirValue | undefined): number | undefined =>
  value?.valueInteger ?? value?.valueDecimal ?? value?.valueQuantity?.value;
const dayOf = (value: FhirValue | undefined, other: number): number => {
  const at = Date.parse((value?.valueDate ?? value?.valueDateTime ?? '').slice(0, 10));
  return Number.isNaN(at) ? other : at;
};

function drawFree(node: Node, roll: () => number, attempt: number): FhirValue | undefined {
  const {
    minValue,
    maxValue,
    minLength = 1,
    maxLength = 60,
    regex,
    mimeTypes,
    maxSize,
  } = node.limits;
  const places = 10 ** Math.min(2, node.limits.maxDecimalPlaces ?? 2);
  const number = (): number => {
    const least = numberOf(minValue) ?? Math.min(0, (numberOf(maxValue) ?? 0) - 100),
      most = numberOf(maxValue) ?? Math.max(100, least + 100);
    return least + roll() * (most - least);
  };
  const day = (): string => {
    const from = dayOf(
        minValue,
        Math.min(Date.UTC(1930, 0, 1), dayOf(maxValue, Infinity) - DAY_MS),
      ),
      to = dayOf(maxValue, Math.max(Date.UTC(2026, 0, 1), from + DAY_MS));
    return new Date(from + Math.floor((roll() * (to - from)) / DAY_MS) * DAY_MS).toISOString();
  };
  switch (node.type) {
    case 'boolean':
      return { valueBoolean: roll() < 0.5 };
    case 'integer':
      return { valueInteger: Math.round(number()) };
    case 'decimal':
      return { valueDecimal: Math.round(number() * places) / places };
    case 'quantity': {
      const unit = node.units[Math.floor(roll() * node.units.length)];
      return {
        valueQuantity: {
          value: Math.round(number() * places) / places,
          ...(unit?.display !== undefined && { unit: unit.display }),
          ...(unit?.code !== undefined && { code: unit.code }),
        },
      };
    }
    case 'date':
      return { valueDate: day().slice(0, 10) };
    case 'dateTime':
      return { valueDateTime: day() };
    case 'time':
      return {
        valueTime: `${String(Math.floor(roll() * 24)).padStart(2, '0')}:${String(Math.floor(roll() * 60)).padStart(2, '0')}:00`,
      };
    case 'url':
      return { valueUri: 'https://example.org/' };
    case 'string':
    case 'text':
    case 'open-choice': {
      const length = Math.max(minLength, Math.min(maxLength, 3 + Math.floor(roll() * 40)));
      return {
        valueString:
          regex === undefined && attempt === 0
            ? 'Wort '
                .repeat(Math.ceil(length / 5))
                .slice(0, length)
                .replace(/ $/, 't')
            : (SAMPLES[Math.floor(roll() * SAMPLES.length)] ?? ''),
      };
    }
    case 'attachment':
      return {
        valueAttachment: {
          contentType: (mimeTypes[0] ?? 'image/jpeg').replace('/*', '/jpeg'),
          size: Math.min(100_000, maxSize ?? 100_000),
          url: 'urn:file:1',
        },
      };
    default:
      return undefined;
  }
}
