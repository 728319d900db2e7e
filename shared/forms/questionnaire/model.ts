/**
 * Compiled model of a questionnaire: items as nodes with parents, resolved answer options, limits
 * and rules parsed once.
 */

import {
  compareValues,
  extensionOf,
  TRANSLATION,
  extensionsOf,
  isSameCoding,
  type Coding,
  type Expression,
  type Extension,
  type FhirElement,
  type FhirValue,
} from './fhir.ts';
import {
  codeOf,
  EXTENSION,
  expressionOf,
  isFlagged,
  isForReaders,
  candidatesOf,
  populationOf,
  togglesOf,
  variablesOf,
  type Toggle,
} from './extensions.ts';
import { expanderOf, type Expander } from './value-sets.ts';
import type {
  AnswerOption,
  EnableBehavior,
  EnableWhen,
  ItemType,
  Questionnaire,
  QuestionnaireItem,
} from './questionnaire.ts';
import {
  type Constraint,
  type LimitExpressions,
  type Limits,
  limitExpressionsOf,
  limitsOf,
  constraintsOf,
} from './limits.ts';

/** A selectable answer. */
export interface Option {
  readonly value: FhirValue;
  /** Element with the text and its translations. */
  readonly words: FhirElement | undefined;
  readonly text: string;
  readonly prefix: string | undefined;
  /** Choosing it deselects all others („nichts davon trifft zu“). */
  readonly isExclusive: boolean;
  readonly isInitial: boolean;
  readonly critical: string | undefined;
  /** Weight, as an extension with the URL that the form uses. */
  readonly weight: Extension | undefined;
  /** Extensions that its coding has in an answer: its own, and the weight of the option. */
  readonly extension: readonly Extension[];
}

export interface Node {
  readonly item: QuestionnaireItem;
  readonly linkId: string;
  readonly type: ItemType;
  readonly parent: Node | undefined;
  readonly children: readonly Node[];
  /** Index in the form, from 0. */
  readonly order: number;
  /** Repeating ancestors, outermost first; each needs an instance id in a place's key. */
  readonly frames: readonly Node[];
  /** Repeats with its children: a repeating group, or a repeating question with child items. */
  readonly isFrame: boolean;
  readonly isQuestion: boolean;
  readonly options: readonly Option[];
  readonly isOpen: boolean;
  readonly isMultiple: boolean;
  readonly isRequired: boolean;
  readonly isHidden: boolean;
  readonly isReadOnly: boolean;
  readonly isVolatile: boolean;
  readonly critical: string | undefined;
  readonly control: string | undefined;
  readonly limits: Limits;
  readonly limitExpressions: LimitExpressions;
  readonly units: readonly Coding[];
  readonly enableWhen: readonly EnableWhen[];
  readonly enableBehavior: EnableBehavior;
  readonly enableExpression: Expression | undefined;
  readonly calculated: Expression | undefined;
  readonly initialExpression: Expression | undefined;
  /** Gives the answers to choose from; the item has no other options then. */
  readonly answerExpression: Expression | undefined;
  readonly toggles: readonly Toggle[];
  /** Gives answers to pick from; any other answer stays possible. */
  readonly candidateExpression: Expression | undefined;
  /** Results of that expression, in a place as it is shown. */
  readonly candidates: readonly Option[];
  /** Gives the elements that the content is filled in from; a repeating group has one each. */
  readonly population: Expression | undefined;
  /** Gives the text; the fixed one is shown where it gives none. */
  readonly textExpression: Expression | undefined;
  readonly constraints: readonly Constraint[];
  readonly variables: readonly Expression[];
  /** The item's field of the patient's record. */
  readonly field: string | undefined;
}

export interface Model {
  readonly questionnaire: Questionnaire;
  readonly roots: readonly Node[];
  /** In the order of the form, parents before children. */
  readonly nodes: readonly Node[];
  readonly byLinkId: ReadonlyMap<string, Node>;
  /** True when an expression needs the FHIRPath library. */
  readonly usesFhirPath: boolean;
  readonly variables: readonly Expression[];
  readonly constraints: readonly Constraint[];
}

/** Value sets of the standard that forms reference without including them. */
const YES_NO = 'http://terminology.hl7.org/CodeSystem/v2-0136';
const ABSENT = 'http://terminology.hl7.org/CodeSystem/data-absent-reason';
export const YES: Coding = { system: YES_NO, code: 'Y', display: 'Ja' };
export const NO: Coding = { system: YES_NO, code: 'N', display: 'Nein' };
/** „Weiß ich nicht“: asked, and the person does not know. */
export const UNKNOWN: Coding = { system: ABSENT, code: 'asked-unknown', display: 'Weiß ich nicht' };
const BUNDLED_VALUE_SETS: Readonly<Record<string, readonly Coding[]>> = {
  'http://hl7.org/fhir/ValueSet/yesnodontknow': [YES, NO, UNKNOWN],
};

/** Checks whether an answer means that the person does not know. */
export const isUnknown = (value: FhirValue): boolean =>
  value.valueCoding !== undefined && value.valueCoding.system === ABSENT;

/** Creates the lookup in the answer lists of a form: contained, or bundled here. */
export const expanderFor = ({ contained }: Pick<Questionnaire, 'contained'>): Expander =>
  expanderOf(contained, BUNDLED_VALUE_SETS);

/** Returns the number of a weight. Some forms write a whole number. */
const numberOf = ({ valueDecimal, valueInteger }: Extension): number | undefined =>
  valueDecimal ?? valueInteger;
/**
 * Returns the weight of an option, at the option, its coding or its plain value, with the extension
 * URL that the form uses.
 */
function weightOf(option: AnswerOption): Extension | undefined {
  const { valueCoding, _valueString, _valueInteger, _valueDate, _valueTime } = option;
  for (const element of [
    option,
    valueCoding,
    _valueString,
    _valueInteger,
    _valueDate,
    _valueTime,
  ]) {
    for (const url of [EXTENSION.ordinalValue, EXTENSION.itemWeight]) {
      const one = extensionOf(element, url),
        valueDecimal = one && numberOf(one);
      if (valueDecimal !== undefined) return { url, valueDecimal };
    }
  }
  return undefined;
}
/** Words of an option are no part of an answer. */
const isAboutWords = ({ url }: Extension): boolean =>
  url === TRANSLATION || url === EXTENSION.optionPrefix;

function optionOf(option: AnswerOption): Option {
  const { valueCoding, valueString, valueInteger, valueDate, valueTime, valueReference } = option;
  const value: FhirValue = valueCoding
    ? { valueCoding: bareCoding(valueCoding) }
    : valueString !== undefined
      ? { valueString }
      : valueInteger !== undefined
        ? { valueInteger }
        : valueDate !== undefined
          ? { valueDate }
          : valueTime !== undefined
            ? { valueTime }
            : valueReference
              ? { valueReference }
              : {};
  const weight = weightOf(option),
    carried = (valueCoding?.extension ?? []).filter((one) => !isAboutWords(one));
  return {
    value,
    words: valueCoding ? valueCoding._display : option._valueString,
    text: textOfValue(value),
    prefix:
      extensionOf(option, EXTENSION.optionPrefix)?.valueString ??
      extensionOf(valueCoding, EXTENSION.optionPrefix)?.valueString,
    isExclusive: isFlagged(option, EXTENSION.optionExclusive),
    isInitial: option.initialSelected === true,
    critical: extensionOf(option, EXTENSION.critical)?.valueCode,
    weight,
    extension: [
      ...carried,
      ...(weight === undefined || carried.some((one) => one.url === weight.url) ? [] : [weight]),
    ],
  };
}
/** Returns a coding as stored: without translations. */
function bareCoding({ system, version, code, display }: Coding): Coding {
  return {
    ...(system !== undefined && { system }),
    ...(version !== undefined && { version }),
    ...(code !== undefined && { code }),
    ...(display !== undefined && { display }),
  };
}
/** Formats a value in the form's own language, for lists and prints; dates as stored. */
export function textOfValue(value: FhirValue): string {
  const {
    valueCoding: coding,
    valueQuantity: quantity,
    valueAttachment: file,
    valueReference: reference,
  } = value;
  if (coding) return coding.display ?? coding.code ?? '';
  if (quantity)
    return [quantity.comparator, quantity.value, quantity.unit ?? quantity.code]
      .filter((part) => part !== undefined)
      .join(' ');
  if (file) return file.title ?? file.url ?? '';
  if (reference) return reference.display ?? reference.reference ?? '';
  const plain =
    value.valueString ??
    value.valueUri ??
    value.valueDate ??
    value.valueDateTime ??
    value.valueTime ??
    value.valueInteger ??
    value.valueDecimal ??
    value.valueBoolean;
  return plain === undefined ? '' : String(plain);
}

/** Options of the items of one form; items with the same list share its options. */
function optionReader(expand: Expander): (item: QuestionnaireItem) => readonly Option[] {
  const lists = new Map<string, readonly Option[]>();
  const listed = (address: string): readonly Option[] =>
    (expand(address).codes ?? []).map((valueCoding) =>
      optionOf({ valueCoding, ...(valueCoding.extension && { extension: valueCoding.extension }) }),
    );
  return ({ answerOption, answerValueSet }) => {
    if (answerOption) return answerOption.map(optionOf);
    if (answerValueSet === undefined) return [];
    const known = lists.get(answerValueSet) ?? listed(answerValueSet);
    lists.set(answerValueSet, known);
    return known;
  };
}

/** Returns the selectable units: those of the item, else those of its list. */
function unitsOf(item: QuestionnaireItem, expand: Expander): readonly Coding[] {
  const named = [
    ...extensionsOf(item, EXTENSION.unitOption),
    ...extensionsOf(item, EXTENSION.unit),
  ].flatMap((one) => (one.valueCoding ? [one.valueCoding] : []));
  const list = unitListOf(item);
  return named.length > 0 || list === undefined
    ? named
    : (expand(list).codes ?? []).map(bareCoding);
}
/** Returns the URL of an item's list of units. */
export const unitListOf = (item: QuestionnaireItem): string | undefined =>
  extensionOf(item, EXTENSION.unitValueSet)?.valueCanonical;

const NO_OPTIONS: readonly Option[] = [];

/**
 * Compiles a questionnaire once. The structure is not validated here, but by `findingsOf`. Of two
 * items with one linkId the first counts.
 */
export function modelOf(questionnaire: Questionnaire): Model {
  const nodes: Node[] = [],
    byLinkId = new Map<string, Node>(),
    expand = expanderFor(questionnaire),
    optionsOf = optionReader(expand);
  const build = (
    items: readonly QuestionnaireItem[] | undefined,
    parent: Node | undefined,
  ): Node[] =>
    (items ?? []).map((item) => {
      const frames = parent ? (parent.isFrame ? [...parent.frames, parent] : parent.frames) : [];
      const isQuestion = item.type !== 'group' && item.type !== 'display',
        isMultiple = item.repeats === true;
      const children: Node[] = [];
      const units = unitsOf(item, expand);
      const node: Node = {
        item,
        linkId: item.linkId,
        type: item.type,
        parent,
        children,
        order: nodes.length,
        frames,
        isQuestion,
        isMultiple,
        isFrame:
          isMultiple &&
          (item.type === 'group' || (item.item !== undefined && item.item.length > 0)),
        options: optionsOf(item),
        isOpen: item.type === 'open-choice',
        isRequired: item.required === true,
        // What is below a hidden item is hidden with it.
        isHidden:
          isFlagged(item, EXTENSION.hidden) || isForReaders(item) || (parent?.isHidden ?? false),
        isReadOnly: item.readOnly === true,
        isVolatile: isFlagged(item, EXTENSION.volatile) || (parent?.isVolatile ?? false),
        critical: extensionOf(item, EXTENSION.critical)?.valueCode,
        control: codeOf(item, EXTENSION.itemControl),
        limits: limitsOf(item, isMultiple),
        limitExpressions: limitExpressionsOf(item),
        units,
        enableWhen: item.enableWhen ?? [],
        enableBehavior: item.enableBehavior ?? 'any',
        enableExpression: expressionOf(item, EXTENSION.enableWhenExpression),
        calculated: expressionOf(item, EXTENSION.calculatedExpression),
        initialExpression: expressionOf(item, EXTENSION.initialExpression),
        answerExpression: expressionOf(item, EXTENSION.answerExpression),
        toggles: togglesOf(item),
        candidateExpression: isQuestion ? candidatesOf(item) : undefined,
        candidates: NO_OPTIONS,
        population: populationOf(item),
        textExpression: expressionOf(item._text, EXTENSION.cqfExpression),
        constraints: constraintsOf(item),
        variables: variablesOf(item),
        field: extensionOf(item, EXTENSION.field)?.valueCode,
      };
      nodes.push(node);
      if (!byLinkId.has(item.linkId)) byLinkId.set(item.linkId, node);
      children.push(...build(item.item, node));
      return node;
    });
  const roots = build(questionnaire.item, undefined),
    variables = variablesOf(questionnaire),
    constraints = constraintsOf(questionnaire);
  const usesFhirPath =
    variables.length > 0 ||
    constraints.length > 0 ||
    nodes.some(
      (one) =>
        one.enableExpression ??
        one.calculated ??
        one.initialExpression ??
        one.answerExpression ??
        one.toggles[0] ??
        one.candidateExpression ??
        one.population ??
        one.textExpression ??
        one.limitExpressions.min ??
        one.limitExpressions.max ??
        one.constraints[0] ??
        one.variables[0],
    );
  return { questionnaire, roots, nodes, byLinkId, usesFhirPath, variables, constraints };
}

/** Returns answers given by the form itself: initial values, or else preselected options. */
export function initialOf({ item, options }: Pick<Node, 'item' | 'options'>): readonly FhirValue[] {
  const { initial = [] } = item;
  return initial.length > 0
    ? initial
    : options.filter((one) => one.isInitial).map((one) => one.value);
}

/**
 * Returns the initial number of instances of an item's content: of a group its minimum, of a
 * question one per initial answer.
 */
export function repetitionsOf(
  node: Pick<Node, 'type' | 'item' | 'options' | 'isFrame' | 'isQuestion' | 'limits'>,
): number {
  if (!node.isFrame) return 1;
  return node.isQuestion ? initialOf(node).length : Math.max(1, node.limits.minOccurs);
}

/** Checks whether two options are the same answer. */
export const isOption = (option: Option, value: FhirValue): boolean =>
  value.valueCoding && option.value.valueCoding
    ? isSameCoding(option.value.valueCoding, value.valueCoding)
    : compareValues(option.value, value) === 0;
