/**
 * Random forms with calculated answers, conditions and rules by expression, and limits; each
 * expression as a tree, and as text in the form.
 */
import fc from 'fast-check';
import { EXTENSION } from '../../../shared/forms/questionnaire/extensions.ts';
import type { Extension } from '../../../shared/forms/questionnaire/fhir.ts';
import {
  everyItem,
  type Questionnaire,
  type QuestionnaireItem,
} from '../../../shared/forms/questionnaire/questionnaire.ts';
import { by, variable } from '../calculations.ts';
import { randomForm } from '../random-forms.ts';
import type { Bounds, Trees } from './evaluate.ts';
import {
  readsOf,
  textOfNumber,
  textOfTruth,
  type NumberTree,
  type TruthTree,
} from './expression.ts';

export interface Sample {
  readonly form: Questionnaire;
  readonly trees: Trees;
  readonly bounds: ReadonlyMap<string, Bounds>;
  /** By `linkId system code`. */
  readonly weights: ReadonlyMap<string, number>;
}

/** Random numbers in their order; after the last one they start again. */
class Dice {
  readonly #numbers: readonly number[];
  #at = 0;
  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }
  under(limit: number): number {
    const found = this.#numbers[this.#at % this.#numbers.length] ?? 0;
    this.#at += 1;
    return (found + this.#at) % Math.max(1, limit);
  }
  of<T>(list: readonly T[]): T | undefined {
    return list[this.under(list.length)];
  }
}

/** Questions that expressions can read, by what they give. */
interface Readable {
  readonly single: readonly string[];
  readonly numeric: readonly string[];
  readonly weighted: readonly string[];
  readonly questions: readonly string[];
}

class Maker {
  readonly #dice: Dice;
  readonly #from: Readable;
  readonly #variables: readonly string[];
  constructor(dice: Dice, from: Readable, variables: readonly string[]) {
    this.#dice = dice;
    this.#from = from;
    this.#variables = variables;
  }
  number(depth: number): NumberTree {
    const dice = this.#dice,
      kind = dice.under(depth > 0 ? 9 : 6),
      literal: NumberTree = { kind: 'literal', value: (dice.under(60) - 20) / (dice.under(2) + 1) };
    const read = (
      wanted: 'answer' | 'sum' | 'weights' | 'count',
      list: readonly string[],
    ): NumberTree => {
      const linkId = dice.of(list);
      return linkId === undefined ? literal : { kind: wanted, linkId };
    };
    switch (kind) {
      case 0:
        return literal;
      case 1:
        return read('answer', this.#from.single);
      case 2:
        return read('sum', this.#from.numeric);
      case 3:
        return read('weights', this.#from.weighted);
      case 4:
        return read('count', this.#from.questions);
      case 5: {
        const name = dice.of(this.#variables);
        return name === undefined ? literal : { kind: 'variable', name };
      }
      case 6:
        return {
          kind: 'if',
          is: this.truth(depth - 1),
          a: this.number(depth - 1),
          b: this.number(depth - 1),
        };
      default:
        return {
          kind: dice.of(['+', '-', '*'] as const) ?? '+',
          a: this.number(depth - 1),
          b: this.number(depth - 1),
        };
    }
  }
  truth(depth: number): TruthTree {
    const dice = this.#dice,
      linkId = dice.of(this.#from.questions);
    switch (dice.under(depth > 0 ? 5 : 2)) {
      case 0:
        if (linkId !== undefined) return { kind: 'exists', linkId };
        break;
      case 2:
        return { kind: 'not', a: this.truth(depth - 1) };
      case 3:
      case 4:
        return {
          kind: dice.of(['and', 'or'] as const) ?? 'and',
          a: this.truth(depth - 1),
          b: this.truth(depth - 1),
        };
    }
    return {
      kind: dice.of(['>', '>=', '='] as const) ?? '>',
      a: this.number(depth - 1),
      b: this.number(depth - 1),
    };
  }
}

const BOUNDED: ReadonlySet<string> = new Set(['integer', 'decimal', 'quantity']);
const WORDED: ReadonlySet<string> = new Set(['string', 'text', 'url']);
/** Limits that random answers meet about half of the time. */
function boundsFor({ type, repeats }: QuestionnaireItem, dice: Dice): Bounds {
  const low = dice.under(3) - 1;
  return {
    ...(BOUNDED.has(type) && dice.under(2) === 0 && { min: low }),
    ...(BOUNDED.has(type) && dice.under(2) === 0 && { max: low + dice.under(3) }),
    ...(WORDED.has(type) && dice.under(2) === 0 && { minLength: dice.under(6) }),
    ...(WORDED.has(type) && dice.under(2) === 0 && { maxLength: 1 + dice.under(6) }),
    ...(type === 'decimal' && dice.under(3) === 0 && { decimals: 0 }),
    ...(repeats === true && dice.under(2) === 0 && { minOccurs: dice.under(4) }),
    ...(repeats === true && dice.under(2) === 0 && { maxOccurs: 1 + dice.under(3) }),
  };
}
function extensionsOf(bounds: Bounds): Extension[] {
  const { min, max, minLength, decimals, minOccurs, maxOccurs } = bounds;
  const whole = (url: string, value: number | undefined): Extension[] =>
    value === undefined ? [] : [{ url, valueInteger: value }];
  return [
    ...whole(EXTENSION.minValue, min),
    ...whole(EXTENSION.maxValue, max),
    ...whole(EXTENSION.minLength, minLength),
    ...whole(EXTENSION.maxDecimalPlaces, decimals),
    ...whole(EXTENSION.minOccurs, minOccurs),
    ...whole(EXTENSION.maxOccurs, maxOccurs),
  ];
}
const ruleOf = (expression: string): Extension => ({
  url: EXTENSION.constraint,
  extension: [
    { url: 'key', valueId: 'r' },
    { url: 'severity', valueCode: 'error' },
    { url: 'human', valueString: 'Regel' },
    { url: 'expression', valueString: expression },
  ],
});

/** Whether some item depends on itself, through parents, conditions, expressions and variables. */
function isRound(form: Questionnaire, trees: Trees): boolean {
  const needs = new Map<string, readonly string[]>();
  const reads = (tree: NumberTree | TruthTree | undefined): readonly string[] =>
    tree ? [...readsOf(tree, (name) => trees.variables.get(name)).keys()] : [];
  for (const { item, path } of everyItem(form.item))
    needs.set(item.linkId, [
      ...path.map((one) => one.linkId),
      ...(item.enableWhen ?? []).map((one) => one.question),
      ...reads(trees.numbers.get(item.linkId)),
      ...reads(trees.truths.get(item.linkId)),
      ...reads(trees.conditions.get(item.linkId)),
    ]);
  const done = new Set<string>();
  const walk = (linkId: string, open: readonly string[]): boolean => {
    if (open.includes(linkId)) return true;
    if (done.has(linkId)) return false;
    const found = (needs.get(linkId) ?? []).some((one) => walk(one, [...open, linkId]));
    done.add(linkId);
    return found;
  };
  return [...needs.keys()].some((one) => walk(one, []));
}

/** Items that become calculated: without children and outside of repetitions. */
type Role = 'number' | 'truth';
function rolesOf(form: Questionnaire, dice: Dice): ReadonlyMap<string, Role> {
  const roles = new Map<string, Role>();
  for (const { item, path } of everyItem(form.item)) {
    const isPlain =
      item.item === undefined &&
      item.type !== 'group' &&
      item.type !== 'display' &&
      ![...path, item].some((one) => one.repeats === true);
    if (isPlain && dice.under(3) === 0)
      roles.set(item.linkId, dice.under(3) === 0 ? 'truth' : 'number');
  }
  return roles;
}

/** Changes every item of a form, children first. */
const changed = (
  items: readonly QuestionnaireItem[] | undefined,
  change: (item: QuestionnaireItem) => QuestionnaireItem,
): QuestionnaireItem[] =>
  (items ?? []).map((item) =>
    change(item.item ? { ...item, item: changed(item.item, change) } : item),
  );

const KIND = { number: 'decimal', truth: 'boolean' } as const;
/** Gives calculated items their types; conditions on them compare with those types. */
function withRoles(
  form: Questionnaire,
  roles: ReadonlyMap<string, Role>,
  dice: Dice,
): Questionnaire {
  const item = changed(form.item, (one) => {
    const role = roles.get(one.linkId),
      when = (one.enableWhen ?? []).map((each) => {
        const target = roles.get(each.question);
        if (target === undefined || each.operator === 'exists') return each;
        const { question, operator } = each;
        return target === 'number'
          ? { question, operator, answerDecimal: dice.under(8) - 2 }
          : { question, operator, answerBoolean: dice.under(2) === 0 };
      }),
      { answerOption, ...rest } = one,
      made = { ...rest, ...(when.length > 0 && { enableWhen: when }) };
    if (role === undefined) return { ...made, ...(answerOption && { answerOption }) };
    return { ...made, type: KIND[role], readOnly: true };
  });
  return { ...form, item };
}

/** Weights of the options of every question of choice. */
function withWeights(
  form: Questionnaire,
  dice: Dice,
): { form: Questionnaire; weights: Map<string, number> } {
  const weights = new Map<string, number>();
  const item = changed(form.item, (one) => ({
    ...one,
    ...(one.answerOption && {
      answerOption: one.answerOption.map(({ valueCoding, ...option }) => {
        if (!valueCoding || dice.under(4) === 0)
          return { ...option, ...(valueCoding && { valueCoding }) };
        const weight = dice.under(9) / 2;
        weights.set(`${one.linkId} ${valueCoding.system ?? ''} ${valueCoding.code ?? ''}`, weight);
        return {
          ...option,
          valueCoding,
          extension: [{ url: EXTENSION.ordinalValue, valueDecimal: weight }],
        };
      }),
    }),
  }));
  return { form: { ...form, item }, weights };
}

function readableIn(form: Questionnaire): Readable {
  const all = [...everyItem(form.item)],
    questions = all.filter(({ item }) => item.type !== 'group' && item.type !== 'display'),
    numeric = questions.filter(({ item }) => item.type === 'integer' || item.type === 'decimal');
  const ids = (list: typeof all): string[] => list.map(({ item }) => item.linkId);
  return {
    questions: ids(questions),
    numeric: ids(numeric),
    weighted: ids(questions.filter(({ item }) => item.type === 'choice')),
    single: ids(
      numeric.filter(({ item, path }) => ![...path, item].some((one) => one.repeats === true)),
    ),
  };
}

/** Item at the end of each form that is always calculated. */
const TOTAL: QuestionnaireItem = { linkId: 'total', type: 'decimal', text: 'Summe' };

/** Adds expressions and limits; one that would close a circle is left out. */
function sampleOf(random: Questionnaire, numbers: readonly number[]): Sample {
  const dice = new Dice(numbers),
    plain = { ...random, item: [...(random.item ?? []), TOTAL] },
    roles = new Map([...rolesOf(random, dice), [TOTAL.linkId, 'number' as const]]),
    { form, weights } = withWeights(withRoles(plain, roles, dice), dice),
    variables = ['v0', 'v1'],
    maker = new Maker(dice, readableIn(form), variables),
    ofTotal = new Maker(
      dice,
      readableIn({ ...form, item: form.item?.slice(0, -1) ?? [] }),
      variables,
    );
  const trees = {
    numbers: new Map<string, NumberTree>(),
    truths: new Map<string, TruthTree>(),
    conditions: new Map<string, TruthTree>(),
    rules: new Map<string, TruthTree>(),
    variables: new Map<string, NumberTree>(),
  };
  const put = <T>(into: Map<string, T>, name: string, tree: T): void => {
    into.set(name, tree);
    if (isRound(form, trees)) into.delete(name);
  };
  // Variables see the ones before them, never each other.
  const first = new Maker(dice, readableIn(form), []);
  put(trees.variables, 'v0', first.number(2));
  put(trees.variables, 'v1', first.number(2));
  const bounds = new Map<string, Bounds>();
  for (const { item } of everyItem(form.item)) {
    const { linkId } = item,
      role = roles.get(linkId);
    if (role === 'number')
      put(trees.numbers, linkId, (linkId === TOTAL.linkId ? ofTotal : maker).number(3));
    else if (role === 'truth') put(trees.truths, linkId, maker.truth(3));
    else bounds.set(linkId, boundsFor(item, dice));
    if (dice.under(4) === 0) put(trees.conditions, linkId, maker.truth(2));
    if (item.type !== 'display' && dice.under(4) === 0) trees.rules.set(linkId, maker.truth(2));
  }
  const own = ({ linkId }: QuestionnaireItem): Extension[] => {
    const number = trees.numbers.get(linkId),
      truth = trees.truths.get(linkId),
      condition = trees.conditions.get(linkId),
      rule = trees.rules.get(linkId);
    return [
      ...(number ? [by(EXTENSION.calculatedExpression, textOfNumber(number))] : []),
      ...(truth ? [by(EXTENSION.calculatedExpression, textOfTruth(truth))] : []),
      ...(condition ? [by(EXTENSION.enableWhenExpression, textOfTruth(condition))] : []),
      ...(rule ? [ruleOf(textOfTruth(rule))] : []),
      ...extensionsOf(bounds.get(linkId) ?? {}),
    ];
  };
  const item = changed(form.item, (one) => {
    const extension = [...(one.extension ?? []), ...own(one)],
      maxLength = bounds.get(one.linkId)?.maxLength;
    return {
      ...one,
      ...(extension.length > 0 && { extension }),
      ...(maxLength !== undefined && { maxLength }),
    };
  });
  const extension = [...trees.variables].map(([name, tree]) => variable(name, textOfNumber(tree)));
  return { form: { ...form, item, extension }, trees, bounds, weights };
}

export const randomSample: fc.Arbitrary<Sample> = fc
  .tuple(randomForm(10), fc.array(fc.nat(10_000), { minLength: 40, maxLength: 120 }))
  .map(([form, numbers]) => sampleOf(form, numbers));
