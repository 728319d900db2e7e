/**
 * Reference implementation of a filled questionnaire from the text of FHIR R4 alone
 * (hl7.org/fhir/R4/questionnaire-definitions.html, valueset-questionnaire-enable-operator.html,
 * questionnaireresponse.html): slow, plain, and independent of the engine.
 */
import { UcumLhcUtils } from '@lhncbc/ucum-lhc';
import type { FhirValue } from '../../shared/forms/questionnaire/fhir.ts';
import type {
  ResponseAnswer,
  ResponseItem,
} from '../../shared/forms/questionnaire/response-types.ts';
import type {
  EnableWhen,
  Questionnaire,
  QuestionnaireItem,
} from '../../shared/forms/questionnaire/questionnaire.ts';

/**
 * Content of the sheet, asked or not: for each item of the form, in its order, its occurrences. A
 * repeating group has one row for each repetition; an answer contains the items below it.
 */
export interface Sheet {
  readonly item: QuestionnaireItem;
  readonly answers: readonly { readonly value: FhirValue; readonly below: readonly Sheet[] }[];
  readonly rows: readonly (readonly Sheet[])[];
}

/**
 * One item at one place of the sheet; `up`: the occurrence around it, `row`: the index of its
 * repetition or parent answer there.
 */
export interface Occurrence {
  readonly item: QuestionnaireItem;
  readonly up: Occurrence | undefined;
  readonly row: number;
  readonly values: readonly FhirValue[];
  readonly at: number;
}

function lay(sheets: readonly Sheet[]): Map<Sheet, Occurrence> {
  const all = new Map<Sheet, Occurrence>();
  const put = (list: readonly Sheet[], up: Occurrence | undefined, row: number): void => {
    for (const sheet of list) {
      const own: Occurrence = {
        item: sheet.item,
        up,
        row,
        values: sheet.answers.map((one) => one.value),
        at: all.size,
      };
      all.set(sheet, own);
      sheet.rows.forEach((one, index) => put(one, own, index));
      sheet.answers.forEach((one, index) => put(one.below, own, index));
    }
  };
  put(sheets, undefined, 0);
  return all;
}

/** Returns the occurrences around one, innermost first, each with the row that contains it. */
function around(one: Occurrence): { up: Occurrence; row: number }[] {
  return one.up ? [{ up: one.up, row: one.row }, ...around(one.up)] : [];
}

const holdsItem = (item: QuestionnaireItem, linkId: string): boolean =>
  (item.item ?? []).some((one) => one.linkId === linkId || holdsItem(one, linkId));

/**
 * „The nearest question occurrence reachable by tracing first the ancestor axis and then the
 * preceding axis and then the following axis“: an ancestor; else, in the innermost repetition
 * common to both, the last one before the asking item, or the first one after it. Occurrences in
 * other repetitions of that group belong to another child or medicine: they are no neighbours.
 */
export function nearest(
  all: readonly Occurrence[],
  from: Occurrence,
  linkId: string,
): Occurrence | undefined {
  const found = all.filter((one) => one.item.linkId === linkId),
    rings = around(from);
  for (const { up } of rings) if (found.includes(up)) return up;
  const ring = rings.find(({ up }) => holdsItem(up.item, linkId));
  const near = ring
    ? found.filter((one) => around(one).some(({ up, row }) => up === ring.up && row === ring.row))
    : found;
  return near.filter((one) => one.at < from.at).at(-1) ?? near.find((one) => one.at > from.at);
}

type Order = 'less' | 'same' | 'more' | 'other';
const order = <T extends string | number>(a: T, b: T): Order =>
  a < b ? 'less' : a > b ? 'more' : 'same';
/** Compares a value with `answer[x]`; `other` if the two have no order or differ in kind. */
function against(value: FhirValue, when: EnableWhen): Order {
  if (when.answerBoolean !== undefined && value.valueBoolean !== undefined)
    return value.valueBoolean === when.answerBoolean ? 'same' : 'other';
  if (when.answerInteger !== undefined && value.valueInteger !== undefined)
    return order(value.valueInteger, when.answerInteger);
  if (when.answerDecimal !== undefined && value.valueDecimal !== undefined)
    return order(value.valueDecimal, when.answerDecimal);
  if (when.answerDate !== undefined && value.valueDate !== undefined)
    return order(value.valueDate, when.answerDate);
  if (when.answerDateTime !== undefined && value.valueDateTime !== undefined)
    return order(Date.parse(value.valueDateTime), Date.parse(when.answerDateTime));
  if (when.answerTime !== undefined && value.valueTime !== undefined)
    return order(value.valueTime, when.answerTime);
  if (when.answerString !== undefined && (value.valueString ?? value.valueUri) !== undefined)
    return order(value.valueString ?? value.valueUri ?? '', when.answerString);
  if (when.answerCoding && value.valueCoding)
    return value.valueCoding.code === when.answerCoding.code &&
      value.valueCoding.system === when.answerCoding.system
      ? 'same'
      : 'other';
  if (when.answerQuantity && value.valueQuantity)
    return ofAmounts(value.valueQuantity, when.answerQuantity);
  if (when.answerReference && value.valueReference)
    return value.valueReference.reference === when.answerReference.reference ? 'same' : 'other';
  return 'other';
}

type Amount = NonNullable<FhirValue['valueQuantity']>;
const units = UcumLhcUtils.getInstance();
/** Two conversions of one amount may differ by rounding. */
const NEAR = 1e-9;

/** Compares amounts as the library of UCUM converts them; a condition may name no unit. */
function ofAmounts(answer: Amount, wanted: Amount): Order {
  const { value = NaN, code } = answer,
    limit = wanted.value ?? NaN;
  if (code === wanted.code || wanted.code === undefined) return order(value, limit);
  if (code === undefined) return 'other';
  const amount = units.convertUnitTo(code, value, wanted.code).toVal;
  if (amount === undefined || amount === null) return 'other';
  const isNear = Math.abs(amount - limit) <= NEAR * Math.max(Math.abs(amount), Math.abs(limit));
  return isNear ? 'same' : order(amount, limit);
}

/** Evaluates the value set „Questionnaire enable operator“, word by word. */
export function holds(when: EnableWhen, values: readonly FhirValue[]): boolean {
  const orders = values.map((one) => against(one, when));
  switch (when.operator) {
    case 'exists':
      return values.length > 0 === when.answerBoolean;
    case '=':
      return orders.includes('same');
    case '!=':
      return !orders.includes('same');
    case '>':
      return orders.includes('more');
    case '<':
      return orders.includes('less');
    case '>=':
      return orders.includes('more') || orders.includes('same');
    case '<=':
      return orders.includes('less') || orders.includes('same');
  }
}

/**
 * Returns the response items of the sheet. An item counts while its own conditions are met and
 * every item around it counts; an item that does not count is unanswered for all others.
 * @throws on a cycle of conditions: the standard gives it no meaning
 */
export function referenceItems(sheets: readonly Sheet[]): ResponseItem[] {
  const laid = lay(sheets),
    all = [...laid.values()];
  const counts = (one: Occurrence, asking: readonly Occurrence[]): boolean => {
    if (asking.includes(one)) throw new Error('circle');
    if (one.up && !counts(one.up, [...asking, one])) return false;
    const conditions = one.item.enableWhen ?? [];
    if (conditions.length === 0) return true;
    const each = conditions.map((when) => {
      const target = nearest(all, one, when.question);
      return holds(when, target && counts(target, [...asking, one]) ? target.values : []);
    });
    return one.item.enableBehavior === 'all' ? each.every(Boolean) : each.some(Boolean);
  };
  const write = (list: readonly Sheet[]): ResponseItem[] =>
    list.flatMap((sheet): ResponseItem[] => {
      const own = laid.get(sheet),
        { item } = sheet;
      if (!own || item.type === 'display' || !counts(own, [])) return [];
      const name = {
        linkId: item.linkId,
        ...(item.definition !== undefined && { definition: item.definition }),
        ...(item.text !== undefined && { text: item.text }),
      };
      if (item.type === 'group')
        return sheet.rows
          .map((row) => write(row))
          .filter((row) => row.length > 0)
          .map((row) => ({ ...name, item: row }));
      const answer = sheet.answers.map(({ value, below }): ResponseAnswer => {
        const inside = write(below);
        return { ...value, ...(inside.length > 0 && { item: inside }) };
      });
      return answer.length === 0 ? [] : [{ ...name, answer }];
    });
  return write(sheets);
}

/**
 * Checks whether some item depends on itself, over its conditions and its parents, whatever the
 * answers.
 */
export function hasCircle(questionnaire: Questionnaire): boolean {
  const up = new Map<string, QuestionnaireItem | undefined>(),
    items = new Map<string, QuestionnaireItem>();
  const note = (list: readonly QuestionnaireItem[], above: QuestionnaireItem | undefined): void => {
    for (const one of list) {
      up.set(one.linkId, above);
      items.set(one.linkId, one);
      note(one.item ?? [], one);
    }
  };
  note(questionnaire.item ?? [], undefined);
  const needs = (linkId: string): string[] => [
    ...(items.get(linkId)?.enableWhen ?? []).map((one) => one.question),
    ...(up.get(linkId) ? [up.get(linkId)?.linkId ?? ''] : []),
  ];
  const isRound = (linkId: string, path: readonly string[]): boolean =>
    path.includes(linkId) || needs(linkId).some((one) => isRound(one, [...path, linkId]));
  return [...items.keys()].some((one) => isRound(one, []));
}
