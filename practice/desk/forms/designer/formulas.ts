// Formulas of an item in the editor: read, set, and checked by evaluation; the examples are run by
// a test.

import {
  extensionOf,
  extensionsOf,
  type Extension,
} from '../../../../shared/forms/questionnaire/fhir.ts';
import { TEST_PATIENT } from '../../../../shared/forms/answers/patient-variable.ts';
import { compute } from '../../../../shared/forms/questionnaire/expressions/computed.ts';
import { EXTENSION, expressionOf } from '../../../../shared/forms/questionnaire/extensions.ts';
import type { Evaluate, Fault } from '../../../../shared/forms/questionnaire/expressions/scope.ts';
import { newState } from '../../../../shared/forms/questionnaire/state.ts';
import { limitExpressionsOf } from '../../../../shared/forms/questionnaire/limits.ts';
import type {
  ItemType,
  Questionnaire,
  QuestionnaireItem,
} from '../../../../shared/forms/questionnaire/questionnaire.ts';
import { setExtension } from './edit.ts';
import { modelIn } from './form-model.ts';

export type FormulaKind =
  | 'calculated'
  | 'initial'
  | 'population'
  | 'when'
  | 'answers'
  | 'min'
  | 'max';
type LimitKind = 'min' | 'max';
const FORMULA_URL: Readonly<Record<Exclude<FormulaKind, LimitKind>, string>> = {
  calculated: EXTENSION.calculatedExpression,
  initial: EXTENSION.initialExpression,
  population: EXTENSION.populationContext,
  when: EXTENSION.enableWhenExpression,
  answers: EXTENSION.answerExpression,
};
/** Checks whether the answers to choose from can be calculated: a question has one kind of list. */
export const hasAnswerFormula = ({
  type,
  answerOption,
  answerValueSet,
}: QuestionnaireItem): boolean =>
  (type === 'choice' || type === 'open-choice') &&
  (answerOption ?? []).length === 0 &&
  answerValueSet === undefined;
const isLimit = (kind: FormulaKind): kind is LimitKind => kind === 'min' || kind === 'max';
export const formulaOf = (item: QuestionnaireItem, kind: FormulaKind): string =>
  (isLimit(kind) ? limitExpressionsOf(item)[kind] : expressionOf(item, FORMULA_URL[kind]))
    ?.expression ?? '';

/** Element of a limit that contains its calculation, by the type of the question. */
const LIMIT_VALUE: Partial<Record<ItemType, string>> = {
  integer: '_valueInteger',
  decimal: '_valueDecimal',
  date: '_valueDate',
  dateTime: '_valueDateTime',
  time: '_valueTime',
  quantity: 'valueQuantity',
};
/** Checks whether the limits of a question can be calculated. */
export const hasLimits = ({ type }: QuestionnaireItem): boolean => LIMIT_VALUE[type] !== undefined;
const LIMIT_URLS = {
  min: [EXTENSION.minValue, EXTENSION.minQuantity],
  max: [EXTENSION.maxValue, EXTENSION.maxQuantity],
} as const;
/** Sets the formula of a limit; it replaces a fixed one. */
function setLimit(item: QuestionnaireItem, kind: LimitKind, text: string): QuestionnaireItem {
  const [plain, ofQuantity] = LIMIT_URLS[kind],
    name = LIMIT_VALUE[item.type],
    bare = setExtension(setExtension(item, plain, undefined), ofQuantity, undefined);
  if (name === undefined || text.trim() === '') return bare;
  const calculation: Extension = {
    url: EXTENSION.calculatedValue,
    valueExpression: { language: 'text/fhirpath', expression: text },
  };
  return setExtension(bare, item.type === 'quantity' ? ofQuantity : plain, {
    [name]: { extension: [calculation] },
  });
}
/** Name of an element in the formulas of the group that it fills in. */
export const ELEMENT = 'eintrag';
export const setFormula = (
  item: QuestionnaireItem,
  kind: FormulaKind,
  text: string,
): QuestionnaireItem =>
  isLimit(kind)
    ? setLimit(item, kind, text)
    : setExtension(
        item,
        FORMULA_URL[kind],
        text.trim() === ''
          ? undefined
          : {
              valueExpression: {
                ...(kind === 'population' && { name: ELEMENT }),
                ...expressionOf(item, FORMULA_URL[kind]),
                language: 'text/fhirpath',
                expression: text,
              },
            },
      );

/** Returns the name of an element that fills in a group; undefined without such a formula. */
export const elementNameOf = (item: QuestionnaireItem): string | undefined => {
  const found = expressionOf(item, EXTENSION.populationContext);
  return found && (found.name ?? '');
};
export const setElementName = (item: QuestionnaireItem, name: string): QuestionnaireItem =>
  setExtension(item, EXTENSION.populationContext, {
    valueExpression: {
      language: 'text/fhirpath',
      ...expressionOf(item, EXTENSION.populationContext),
      name,
    },
  });

/** A rule of the form: must be true, otherwise its message is shown; a warning does not block. */
export interface Rule {
  readonly expression: string;
  readonly human: string;
  readonly isWarning: boolean;
}
export const rulesOf = (item: QuestionnaireItem): Rule[] =>
  extensionsOf(item, EXTENSION.constraint).map((one) => ({
    expression: extensionOf(one, 'expression')?.valueString ?? '',
    human: extensionOf(one, 'human')?.valueString ?? '',
    isWarning: extensionOf(one, 'severity')?.valueCode === 'warning',
  }));
/**
 * Changes a rule. A changed message loses its translations, other parts of the rule stay unchanged.
 */
export function setRule(item: QuestionnaireItem, at: number, rule: Rule): QuestionnaireItem {
  const all = extensionsOf(item, EXTENSION.constraint),
    old = all[at],
    others = (item.extension ?? []).filter((one) => one.url !== EXTENSION.constraint);
  const human = extensionOf(old, 'human'),
    kept = human?.valueString === rule.human ? human : { url: 'human', valueString: rule.human };
  const parts: Extension[] = [
    extensionOf(old, 'key') ?? { url: 'key', valueId: `regel-${at + 1}` },
    { url: 'severity', valueCode: rule.isWarning ? 'warning' : 'error' },
    { url: 'expression', valueString: rule.expression },
    kept,
    ...(old?.extension ?? []).filter(
      (one) => !['key', 'severity', 'expression', 'human'].includes(one.url),
    ),
  ];
  const next: Extension = { ...old, url: EXTENSION.constraint, extension: parts };
  return {
    ...item,
    extension: [
      ...others,
      ...(at < all.length ? all.map((one, n) => (n === at ? next : one)) : [...all, next]),
    ],
  };
}
export function removeRule(item: QuestionnaireItem, at: number): QuestionnaireItem {
  const { extension = [], ...rest } = item,
    rule = extensionsOf(item, EXTENSION.constraint)[at],
    left = extension.filter((one) => one !== rule);
  return left.length > 0 ? { ...rest, extension: left } : rest;
}

/**
 * Returns errors of the formulas of an item, or of the form itself, without any answers: syntax, wrong type, circular reference.
 */
export function faultsAt(
  form: Questionnaire,
  linkId: string | undefined,
  evaluate: Evaluate,
): readonly Fault[] {
  const model = modelIn(form);
  const { faults } = compute(model, newState(model), evaluate, {
    variables: { patient: TEST_PATIENT },
  });
  return faults.filter((one) => one.linkId === linkId);
}

/** Path of an answer in a formula; works wherever the question is placed. */
const answerIn = (linkId: string): string =>
  `%resource.descendants().where(linkId = '${linkId.replaceAll("'", "\\'")}').answer.value`;
export type ExampleKey =
  | 'age'
  | 'sum'
  | 'bmi'
  | 'score'
  | 'today'
  | 'born'
  | 'contacts'
  | 'phones'
  | 'another'
  | 'chosen'
  | 'either'
  | 'between'
  | 'notFuture';
/** @param a @param b questions in the example; to be replaced by the user's own */
export const EXAMPLES: Readonly<
  Record<
    ExampleKey,
    {
      readonly kinds: readonly (FormulaKind | 'rule')[];
      readonly text: (a: string, b: string) => string;
    }
  >
> = {
  sum: { kinds: ['calculated'], text: (a, b) => `${answerIn(a)} + ${answerIn(b)}` },
  bmi: {
    kinds: ['calculated'],
    text: (a, b) => `(${answerIn(a)} / (${answerIn(b)} / 100).power(2)).round(1)`,
  },
  score: { kinds: ['calculated'], text: () => '%resource.descendants().answer.weight().sum()' },
  age: {
    kinds: ['calculated', 'when'],
    text: (a) =>
      `today().toString().substring(0, 4).toInteger() - ${answerIn(a)}.toString().substring(0, 4).toInteger()`,
  },
  today: { kinds: ['initial', 'min', 'max'], text: () => 'today()' },
  born: { kinds: ['initial', 'min'], text: () => '%patient.birthDate' },
  contacts: { kinds: ['population'], text: () => '%patient.telecom' },
  phones: { kinds: ['population'], text: () => "%patient.telecom.where(system = 'phone')" },
  another: { kinds: ['min', 'max'], text: (a) => answerIn(a) },
  chosen: { kinds: ['answers'], text: (a) => answerIn(a) },
  either: { kinds: ['when'], text: (a, b) => `${answerIn(a)} = true or ${answerIn(b)} = true` },
  between: { kinds: ['rule'], text: (a, b) => `${answerIn(a)} <= ${answerIn(b)}` },
  notFuture: { kinds: ['rule'], text: (a) => `${answerIn(a)} <= today()` },
};

/** Common units of dental forms, by their UCUM code (unitsofmeasure.org). */
const UCUM = 'http://unitsofmeasure.org';
export const UNITS = [
  ['cm', 'cm'],
  ['kg', 'kg'],
  ['mg', 'mg'],
  ['ml', 'ml'],
  ['Cel', '°C'],
  ['mm[Hg]', 'mmHg'],
  ['/min', '/min'],
  ['h', 'h'],
  ['d', 'Tage'],
  ['wk', 'Wochen'],
  ['mo', 'Monate'],
  ['a', 'Jahre'],
  ['{Zigaretten}/d', 'Zigaretten/Tag'],
] as const;
export function setUnits(
  item: QuestionnaireItem,
  units: readonly { readonly code: string; readonly display: string }[],
): QuestionnaireItem {
  const old = extensionsOf(item, EXTENSION.unitOption),
    { extension = [], ...rest } = item,
    others = extension.filter(
      (one) => one.url !== EXTENSION.unitOption && one.url !== EXTENSION.unit,
    );
  const next = units.map(
    ({ code, display }) =>
      old.find((one) => one.valueCoding?.code === code) ?? {
        url: EXTENSION.unitOption,
        valueCoding: { system: UCUM, code, display },
      },
  );
  return others.length + next.length > 0 ? { ...rest, extension: [...others, ...next] } : rest;
}
