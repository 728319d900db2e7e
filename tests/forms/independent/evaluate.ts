/**
 * A filled form judged on demand: an item asks for what it depends on, and nothing is computed in
 * rounds. It knows the standard and the trees of the expressions, and nothing of the engine.
 */
import type { FhirValue } from '../../../shared/forms/questionnaire/fhir.ts';
import type { QuestionnaireItem } from '../../../shared/forms/questionnaire/questionnaire.ts';
import { holds, nearest, type Occurrence, type Sheet } from '../reference.ts';
import {
  numberOf,
  readsOf,
  toExact,
  toNumber,
  truthOf,
  type Exact,
  type NumberTree,
  type Reading,
  type TruthTree,
} from './expression.ts';

/** Expressions of a form, by linkId; variables by name. */
export interface Trees {
  readonly numbers: ReadonlyMap<string, NumberTree>;
  readonly truths: ReadonlyMap<string, TruthTree>;
  readonly conditions: ReadonlyMap<string, TruthTree>;
  readonly rules: ReadonlyMap<string, TruthTree>;
  readonly variables: ReadonlyMap<string, NumberTree>;
}
/** Limits of an item, as the generator wrote them into its extensions. */
export interface Bounds {
  readonly min?: number;
  readonly max?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly decimals?: number;
  readonly minOccurs?: number;
  readonly maxOccurs?: number;
}
export interface Judged {
  readonly linkId: string;
  readonly values: readonly FhirValue[];
  /** Every violated limit. */
  readonly wrong: readonly string[];
}

const numberIn = (value: FhirValue): number | undefined =>
  value.valueInteger ?? value.valueDecimal ?? value.valueQuantity?.value;
const exactIn = (value: FhirValue): Exact[] => {
  const number = numberIn(value);
  return number === undefined ? [] : [toExact(number)];
};

interface Placed extends Occurrence {
  readonly sheet: Sheet;
}

/** Lays the sheet out: every item in its place, below its row or answer. */
function placed(sheets: readonly Sheet[]): readonly Placed[] {
  const all: Placed[] = [];
  const lay = (list: readonly Sheet[], up: Occurrence | undefined, row: number): void => {
    for (const sheet of list) {
      const own: Placed = {
        sheet,
        item: sheet.item,
        up,
        row,
        values: sheet.answers.map((one) => one.value),
        at: all.length,
      };
      all.push(own);
      sheet.rows.forEach((one, index) => lay(one, own, index));
      sheet.answers.forEach((one, index) => lay(one.below, own, index));
    }
  };
  lay(sheets, undefined, 0);
  return all;
}

/** Judges the sheet. */
export function judgeSheet(
  sheets: readonly Sheet[],
  trees: Trees,
  bounds: ReadonlyMap<string, Bounds>,
  weights: ReadonlyMap<string, number>,
): readonly Judged[] {
  const all = placed(sheets);
  const known = new Map<Occurrence, boolean>(),
    made = new Map<Occurrence, readonly FhirValue[]>();
  const named = (linkId: string): readonly Placed[] =>
    all.filter((one) => one.item.linkId === linkId && counts(one));
  const answersOf = (linkId: string): readonly FhirValue[] => named(linkId).flatMap(valuesOf);
  const reading: Reading = {
    numbers: (linkId) => answersOf(linkId).flatMap(exactIn),
    weights: (linkId) =>
      answersOf(linkId).flatMap((value) => {
        const weight = weights.get(
          `${linkId} ${value.valueCoding?.system ?? ''} ${value.valueCoding?.code ?? ''}`,
        );
        return weight === undefined ? [] : [toExact(weight)];
      }),
    count: (linkId) => answersOf(linkId).length,
    variable: (name) => trees.variables.get(name),
  };
  const isComputed = (linkId: string): boolean =>
    trees.numbers.has(linkId) || trees.truths.has(linkId);
  /** A result that rests on a missing total is withheld, unless the expression asks for it. */
  const lacks = (tree: NumberTree | TruthTree, own: string): boolean =>
    [...readsOf(tree, reading.variable)].some(
      ([linkId, { asks }]) =>
        linkId !== own &&
        isComputed(linkId) &&
        !asks &&
        named(linkId).some((one) => valuesOf(one).length === 0),
    );
  function valuesOf(one: Occurrence): readonly FhirValue[] {
    const { linkId } = one.item,
      before = made.get(one);
    if (before) return before;
    const number = trees.numbers.get(linkId),
      truth = trees.truths.get(linkId);
    let values = one.values;
    if (number) {
      const found = lacks(number, linkId) ? undefined : numberOf(number, reading);
      values = found ? [{ valueDecimal: toNumber(found) }] : [];
    } else if (truth) {
      const found = lacks(truth, linkId) ? undefined : truthOf(truth, reading);
      values = found === undefined ? [] : [{ valueBoolean: found }];
    }
    made.set(one, values);
    return values;
  }
  function counts(one: Occurrence): boolean {
    const before = known.get(one);
    if (before !== undefined) return before;
    const answer = isAsked(one);
    known.set(one, answer);
    return answer;
  }
  function isAsked(one: Occurrence): boolean {
    const { item, up } = one;
    if (up && !counts(up)) return false;
    if (up && up.item.type !== 'group' && item.type !== 'display' && valuesOf(up).length === 0)
      return false;
    const condition = trees.conditions.get(item.linkId);
    if (condition && truthOf(condition, reading) !== true) return false;
    const whens = item.enableWhen ?? [];
    const met = whens.map((when) => {
      const target = nearest(all, one, when.question);
      return holds(when, target && counts(target) ? valuesOf(target) : []);
    });
    return (
      met.length === 0 || (item.enableBehavior === 'all' ? met.every(Boolean) : met.some(Boolean))
    );
  }
  const opensEmptyGroup = emptyGroups(all, counts, valuesOf);
  return all.filter(counts).map((one) => {
    const values = valuesOf(one),
      { item } = one,
      limits = bounds.get(item.linkId) ?? {},
      rule = trees.rules.get(item.linkId);
    return {
      linkId: item.linkId,
      values,
      wrong: [
        ...(item.type === 'group'
          ? wrongRows(item, one.sheet.rows.length, limits)
          : wrongAnswers(item, values, limits, isHidden(one))),
        ...(opensEmptyGroup(one) ? ['required'] : []),
        ...(rule && truthOf(rule, reading) === false ? ['rule'] : []),
      ],
    };
  });
}

const isQuestion = ({ item }: Occurrence): boolean =>
  item.type !== 'group' && item.type !== 'display';
const HIDDEN = 'http://hl7.org/fhir/StructureDefinition/questionnaire-hidden';
const isMarked = (item: QuestionnaireItem): boolean =>
  (item.extension ?? []).some((one) => one.url === HIDDEN && one.valueBoolean === true);
const isHidden = (one: Occurrence): boolean =>
  isMarked(one.item) || (one.up !== undefined && isHidden(one.up));
const isInside = (one: Occurrence, group: Occurrence): boolean =>
  one.up !== undefined && (one.up === group || isInside(one.up, group));
const isAnswerable = (one: Occurrence): boolean =>
  isQuestion(one) && !isHidden(one) && one.item.readOnly !== true;
/** A required group without any answer is named at the first question that can be answered. */
const emptyGroups =
  (
    all: readonly Placed[],
    counts: (one: Occurrence) => boolean,
    valuesOf: (one: Occurrence) => readonly FhirValue[],
  ) =>
  (one: Occurrence): boolean =>
    all.some((group) => {
      if (group.item.type !== 'group' || group.item.required !== true) return false;
      if (!isInside(one, group)) return false;
      const inside = all.filter(
        (each) => isQuestion(each) && isInside(each, group) && counts(each),
      );
      return (
        inside.find(isAnswerable) === one && inside.every((each) => valuesOf(each).length === 0)
      );
    });

function wrongRows(
  item: QuestionnaireItem,
  rows: number,
  { minOccurs = 0, maxOccurs }: Bounds,
): string[] {
  if (item.repeats !== true) return [];
  return [
    ...(rows < Math.max(minOccurs, item.required === true ? 1 : 0) ? ['tooFew'] : []),
    ...(maxOccurs !== undefined && rows > maxOccurs ? ['tooMany'] : []),
  ];
}
function wrongAnswers(
  item: QuestionnaireItem,
  values: readonly FhirValue[],
  limits: Bounds,
  isHidden: boolean,
): string[] {
  if (values.length === 0)
    return item.required === true && !isHidden && item.readOnly !== true && item.type !== 'display'
      ? ['required']
      : [];
  const { minOccurs = 0, maxOccurs = Infinity } = limits;
  return [
    ...(item.repeats === true && values.length < minOccurs ? ['tooFew'] : []),
    ...(item.repeats === true && values.length > maxOccurs ? ['tooMany'] : []),
    ...values.flatMap((value) => wrongValue(value, limits)),
  ];
}
function wrongValue(
  value: FhirValue,
  { min, max, minLength, maxLength, decimals }: Bounds,
): string[] {
  const number = numberIn(value),
    text = value.valueString ?? value.valueUri,
    length = text === undefined ? undefined : [...text].length,
    places = (String(number).split('.')[1] ?? '').length,
    isDecimal = value.valueDecimal !== undefined || value.valueQuantity !== undefined;
  return [
    ...(number !== undefined && min !== undefined && number < min ? ['tooSmall'] : []),
    ...(number !== undefined && max !== undefined && number > max ? ['tooBig'] : []),
    ...(length !== undefined && minLength !== undefined && length < minLength ? ['tooShort'] : []),
    ...(length !== undefined && maxLength !== undefined && length > maxLength ? ['tooLong'] : []),
    ...(isDecimal && decimals !== undefined && places > decimals ? ['decimals'] : []),
  ];
}
