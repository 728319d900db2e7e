/**
 * Linter of a form for the designer: dead ends, circles, missing translations, contradictory marks.
 */

import { isAboutChild, lostAmong, lostInPlain, type Mark } from '../../base/meaning/meaning.ts';
import { isCriticalKind } from '../answers/critical.ts';
import {
  extensionOf,
  extensionsOf,
  isSameCoding,
  translationOf,
  type FhirElement,
} from '../questionnaire/fhir.ts';
import { longestWay, type Effort } from '../questionnaire/effort.ts';
import { EXTENSION } from '../questionnaire/extensions.ts';
import {
  isOption,
  isUnknown,
  NO,
  textOfValue,
  type Model,
  type Node,
} from '../questionnaire/model.ts';
import { readsByPosition } from '../questionnaire/expressions/inputs.ts';
import type { Questionnaire } from '../questionnaire/questionnaire.ts';
import { circlesOf, expressionsOf, linksIn } from './order.ts';
import { reachOf } from './reach.ts';
import { orderOf } from '../questionnaire/units.ts';
import { reviewOf, wordsOfOption } from '../questionnaire/words.ts';

type LintCode =
  | 'never_shown'
  | 'reach_unfinished'
  | 'circle'
  | 'looks_ahead'
  | 'condition_on_repetition'
  | 'expression_unknown_question'
  | 'expression_by_position'
  | 'limits_contradict'
  | 'required_unanswerable'
  | 'option_without_text'
  | 'option_doubled'
  | 'toggle_incomplete'
  | 'toggle_unknown_option'
  | 'text_doubled'
  | 'translation_missing'
  | 'translation_unreviewed'
  | 'why_missing'
  | `meaning_${Mark}`
  | 'glyph_missing'
  | 'critical_unknown_kind'
  | 'critical_without_no'
  | 'critical_optional'
  | 'critical_not_volatile'
  | 'volatile_follows';
export interface LintFinding {
  /**
   * `error`: a person gets stuck, or a question is never asked; `warning`: probably not intended;
   * `note`: information.
   */
  readonly level: 'error' | 'warning' | 'note';
  readonly code: LintCode;
  readonly linkId?: string;
  /** Subject: a path, a language, a text of the form. Foreign text: to be shown as text only. */
  readonly detail?: string;
}
export interface LintOptions {
  /** Languages of the practice (BCP 47), in addition to the form's own. */
  readonly languages?: readonly string[];
  /** Checks whether the fonts of the papers can print a character. */
  readonly hasGlyph?: (character: string) => boolean;
}
export interface LintResult {
  readonly findings: readonly LintFinding[];
  readonly longest: Effort;
}

/** Kinds of answers that are valid today only. */
const TODAY_ONLY: readonly string[] = ['schwangerschaft', 'medikament'];

/**
 * Checks a form and its flow.
 * @returns findings, errors first and then in the order of the form, and the longest way through it
 */
export function lint(model: Model, options: LintOptions = {}): LintResult {
  const findings: LintFinding[] = [];
  const add = (
    level: LintFinding['level'],
    code: LintCode,
    linkId?: string,
    detail?: string,
  ): void =>
    void findings.push({
      level,
      code,
      ...(linkId !== undefined && { linkId }),
      ...(detail !== undefined && { detail }),
    });
  const { gone, isWhole } = reachOf(model);
  if (!isWhole) add('warning', 'reach_unfinished');
  for (const { node, why, about } of gone)
    add('error', 'never_shown', node.linkId, `${why} ${about}`);
  for (const path of circlesOf(model))
    add('error', 'circle', path[0], [...path, path[0]].join(' → '));
  for (const { expression = '' } of model.variables)
    if (readsByPosition(expression))
      add('warning', 'expression_by_position', undefined, expression.slice(0, 80));
  for (const node of model.nodes) {
    conditions(model, node, add);
    answers(node, add);
    toggles(node, add);
    critical(model, node, add);
  }
  doubledTexts(model, add);
  words(model, options, add);
  const left = new Set(gone.map((one) => one.node));
  const rank = { error: 0, warning: 1, note: 2 };
  return {
    findings: findings.sort((a, b) => rank[a.level] - rank[b.level]),
    longest: longestWay(model, (node) => left.has(node)),
  };
}
type Add = (level: LintFinding['level'], code: LintCode, linkId?: string, detail?: string) => void;

function conditions(model: Model, node: Node, add: Add): void {
  for (const { question } of node.enableWhen) {
    const target = model.byLinkId.get(question);
    if (!target) continue;
    const isAround = (one: Node | undefined): boolean =>
      one !== undefined && (one === target || isAround(one.parent));
    if (target.order > node.order) add('warning', 'looks_ahead', node.linkId, question);
    // R5 calls it an error; R4 uses the nearest one, which is seldom intended.
    if (
      !isAround(node.parent) &&
      !target.frames.every((frame, index) => node.frames[index] === frame)
    )
      add('warning', 'condition_on_repetition', node.linkId, question);
  }
  for (const linkId of linksIn(node))
    if (!model.byLinkId.has(linkId))
      add('error', 'expression_unknown_question', node.linkId, linkId);
  for (const text of expressionsOf(node))
    if (readsByPosition(text))
      add('warning', 'expression_by_position', node.linkId, text.slice(0, 80));
}

function answers(node: Node, add: Add): void {
  const { minValue, maxValue, minLength, maxLength, minOccurs, maxOccurs } = node.limits;
  if (minValue && maxValue && (orderOf(minValue, maxValue) ?? 0) > 0)
    add('error', 'limits_contradict', node.linkId, 'minValue > maxValue');
  if (minLength !== undefined && maxLength !== undefined && minLength > maxLength)
    add('error', 'limits_contradict', node.linkId, 'minLength > maxLength');
  if (minOccurs > maxOccurs)
    add('error', 'limits_contradict', node.linkId, 'minOccurs > maxOccurs');
  if (
    node.isMultiple &&
    node.options.length > 0 &&
    !node.isOpen &&
    minOccurs > node.options.filter((one) => !one.isExclusive).length
  )
    add('error', 'required_unanswerable', node.linkId, 'minOccurs > options');
  const isGiven =
    node.calculated ??
    node.initialExpression ??
    node.item.initial?.[0] ??
    node.options.find((one) => one.isInitial) ??
    node.field;
  if (
    node.isRequired &&
    node.isQuestion &&
    (node.isHidden || node.isReadOnly) &&
    isGiven === undefined
  )
    add('error', 'required_unanswerable', node.linkId, node.isHidden ? 'hidden' : 'readOnly');
  if (node.isRequired && node.type === 'reference' && node.options.length === 0)
    add('error', 'required_unanswerable', node.linkId, 'reference');
  if (
    node.isRequired &&
    node.type === 'group' &&
    node.item.item?.every((one) => one.type === 'display') !== false
  )
    add('error', 'required_unanswerable', node.linkId, 'group');
  const texts = new Set<string>();
  for (const one of node.options) {
    if (
      one.text.trim() === '' ||
      (one.value.valueCoding !== undefined && one.value.valueCoding.display === undefined)
    )
      add('error', 'option_without_text', node.linkId, one.text);
    else if (texts.has(one.text.trim().toLowerCase()))
      add('error', 'option_doubled', node.linkId, one.text);
    texts.add(one.text.trim().toLowerCase());
  }
}

/** SDC: a toggle has options and an expression, and its options are among those of the item. */
function toggles(node: Node, add: Add): void {
  const written = extensionsOf(node.item, EXTENSION.toggleExpression).length;
  if (written > node.toggles.length || node.toggles.some((one) => one.options.length === 0))
    add('error', 'toggle_incomplete', node.linkId);
  if (node.answerExpression) return;
  for (const one of node.toggles.flatMap((toggle) => toggle.options))
    if (!node.options.some((option) => isOption(option, one)))
      add('warning', 'toggle_unknown_option', node.linkId, textOfValue(one).slice(0, 80));
}

function critical(model: Model, node: Node, add: Add): void {
  const kinds = new Set(
    [node.critical, ...node.options.map((one) => one.critical)].filter((one) => one !== undefined),
  );
  for (const kind of kinds) {
    if (!isCriticalKind(kind)) add('error', 'critical_unknown_kind', node.linkId, kind);
    if (TODAY_ONLY.includes(kind) && !node.isVolatile)
      add('warning', 'critical_not_volatile', node.linkId, kind);
  }
  if (
    kinds.size > 0 &&
    extensionOf(node.item, EXTENSION.why)?.valueString === undefined &&
    !hasAround(node, (one) => extensionOf(one.item, EXTENSION.why)?.valueString !== undefined)
  )
    add('warning', 'why_missing', node.linkId);
  if (
    kinds.size > 0 &&
    !node.isRequired &&
    node.enableWhen.length === 0 &&
    !hasAround(node, (one) => one.enableWhen.length > 0 || one.enableExpression !== undefined)
  )
    add('note', 'critical_optional', node.linkId);
  // Without a machine-readable „Nein“ every answer is shown as critical.
  if (
    node.critical !== undefined &&
    node.options.length > 0 &&
    !node.options.some(
      (one) =>
        one.isExclusive || (one.value.valueCoding && isSameCoding(one.value.valueCoding, NO)),
    )
  )
    add('warning', 'critical_without_no', node.linkId);
  // Follow-ups of an answer valid today only are valid today only, too.
  if (
    !node.isVolatile &&
    node.isQuestion &&
    node.enableWhen.length > 0 &&
    node.enableWhen.every((when) => model.byLinkId.get(when.question)?.isVolatile === true)
  )
    add('warning', 'volatile_follows', node.linkId, node.enableWhen[0]?.question);
}
const hasAround = (node: Node, is: (one: Node) => boolean): boolean =>
  node.parent !== undefined && (is(node.parent) || hasAround(node.parent, is));

/** Finds the same text twice among the items of one group: it looks as if it was asked already. */
function doubledTexts(model: Model, add: Add): void {
  const seen = new Map<string, Node>();
  for (const node of model.nodes) {
    const text = (node.item.text ?? '').trim().toLowerCase();
    if (!node.isQuestion || text === '' || node.isHidden) continue;
    const key = `${node.parent?.linkId ?? ''} ${text}`,
      first = seen.get(key);
    if (first) add('warning', 'text_doubled', node.linkId, first.linkId);
    else seen.set(key, node);
  }
}

/** Checks whether the title of a form is about children in one of its languages. */
const isForChildren = (
  { title, _title }: Questionnaire,
  own: string,
  others: readonly string[],
): boolean =>
  [own, ...others].some((one) =>
    isAboutChild(
      (one === own ? title : translationOf(_title, one)) ?? '',
      one.split('-')[0] ?? one,
    ),
  );

/**
 * Returns those of some languages in which a text of the form has no translation.
 * @param languages in addition to the form's own
 */
export function incompleteIn(model: Model, languages: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  words(
    model,
    { languages },
    (_level, code, _linkId, detail) => {
      if (code === 'translation_missing') found.add(detail?.split(' ')[0] ?? '');
    },
    false,
  );
  return found;
}

/**
 * Checks every text of the form: in each language, and printable.
 * @param comparesMeaning also whether a translation lost a negation or the past, which takes longest
 */
function words(
  model: Model,
  { languages = [], hasGlyph }: LintOptions,
  add: Add,
  comparesMeaning = true,
): void {
  const { questionnaire } = model,
    own = (questionnaire.language ?? 'de').split('-')[0] ?? 'de',
    others = languages.filter((one) => one.split('-')[0] !== own),
    about = { own, isChildren: isForChildren(questionnaire, own, others) };
  const look = (
    linkId: string | undefined,
    what: string,
    text: string | undefined,
    element: FhirElement | undefined,
  ): void => {
    if (text === undefined || text.trim() === '') return;
    for (const language of others)
      if (
        (
          translationOf(element, language) ??
          translationOf(element, language.split('-')[0] ?? language) ??
          ''
        ).trim() === ''
      )
        add('error', 'translation_missing', linkId, `${language} ${what}`);
    glyphs(linkId, text);
    const said = new Map(others.map((one) => [one, translationOf(element, one) ?? '']));
    for (const [language, words] of said) glyphs(linkId, words, language);
    keeps(linkId, what, text, said);
  };
  // A lost negation or past asks another question.
  const keeps = (
    linkId: string | undefined,
    what: string,
    text: string,
    said: ReadonlyMap<string, string>,
  ): void => {
    if (!comparesMeaning) return;
    const named = new Map(others.map((language) => [language.split('-')[0] ?? language, language])),
      written = [...named].flatMap(([bare, language]): [string, string][] => {
        const words = said.get(language) ?? '';
        return words.trim() === '' ? [] : [[bare, words]];
      });
    for (const [bare, marks] of lostAmong(text, new Map(written), about))
      for (const mark of marks)
        add('warning', `meaning_${mark}`, linkId, `${named.get(bare) ?? bare} ${what}`);
  };
  const glyphs = (linkId: string | undefined, text: string, language?: string): void => {
    if (!hasGlyph) return;
    const missing = [...new Set(text)].filter((one) => !/\s/u.test(one) && !hasGlyph(one)).join('');
    if (missing !== '')
      add(
        'error',
        'glyph_missing',
        linkId,
        language === undefined ? missing : `${language} ${missing}`,
      );
  };
  for (const language of others)
    if (reviewOf(questionnaire, language) === 'machine')
      add('note', 'translation_unreviewed', undefined, language);
  look(undefined, 'title', questionnaire.title, questionnaire._title);
  for (const node of model.nodes) {
    const { item, linkId } = node;
    look(linkId, 'text', item.text, item._text);
    for (const [what, url] of [
      ['why', EXTENSION.why],
      ['plain', EXTENSION.plain],
    ] as const) {
      const one = extensionOf(item, url);
      look(linkId, what, one?.valueString, one?._valueString);
    }
    const plain = extensionOf(item, EXTENSION.plain)?.valueString ?? '';
    if (comparesMeaning && plain.trim() !== '')
      for (const mark of lostInPlain(item.text ?? '', item.text ?? '', plain, own, about))
        add('warning', `meaning_${mark}`, linkId, 'plain');
    for (const rule of node.constraints) look(linkId, 'rule', rule.human, rule.words);
    for (const option of node.options) {
      glyphs(linkId, option.text);
      const translated = new Map<string, string>();
      for (const language of others) {
        const said = wordsOfOption(option, language, own);
        if (said.isTranslated) {
          glyphs(linkId, said.text, language);
          translated.set(language, said.text);
        } else if (option.value.valueCoding !== undefined || option.value.valueString !== undefined)
          if (!isUnknown(option.value) || option.text !== '')
            add('error', 'translation_missing', linkId, `${language} option ${option.text}`);
      }
      keeps(linkId, `option ${option.text}`, option.text, translated);
    }
  }
}
