/**
 * Validation of answers: errors and missing answers; one pure rule for the tablet, the page at
 * home, the practice and the server.
 */

import { isWithoutValue, mayBeUnknown } from './absent.ts';
import { keyOfValue, type FhirValue, type ValueKey } from './fhir.ts';
import { orderOf } from './units.ts';
import { isQuick } from '../../base/pattern.ts';
import { isOption, type Node } from './model.ts';
import { everyPlace, instancesAt, type Place } from './state.ts';
import type { Limits } from './limits.ts';
import { isOffering, type View } from './view.ts';
import type { ItemType } from './questionnaire.ts';

type ProblemCode =
  | 'required'
  | 'tooFew'
  | 'tooMany'
  | 'tooShort'
  | 'tooLong'
  | 'tooSmall'
  | 'tooBig'
  | 'decimals'
  | 'pattern'
  | 'notAValue'
  | 'notAnOption'
  | 'fileType'
  | 'fileSize'
  | 'rule';
export interface Problem {
  readonly key: string;
  readonly code: ProblemCode;
  /** The violated limit, formatted for display. */
  readonly limit?: string | number;
  /** The form's own text, for `rule`. */
  readonly human?: string;
  /** A warning does not block. */
  readonly isWarning?: boolean;
}

/**
 * Longer answers are rejected whatever the form allows: a page of handwriting has 2,000 characters.
 */
export const MAX_TEXT = 20_000;
/**
 * A pattern is matched against texts up to this length; the time of foreign patterns may grow with
 * it.
 */
const MAX_PATTERN_TEXT = 500;

const KEYS: Readonly<Record<ItemType, readonly ValueKey[]>> = {
  group: [],
  display: [],
  boolean: ['valueBoolean'],
  decimal: ['valueDecimal'],
  integer: ['valueInteger'],
  date: ['valueDate'],
  dateTime: ['valueDateTime'],
  time: ['valueTime'],
  string: ['valueString'],
  text: ['valueString'],
  url: ['valueUri'],
  choice: [
    'valueCoding',
    'valueString',
    'valueInteger',
    'valueDate',
    'valueTime',
    'valueReference',
  ],
  'open-choice': [
    'valueCoding',
    'valueString',
    'valueInteger',
    'valueDate',
    'valueTime',
    'valueReference',
  ],
  attachment: ['valueAttachment'],
  reference: ['valueReference'],
  quantity: ['valueQuantity'],
};

const DATE = /^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/;
const TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?$/;
const DATE_TIME =
  /^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01])(T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d))?)?)?$/;

/**
 * Checks whether a value is one that this kind of item can hold at all, regardless of its author.
 */
export function isValueOf(type: ItemType, value: FhirValue): boolean {
  const key = keyOfValue(value);
  if (key === undefined || !KEYS[type].includes(key)) return false;
  const {
    valueDate,
    valueDateTime,
    valueTime,
    valueInteger,
    valueDecimal,
    valueString,
    valueUri,
    valueQuantity,
    valueBoolean,
    valueCoding,
    valueAttachment,
  } = value;
  if (valueBoolean !== undefined) return typeof valueBoolean === 'boolean';
  if (valueDate !== undefined)
    return typeof valueDate === 'string' && DATE.test(valueDate) && isRealDay(valueDate);
  if (valueDateTime !== undefined)
    return (
      typeof valueDateTime === 'string' &&
      DATE_TIME.test(valueDateTime) &&
      isRealDay(valueDateTime.slice(0, 10))
    );
  if (valueTime !== undefined) return typeof valueTime === 'string' && TIME.test(valueTime);
  if (valueInteger !== undefined)
    return Number.isInteger(valueInteger) && Math.abs(valueInteger) <= 2_147_483_647;
  if (valueDecimal !== undefined) return Number.isFinite(valueDecimal);
  if (valueQuantity !== undefined)
    return valueQuantity.value === undefined || Number.isFinite(valueQuantity.value);
  if (valueString !== undefined)
    return (
      typeof valueString === 'string' && valueString.trim() !== '' && valueString.length <= MAX_TEXT
    );
  if (valueUri !== undefined) return typeof valueUri === 'string' && /^\S{1,2000}$/.test(valueUri);
  if (valueCoding !== undefined)
    return (
      typeof valueCoding === 'object' &&
      (typeof valueCoding.code === 'string' || typeof valueCoding.display === 'string')
    );
  if (valueAttachment !== undefined) return typeof valueAttachment === 'object';
  return true;
}
function isRealDay(day: string): boolean {
  if (day.length < 10) return true;
  const [y = 0, m = 0, d = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(y, m - 1, d)).getUTCDate() === d;
}

const decimalsOf = (n: number): number => {
  const text = String(n),
    exponent = /e-(\d+)$/.exec(text);
  return exponent
    ? Number(exponent[1]) + (text.split('e')[0]?.split('.')[1]?.length ?? 0)
    : (text.split('.')[1]?.length ?? 0);
};
const limitText = (value: FhirValue): string | number =>
  value.valueInteger ??
  value.valueDecimal ??
  value.valueQuantity?.value ??
  value.valueDate ??
  value.valueDateTime ??
  value.valueTime ??
  '';
/**
 * Returns the number that a limit is compared with, so that an integer limit applies to a decimal
 * answer and a quantity alike.
 */
const comparable = (value: FhirValue, limit: FhirValue): FhirValue => {
  const n = value.valueQuantity?.value;
  return n !== undefined && (limit.valueDecimal ?? limit.valueInteger) !== undefined
    ? { valueDecimal: n }
    : value;
};

/** Returns the first error of one value at an item, in any place. */
export const problemOfValue = (node: Node, value: FhirValue): Problem | undefined =>
  problemOf(node, value, node.linkId);

/** Returns the limit that a value exceeds. */
export function beyondLimits(
  value: FhirValue,
  { minValue, maxValue }: Pick<Limits, 'minValue' | 'maxValue'>,
  key: string,
): Problem | undefined {
  if (minValue) {
    const order = orderOf(comparable(value, minValue), minValue);
    if (order !== undefined && order < 0)
      return { key, code: 'tooSmall', limit: limitText(minValue) };
  }
  if (maxValue) {
    const order = orderOf(comparable(value, maxValue), maxValue);
    if (order !== undefined && order > 0)
      return { key, code: 'tooBig', limit: limitText(maxValue) };
  }
  return undefined;
}

/** Whether the answers are a list: of the form, or one that an expression gave. */
const isListed = (node: Node, offered: Node): boolean =>
  offered.options !== node.options || node.options.length > 0;

/**
 * Returns the first error of one value, by the item's own limits.
 * @param offered the item with the answers to choose from
 */
function problemOf(node: Node, value: FhirValue, key: string, offered = node): Problem | undefined {
  const { limits, type } = node;
  if (isWithoutValue(node, value))
    return mayBeUnknown(node) ? undefined : { key, code: 'notAValue' };
  if (!isValueOf(type, value)) return { key, code: 'notAValue' };
  const text = value.valueString ?? value.valueUri;
  if (text !== undefined) {
    const length = [...text].length;
    if (limits.maxLength !== undefined && length > limits.maxLength)
      return { key, code: 'tooLong', limit: limits.maxLength };
    if (limits.minLength !== undefined && length < limits.minLength)
      return { key, code: 'tooShort', limit: limits.minLength };
    if (limits.regex !== undefined && !fits(limits.regex, text)) return { key, code: 'pattern' };
  }
  const { maxDecimalPlaces } = limits,
    beyond = beyondLimits(value, limits, key);
  if (beyond) return beyond;
  const n = value.valueDecimal ?? value.valueQuantity?.value;
  if (n !== undefined && maxDecimalPlaces !== undefined && decimalsOf(n) > maxDecimalPlaces)
    return { key, code: 'decimals', limit: maxDecimalPlaces };
  if (
    isListed(node, offered) &&
    !offered.options.some((one) => isOption(one, value)) &&
    !(node.isOpen && value.valueString !== undefined)
  )
    return { key, code: 'notAnOption' };
  const file = value.valueAttachment;
  if (file) {
    if (
      limits.mimeTypes.length > 0 &&
      !limits.mimeTypes.some(
        (one) =>
          file.contentType === one ||
          (one.endsWith('/*') && file.contentType?.startsWith(one.slice(0, -1)) === true),
      )
    )
      return { key, code: 'fileType', limit: limits.mimeTypes.join(', ') };
    if (limits.maxSize !== undefined && (file.size ?? 0) > limits.maxSize)
      return { key, code: 'fileSize', limit: limits.maxSize };
  }
  return undefined;
}

const patterns = new Map<string, RegExp | null>();
/**
 * Matches the whole text against the form's pattern; an invalid pattern (reported by the import) or
 * one that might never terminate does not block.
 */
function fits(pattern: string, text: string): boolean {
  let compiled = patterns.get(pattern);
  if (compiled === undefined) {
    try {
      compiled = new RegExp(`^(?:${pattern})$`, 'u');
    } catch {
      compiled = null;
    }
    patterns.set(pattern, compiled);
  }
  return (
    compiled === null ||
    text.length > MAX_PATTERN_TEXT ||
    !isQuick(pattern, text.length) ||
    compiled.test(text)
  );
}

/**
 * The first name is missing for people with one name, and the family name stands for both; the
 * person is known before the form opens.
 */
const mayBeEmpty = ({ field }: Place['node']): boolean => field === 'firstName';

const isAnswerable = ({ isQuestion, isHidden, isReadOnly }: Node): boolean =>
  isQuestion && !isHidden && !isReadOnly;

/**
 * Checks whether a required group around a question has no answer at all, and the question is its
 * first one: the problem is shown there, since a group has no field.
 */
function isFirstOfEmpty(view: View, { node, ids, key }: Place): boolean {
  if (!isAnswerable(node)) return false;
  for (let group = node.parent; group; group = group.parent) {
    if (group.type !== 'group' || !group.isRequired) continue;
    const inside = [...everyPlace(view.state, [group], ids.slice(0, group.frames.length))].filter(
      (one) => one.node.isQuestion && view.isEnabled(one),
    );
    if (
      inside.find((one) => isAnswerable(one.node))?.key === key &&
      inside.every((one) => view.answers(one).length === 0)
    )
      return true;
  }
  return false;
}

/**
 * Returns all errors at one enabled place, most severe first; none for display items, and for
 * hidden or read-only ones without an answer.
 */
export function problemsAt(view: View, place: Place): readonly Problem[] {
  const { node, key } = place;
  if (!view.isEnabled(place) || node.type === 'display') return [];
  if (node.type === 'group') {
    if (!node.isFrame) return [];
    const count = instancesAt(view.state, place).length;
    if (count > node.limits.maxOccurs)
      return [{ key, code: 'tooMany', limit: node.limits.maxOccurs }];
    return count < node.limits.minOccurs
      ? [{ key, code: 'tooFew', limit: node.limits.minOccurs }]
      : [];
  }
  const values = view.answers(place),
    { minOccurs, maxOccurs } = node.limits,
    offered = view.asShown(place).node;
  const wrong = values.flatMap((value) => problemOf(node, value, key, offered) ?? []);
  // No expression gave an answer to choose: nothing is asked for.
  const most = isOffering(node) && !node.isOpen ? offered.options.length : Infinity;
  if (values.length === 0 && most === 0) return [];
  if (values.length === 0)
    return (node.isRequired && isAnswerable(node) && !mayBeEmpty(node)) ||
      isFirstOfEmpty(view, place)
      ? [{ key, code: 'required' }]
      : [];
  // „Nichts davon“ together with another option is a contradiction.
  if (
    values.length > 1 &&
    node.options.some((one) => one.isExclusive && values.some((value) => isOption(one, value)))
  )
    return [...wrong, { key, code: 'tooMany', limit: 1 }];
  if (values.length > maxOccurs) return [...wrong, { key, code: 'tooMany', limit: maxOccurs }];
  const least = Math.min(minOccurs, most);
  if (node.isMultiple && values.length < least)
    return [...wrong, { key, code: 'tooFew', limit: least }];
  return wrong;
}

/** Returns all errors of the form, in its order. */
export function problemsOf(view: View): readonly Problem[] {
  return view.places().flatMap((place) => problemsAt(view, place));
}
