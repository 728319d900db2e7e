/**
 * Conversion of questionnaires of FHIR R5 and STU3 into R4. What R4 cannot express stays as it was
 * written, so that the import refuses it by name.
 *
 * Sources: Questionnaire in https://hl7.org/fhir/R5/questionnaire.html and
 * https://hl7.org/fhir/STU3/questionnaire.html, each with its list of changes.
 */

import { EXTENSION, R4 } from '../questionnaire/extensions.ts';
import { textOf } from './rule-findings.ts';

type Json = Readonly<Record<string, unknown>>;
type OtherVersion = 'r5' | 'stu3';

export interface Converted {
  /** The form in R4, as far as it can be. */
  readonly value: unknown;
  /** Version in which the form was written; absent for a form in R4. */
  readonly from?: OtherVersion;
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns an object without some of its fields. */
function without(value: Json, ...names: string[]): Json {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

/** Types of R5 whose answers are a choice of R4 once they have options. */
const LISTABLE: ReadonlySet<unknown> = new Set([
  'coding',
  'string',
  'text',
  'integer',
  'date',
  'time',
  'reference',
]);
/** Types whose free answer is a text, as that of `open-choice` in R4. */
const WORDED: ReadonlySet<unknown> = new Set(['string', 'text']);

/**
 * Returns the type in R4 of an item of R5 with its `answerConstraint`.
 * @returns `undefined` if R4 has none: a free answer of another type than text
 */
function typeInR4({ type, answerConstraint, answerOption, answerValueSet }: Json): unknown {
  const hasOptions = answerOption !== undefined || answerValueSet !== undefined;
  if (type !== 'coding' && !hasOptions) return type;
  if (!LISTABLE.has(type)) return answerConstraint === undefined ? type : undefined;
  if (answerConstraint === undefined || answerConstraint === 'optionsOnly') return 'choice';
  if (answerConstraint === 'optionsOrString') return 'open-choice';
  return answerConstraint === 'optionsOrType' && WORDED.has(type) ? 'open-choice' : undefined;
}

function itemOfR5(item: Json): Json {
  const type = typeInR4(item);
  const shown = item.disabledDisplay === 'hidden' ? without(item, 'disabledDisplay') : item;
  return type === undefined ? shown : { ...without(shown, 'answerConstraint'), type };
}

/** Values that a condition of R4 cannot compare with. */
const INCOMPARABLE = ['answerAttachment', 'answerUri'];

/** A condition of STU3 has no operator: it asks for an answer, or for the one answer. */
function conditionOfStu3(condition: unknown): unknown {
  if (!isObject(condition) || condition.operator !== undefined) return condition;
  if (INCOMPARABLE.some((name) => condition[name] !== undefined)) return condition;
  if (condition.hasAnswer === undefined) return { ...condition, operator: '=' };
  return {
    ...without(condition, 'hasAnswer'),
    operator: 'exists',
    answerBoolean: condition.hasAnswer,
  };
}

/** Returns the value set that a reference of STU3 names, if R4 can name it by an address. */
function valueSetOf(options: unknown): string | undefined {
  const reference = isObject(options) ? options.reference : undefined;
  return typeof reference === 'string' && /^(?:#|https?:|urn:)/.test(reference)
    ? reference
    : undefined;
}

/** Addresses of extensions that R4 renamed. */
const RENAMED: ReadonlyMap<unknown, string> = new Map([
  [`${R4}questionnaire-ordinalValue`, EXTENSION.ordinalValue],
]);
/** Gives the extensions of an option their addresses of R4, at any depth. */
function renamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renamed);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      name === 'url' ? (RENAMED.get(part) ?? part) : renamed(part),
    ]),
  );
}

const isInitial = (name: string): boolean => /^initial[A-Z]/.test(name);

function itemOfStu3(item: Json): Json {
  const valueSet = valueSetOf(item.options),
    initial = Object.keys(item).filter(isInitial);
  const rest = without(item, 'option', ...(valueSet === undefined ? [] : ['options']), ...initial);
  return {
    ...rest,
    ...(item.option !== undefined && { answerOption: renamed(item.option) }),
    ...(valueSet !== undefined && { answerValueSet: valueSet }),
    ...(initial.length > 0 && {
      initial: initial.map((name) => ({ [name.replace('initial', 'value')]: item[name] })),
    }),
    ...(Array.isArray(item.enableWhen) && {
      enableWhen: item.enableWhen.map(conditionOfStu3),
      // Any of several conditions of STU3 enables an item.
      ...(item.enableWhen.length > 1 && { enableBehavior: item.enableBehavior ?? 'any' }),
    }),
  };
}

const hasField = (item: Json, ...names: string[]): boolean =>
  names.some((name) => item[name] !== undefined);

/** Recognises the version of an item by what R4 does not have. */
function versionOfItem(item: Json): OtherVersion | undefined {
  if (item.type === 'coding' || hasField(item, 'answerConstraint', 'disabledDisplay')) return 'r5';
  const conditions: unknown[] = Array.isArray(item.enableWhen) ? item.enableWhen : [];
  const isWithoutOperator = conditions.some(
    (one) => isObject(one) && one.question !== undefined && one.operator === undefined,
  );
  return hasField(item, 'option', 'options') ||
    isWithoutOperator ||
    Object.keys(item).some(isInitial)
    ? 'stu3'
    : undefined;
}

/**
 * Finds what the conversion left in an item: reading it as R4 would drop its options, or its rule
 * which answers are allowed.
 */
export function leftOverOf(item: Json): { from: OtherVersion; detail: string } | undefined {
  if (item.answerConstraint !== undefined)
    return { from: 'r5', detail: `answerConstraint ${textOf(item.answerConstraint)}` };
  if (item.type === 'coding') return { from: 'r5', detail: 'coding' };
  if (item.disabledDisplay === 'protected') return { from: 'r5', detail: 'disabledDisplay' };
  const old = ['option', 'options'].find((name) => item[name] !== undefined);
  return old === undefined ? undefined : { from: 'stu3', detail: old };
}

const CONVERT = { r5: itemOfR5, stu3: itemOfStu3 } as const;

/** Finds the first version other than R4 among the items. */
function versionOf(items: unknown): OtherVersion | undefined {
  if (!Array.isArray(items)) return undefined;
  for (const item of items) {
    if (!isObject(item)) continue;
    const found = versionOfItem(item) ?? versionOf(item.item);
    if (found) return found;
  }
  return undefined;
}

const convertItems = (items: unknown, from: OtherVersion): unknown =>
  Array.isArray(items)
    ? items.map((item: unknown) => {
        if (!isObject(item)) return item;
        const made = CONVERT[from](item);
        return made.item === undefined ? made : { ...made, item: convertItems(made.item, from) };
      })
    : items;

/** Fields of the form itself that only R5 has. The line of copyright moves into its text. */
function headInR4(form: Json): Json {
  const label = form.copyrightLabel;
  const rest = without(form, 'copyrightLabel', 'versionAlgorithmString', 'versionAlgorithmCoding');
  if (typeof label !== 'string') return rest;
  const { copyright } = form;
  return {
    ...rest,
    copyright: typeof copyright === 'string' ? `${label}\n\n${copyright}` : label,
  };
}

const LISTS: ReadonlySet<unknown> = new Set(['ValueSet', 'CodeSystem']);
/** Converts the head of a contained list; its codes are the same in both versions. */
const listInR4 = (value: unknown): unknown =>
  isObject(value) && LISTS.has(value.resourceType) ? headInR4(value) : value;

/**
 * Converts a form of another version of FHIR into R4, its contained forms as well.
 * @param value parsed JSON, untrusted
 */
export function toR4(value: unknown): Converted {
  if (!isObject(value) || value.resourceType !== 'Questionnaire') return { value };
  const contained = (Array.isArray(value.contained) ? value.contained : []).map(
    (one: unknown): Converted => toR4(one),
  );
  const own = versionOf(value.item);
  const from = own ?? contained.find((one) => one.from !== undefined)?.from;
  if (from === undefined) return { value };
  return {
    from,
    value: {
      ...(from === 'r5' ? headInR4(value) : value),
      ...(value.item !== undefined && {
        item: own === undefined ? value.item : convertItems(value.item, own),
      }),
      ...(contained.length > 0 && {
        contained: contained.map((one) => (from === 'r5' ? listInR4(one.value) : one.value)),
      }),
    },
  };
}
