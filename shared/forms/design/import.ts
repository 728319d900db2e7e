/**
 * Import of any FHIR R4 Questionnaire: its shape is checked, modular parts are merged, and
 * everything unsupported is reported.
 */

import { extensionOf, type FhirElement } from '../questionnaire/fhir.ts';
import {
  EXTENSION,
  everyExtension,
  expressionOf,
  integerOf,
  meaningOf,
} from '../questionnaire/extensions.ts';
import { expanderFor, MOST_PLACES, MOST_REPETITIONS, unitListOf } from '../questionnaire/model.ts';
import { misshapen } from '../questionnaire/shape.ts';
import type { Unexpanded } from '../questionnaire/value-sets.ts';
import {
  ENABLE_OPERATORS,
  everyItem,
  ITEM_TYPES,
  type Questionnaire,
  type QuestionnaireItem,
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
  | 'no_text'
  | 'group_empty'
  | 'display_with_items'
  | 'options_twice'
  | 'options_misplaced'
  | 'no_options'
  | 'needs_terminology_server'
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
  | 'extension_changes'
  | 'extension_unknown'
  | 'modifier_unknown';
export interface Finding {
  /**
   * `error`: cannot be filled in; `warning`: runs, but with another meaning than written or than it
   * may seem.
   */
  readonly level: 'error' | 'warning';
  readonly code: FindingCode;
  readonly linkId?: string;
  /** Subject: a URL, a type, a text of the form. Foreign text: to be shown as text only. */
  readonly detail?: string;
}

/**
 * `MAX_LISTED`: total of list answers of all items; a list named by several items counts for each.
 */
const MAX_ITEMS = 5_000,
  MAX_DEPTH = 30,
  MAX_LISTED = 200_000;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** Returns foreign text for a finding, shortened; empty for non-strings. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 80) : '');
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

export interface Imported {
  readonly questionnaire: Questionnaire | undefined;
  readonly findings: readonly Finding[];
}

/**
 * @param value parsed JSON, untrusted
 * @param find other questionnaires of this practice by canonical URL, for modular parts
 * @returns the questionnaire unless a finding is an error; every finding, errors first
 */
export function importQuestionnaire(
  value: unknown,
  find: (canonical: string) => Questionnaire | undefined = () => undefined,
): Imported {
  const shape = shapeFindings(value);
  if (shape.some((one) => one.level === 'error'))
    return { questionnaire: undefined, findings: shape };
  const parts: Finding[] = [];
  // No shape finding: every field read from here on has the type of the standard.
  const questionnaire = assemble(value as Questionnaire, find, parts, [], { left: MAX_ITEMS });
  const findings = [
    ...shape,
    ...parts,
    ...ruleFindings(questionnaire),
    ...repetitionFindings(questionnaire),
    ...extensionFindings(questionnaire),
  ];
  findings.sort((a, b) => (a.level === b.level ? 0 : a.level === 'error' ? -1 : 1));
  return {
    questionnaire: findings.some((one) => one.level === 'error') ? undefined : questionnaire,
    findings,
  };
}

/** Checks what the code relies on: objects, lists, strings and known types, limited depth. */
function shapeFindings(value: unknown): Finding[] {
  const error = (code: FindingCode, rest: Omit<Finding, 'level' | 'code'> = {}): Finding => ({
    level: 'error',
    code,
    ...rest,
  });
  if (!isObject(value)) return [error('not_an_object')];
  if (value.resourceType !== 'Questionnaire')
    return [error('not_a_questionnaire', { detail: textOf(value.resourceType) })];
  const bent = misshapen(value);
  if (bent.length > 0)
    return bent.map((detail) =>
      error(detail === '…' ? 'too_deep' : 'not_an_object', { detail: detail.slice(0, 80) }),
    );
  const findings: Finding[] = [],
    seen = new Set<string>();
  let count = 0;
  const walk = (items: unknown, depth: number): void => {
    if (items === undefined) return;
    if (!Array.isArray(items)) {
      findings.push(error('not_an_object', { detail: 'item' }));
      return;
    }
    if (depth > MAX_DEPTH) {
      findings.push(error('too_deep', { detail: String(MAX_DEPTH) }));
      return;
    }
    for (const item of items) {
      count += 1;
      if (count > MAX_ITEMS) return;
      if (!isObject(item)) {
        findings.push(error('not_an_object', { detail: 'item' }));
        continue;
      }
      const { linkId, type } = item;
      if (typeof linkId !== 'string' || linkId.trim() === '') {
        findings.push(
          error(
            'no_link_id',
            typeof item.text === 'string' ? { detail: item.text.slice(0, 80) } : {},
          ),
        );
        continue;
      }
      if (seen.has(linkId)) findings.push(error('double_link_id', { linkId }));
      seen.add(linkId);
      if (!ITEM_TYPES.some((one) => one === type))
        findings.push(error('unknown_type', { linkId, detail: textOf(type) }));
      const lists = [
        'answerOption',
        'enableWhen',
        'initial',
        'extension',
        'modifierExtension',
        'code',
      ] as const;
      for (const name of lists)
        if (item[name] !== undefined && !(Array.isArray(item[name]) && item[name].every(isObject)))
          findings.push(error('not_an_object', { linkId, detail: name }));
      for (const name of ['text', 'prefix', 'answerValueSet'] as const)
        if (item[name] !== undefined && typeof item[name] !== 'string')
          findings.push(error('not_an_object', { linkId, detail: name }));
      walk(item.item, depth + 1);
    }
  };
  walk(value.item, 1);
  if (count > MAX_ITEMS) findings.push(error('too_big', { detail: String(MAX_ITEMS) }));
  if (count === 0) findings.push(error('no_items'));
  for (const name of ['extension', 'modifierExtension', 'contained'] as const)
    if (value[name] !== undefined && !(Array.isArray(value[name]) && value[name].every(isObject)))
      findings.push(error('not_an_object', { detail: name }));
  return findings;
}

/** Replaces items that name modular parts (`subQuestionnaire`) by these. */
function assemble(
  questionnaire: Questionnaire,
  find: (canonical: string) => Questionnaire | undefined,
  findings: Finding[],
  path: readonly string[],
  room: { left: number },
): Questionnaire {
  let contained = questionnaire.contained ?? [];
  const within = (items: readonly QuestionnaireItem[]): QuestionnaireItem[] =>
    items.flatMap((item) => {
      // Parts that name parts twice would double at every step.
      if (room.left < 0) return [];
      room.left -= 1;
      if (room.left < 0) {
        findings.push({ level: 'error', code: 'too_big', detail: String(MAX_ITEMS) });
        return [];
      }
      const address = extensionOf(item, EXTENSION.subQuestionnaire)?.valueCanonical;
      if (address === undefined) return [item.item ? { ...item, item: within(item.item) } : item];
      if (path.includes(address)) {
        findings.push({
          level: 'error',
          code: 'part_circle',
          linkId: item.linkId,
          detail: address,
        });
        return [];
      }
      const own = address.startsWith('#')
        ? questionnaire.contained?.find(
            (one): one is Questionnaire =>
              one.resourceType === 'Questionnaire' && one.id === address.slice(1),
          )
        : find(address);
      if (!own) {
        findings.push({
          level: 'error',
          code: 'part_missing',
          linkId: item.linkId,
          detail: address,
        });
        return [];
      }
      const part = assemble(own, find, findings, [...path, address], room);
      contained = [
        ...contained,
        ...(part.contained ?? []).filter(
          (one) => !contained.some((other) => other.id !== undefined && other.id === one.id),
        ),
      ];
      return [...(part.item ?? [])];
    });
  const item = within(questionnaire.item ?? []);
  return { ...questionnaire, item, ...(contained.length > 0 && { contained }) };
}

const REFUSED_LIST: Readonly<Record<Unexpanded, FindingCode>> = {
  unknown: 'needs_terminology_server',
  circle: 'value_set_circle',
  too_large: 'value_set_too_large',
};

/** Checks the rules of the standard (que-1 … que-13) and the additional ones of this engine. */
function ruleFindings(questionnaire: Questionnaire): Finding[] {
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
    if (isQuestion && (item.text ?? '').trim() === '' && (item.prefix ?? '').trim() === '')
      add('warning', 'no_text', item);
    if (item.answerOption && item.answerValueSet !== undefined) add('error', 'options_twice', item);
    if ((item.answerOption ?? item.answerValueSet) !== undefined && !OPTION_TYPES.includes(type))
      add('error', 'options_misplaced', item, type);
    for (const address of [item.answerValueSet, unitListOf(item)]) {
      if (typeof address !== 'string') continue;
      const { codes, refused } = expand(address);
      listed += codes?.length ?? 0;
      if (refused !== undefined) add('error', REFUSED_LIST[refused], item, textOf(address));
      else if (listed > MAX_LISTED) add('error', 'value_set_too_large', item, textOf(address));
    }
    if (type === 'choice' && item.answerOption === undefined && item.answerValueSet === undefined)
      add('error', 'no_options', item);
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
    for (const url of [
      EXTENSION.enableWhenExpression,
      EXTENSION.calculatedExpression,
      EXTENSION.initialExpression,
    ]) {
      const language = expressionOf(item, url)?.language;
      if (language !== undefined && language !== 'text/fhirpath')
        add('error', 'expression_language', item, language);
    }
  }
  return findings;
}

/** Minimum counts beyond any form, alone or multiplied by what they stand in. */
function repetitionFindings(questionnaire: Questionnaire): Finding[] {
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

/** Finds unsupported extensions that change the meaning; each URL once per item. */
function extensionFindings(questionnaire: Questionnaire): Finding[] {
  const findings: Finding[] = [],
    said = new Set<string>();
  const look = (element: FhirElement, linkId: string | undefined): void => {
    for (const { extension, isModifier } of everyExtension(element)) {
      const meaning = meaningOf(extension.url);
      if (meaning.kind === 'understood' || (meaning.kind === 'harmless' && !isModifier)) continue;
      const key = `${linkId ?? ''} ${extension.url}`;
      if (said.has(key)) continue;
      said.add(key);
      const code: FindingCode = isModifier
        ? 'modifier_unknown'
        : meaning.kind === 'changes'
          ? 'extension_changes'
          : 'extension_unknown';
      findings.push({
        level: isModifier ? 'error' : 'warning',
        code,
        detail: extension.url.slice(0, 300),
        ...(linkId !== undefined && { linkId }),
      });
    }
  };
  const { item: _items, contained: _contained, ...head } = questionnaire;
  look(head, undefined);
  for (const { item } of everyItem(questionnaire.item)) {
    const { item: _below, ...own } = item;
    look(own, item.linkId);
  }
  for (const one of questionnaire.contained ?? []) look(one, undefined);
  return findings;
}
