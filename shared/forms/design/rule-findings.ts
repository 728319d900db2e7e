/** Findings of an imported questionnaire: rules of the standard, and repetitions. */

import type { Effect } from './extension-meanings.ts';
import { extensionOf } from '../questionnaire/fhir.ts';
import { EXTENSION, expressionOf, integerOf, togglesOf } from '../questionnaire/extensions.ts';
import { expanderFor, unitListOf } from '../questionnaire/model.ts';
import { limitExpressionsOf, MOST_PLACES, MOST_REPETITIONS } from '../questionnaire/limits.ts';
import type { Unexpanded } from '../questionnaire/value-sets.ts';
import {
  ENABLE_OPERATORS,
  type Questionnaire,
  type QuestionnaireItem,
  everyItem,
} from '../questionnaire/questionnaire.ts';

export type FindingCode =
  | 'not_an_object'
  | 'not_a_questionnaire'
  | 'too_big'
  | 'too_deep'
  | 'no_items'
  | 'no_link_id'
  | 'double_link_id'
  | 'unknown_type'
  | 'is_r5'
  | 'is_stu3'
  | 'converted_r5'
  | 'converted_stu3'
  | 'no_text'
  | 'group_empty'
  | 'display_with_items'
  | 'options_twice'
  | 'options_misplaced'
  | 'no_options'
  | 'needs_terminology_server'
  | 'terminology_filled'
  | 'terminology_unknown'
  | 'terminology_down'
  | 'terminology_too_large'
  | 'value_set_circle'
  | 'value_set_too_large'
  | 'too_many_repetitions'
  | 'exists_needs_boolean'
  | 'initial_misplaced'
  | 'initial_twice'
  | 'initial_many'
  | 'unknown_operator'
  | 'condition_without_answer'
  | 'condition_unknown_question'
  | 'behavior_missing'
  | 'bad_pattern'
  | 'expression_language'
  | 'part_missing'
  | 'part_circle'
  | 'parts_merged'
  | 'element_unknown'
  | 'element_unused'
  | 'extension_changes'
  | 'extension_partly'
  | 'extension_unused'
  | 'extension_refused'
  | 'extension_unknown'
  | 'modifier_unknown';

export interface Finding {
  /**
   * `error`: cannot be filled in; `warning`: runs, but with another meaning than written or than it
   * may seem; `note`: information.
   */
  readonly level: 'error' | 'warning' | 'note';
  readonly code: FindingCode;
  readonly linkId?: string;
  /** Subject: a URL, a type, a text of the form. Foreign text: to be shown as text only. */
  readonly detail?: string;
  /** What a person notices of it, where the code alone does not say so. */
  readonly effect?: Effect;
}

/** Maximum of list answers of all items; a list named by several items counts for each. */
const MAX_LISTED = 200_000;

/** Returns foreign text for a finding, shortened; empty for non-strings. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, 80) : '';

const OPTION_TYPES: readonly string[] = [
  'choice',
  'open-choice',
  'integer',
  'date',
  'time',
  'string',
  'reference',
  'decimal',
  'dateTime',
  'quantity',
];

const REFUSED_LIST: Readonly<Record<Unexpanded, FindingCode>> = {
  unknown: 'needs_terminology_server',
  circle: 'value_set_circle',
  too_large: 'value_set_too_large',
};

/** Checks the rules of the standard (que-1 … que-13) and the additional ones of this engine. */
export function ruleFindings(questionnaire: Questionnaire): Finding[] {
  const findings: Finding[] = [],
    byId = new Map<string, QuestionnaireItem>(),
    expand = expanderFor(questionnaire);
  let listed = 0;
  for (const { item } of everyItem(questionnaire.item)) {
    if (byId.has(item.linkId))
      findings.push({ level: 'error', code: 'double_link_id', linkId: item.linkId });
    byId.set(item.linkId, item);
  }
  const add = (
    level: Finding['level'],
    code: FindingCode,
    item: QuestionnaireItem,
    detail?: string,
  ): void =>
    void findings.push({
      level,
      code,
      linkId: item.linkId,
      ...(detail !== undefined && { detail }),
    });
  for (const { item } of everyItem(questionnaire.item)) {
    const { type } = item,
      isQuestion = type !== 'group' && type !== 'display',
      below = item.item ?? [];
    if (type === 'group' && below.length === 0) add('warning', 'group_empty', item);
    if (type === 'display' && below.length > 0) add('error', 'display_with_items', item);
    if (
      isQuestion &&
      (item.text ?? '').trim() === '' &&
      (item.prefix ?? '').trim() === '' &&
      !expressionOf(item._text, EXTENSION.cqfExpression)
    )
      add('warning', 'no_text', item);
    const list = expressionOf(item, EXTENSION.answerExpression),
      lists = [item.answerOption, item.answerValueSet, list].filter((one) => one !== undefined);
    if (lists.length > 1) add('error', 'options_twice', item);
    if (lists.length > 0 && !OPTION_TYPES.includes(type))
      add('error', 'options_misplaced', item, type);
    for (const address of [item.answerValueSet, unitListOf(item)]) {
      if (typeof address !== 'string') continue;
      const { codes, refused } = expand(address);
      listed += codes?.length ?? 0;
      if (refused !== undefined) add('error', REFUSED_LIST[refused], item, textOf(address));
      else if (listed > MAX_LISTED) add('error', 'value_set_too_large', item, textOf(address));
    }
    if (type === 'choice' && lists.length === 0) add('error', 'no_options', item);
    if (item.initial && item.initial.length > 0 && !isQuestion)
      add('error', 'initial_misplaced', item);
    if (item.initial && item.initial.length > 0 && item.answerOption)
      add('warning', 'initial_twice', item);
    if (item.initial && item.initial.length > 1 && item.repeats !== true)
      add('error', 'initial_many', item);
    const when = item.enableWhen ?? [];
    if (when.length > 1 && item.enableBehavior === undefined)
      add('warning', 'behavior_missing', item);
    for (const one of when) {
      if (!ENABLE_OPERATORS.includes(one.operator))
        add('error', 'unknown_operator', item, textOf(one.operator));
      const target = typeof one.question === 'string' ? byId.get(one.question) : undefined;
      if (!target) add('error', 'condition_unknown_question', item, textOf(one.question));
      if (!Object.keys(one).some((name) => name.startsWith('answer')))
        add('error', 'condition_without_answer', item);
      if (one.operator === 'exists' && one.answerBoolean === undefined)
        add('error', 'exists_needs_boolean', item);
    }
    const pattern = extensionOf(item, EXTENSION.regex)?.valueString;
    if (pattern !== undefined && !isPattern(pattern))
      add('error', 'bad_pattern', item, pattern.slice(0, 80));
    const { min, max } = limitExpressionsOf(item),
      languages: (string | undefined)[] = [min?.language, max?.language];
    for (const url of [
      EXTENSION.enableWhenExpression,
      EXTENSION.calculatedExpression,
      EXTENSION.initialExpression,
      EXTENSION.answerExpression,
    ])
      languages.push(expressionOf(item, url)?.language);
    for (const { expression } of togglesOf(item)) languages.push(expression.language);
    languages.push(expressionOf(item._text, EXTENSION.cqfExpression)?.language);
    for (const language of languages)
      if (language !== undefined && language !== 'text/fhirpath')
        add('error', 'expression_language', item, language);
  }
  return findings;
}

/** Finds minimum counts beyond any form, alone or multiplied by those of their parents. */
export function repetitionFindings(questionnaire: Questionnaire): Finding[] {
  const findings: Finding[] = [];
  let places = 0;
  // Minimum number of instances of each item's content.
  const inside = new Map<QuestionnaireItem, number>();
  for (const { item, path } of everyItem(questionnaire.item)) {
    const parent = path.at(-1),
      times = parent ? (inside.get(parent) ?? 1) : 1;
    const least = integerOf(item, EXTENSION.minOccurs) ?? 0;
    inside.set(item, times * timesOf(item, Math.min(least, MOST_REPETITIONS)));
    places += times;
    if (least > MOST_REPETITIONS || places > MOST_PLACES)
      findings.push({
        level: 'error',
        code: 'too_many_repetitions',
        linkId: item.linkId,
        detail: String(least > MOST_REPETITIONS ? MOST_REPETITIONS : MOST_PLACES),
      });
    if (places > MOST_PLACES) break;
  }
  return findings;
}

function timesOf(item: QuestionnaireItem, least: number): number {
  if (item.repeats !== true) return 1;
  if (item.type === 'group') return Math.max(1, Math.ceil(least));
  return (item.item ?? []).length === 0
    ? 1
    : Math.max(
        (item.initial ?? []).length,
        (item.answerOption ?? []).filter((one) => one.initialSelected === true).length,
      );
}

function isPattern(pattern: string): boolean {
  try {
    return new RegExp(`^(?:${pattern})$`, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
