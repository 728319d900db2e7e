/**
 * What the answer of an expression comes from, as far as its text names it: computed answers, since
 * a result based on a total must be withheld without it, other answers, and the record.
 */

import type { Model, Node } from '../model.ts';
import type { Expression } from '../questionnaire.ts';
import { isAsGiven, type FormState, type Place } from '../state.ts';

/**
 * `isChecked`: the expression itself checks whether there is an answer, and so handles a missing
 * one.
 */
export interface Input {
  readonly node: Node;
  readonly isChecked: boolean;
}
/** References of one text: items by linkId, variables by name. */
interface Named {
  readonly links: ReadonlyMap<string, boolean>;
  readonly names: ReadonlyMap<string, boolean>;
}

/** A text with more is no handwritten formula. */
const MOST_NAMED = 200;
const LINK = /'((?:[^'\\]|\\.){1,200})'/g;
const NAME = /%(?:`([^`]{1,200})`|([A-Za-z_]\w{0,200}))/g;
/**
 * The rest of a path up to a function that tests for existence. Bounded, since a text may be one
 * long path.
 */
const ASKED =
  /\s*\)?(?:\.\w{1,40}(?:\([^()]{0,200}\))?|\[\d{1,6}\]){0,12}?\.(?:exists|empty|hasValue|count)\(/y;

function isAskedAt(text: string, at: number): boolean {
  ASKED.lastIndex = at;
  return ASKED.test(text);
}
function gather(text: string, pattern: RegExp): ReadonlyMap<string, boolean> {
  const found = new Map<string, boolean>();
  for (const match of text.matchAll(pattern)) {
    const name = match[1] ?? match[2] ?? '';
    if (found.size >= MOST_NAMED && !found.has(name)) break;
    found.set(name, (found.get(name) ?? false) || isAskedAt(text, match.index + match[0].length));
  }
  return found;
}
const texts = new WeakMap<Model, Map<string, Named>>();
function namedIn(model: Model, text: string): Named {
  const known = texts.get(model) ?? new Map<string, Named>();
  texts.set(model, known);
  const before = known.get(text);
  if (before) return before;
  const found: Named = {
    links: text.includes('linkId') ? gather(text, LINK) : new Map<string, boolean>(),
    names: text.includes('%') ? gather(text, NAME) : new Map<string, boolean>(),
  };
  known.set(text, found);
  return found;
}

/** A step to an item of the response by its position; `POSITION_ROOT`: what it starts from. */
const POSITION = /\bitem\s*(?:\[|\.\s*(?:first|last|skip|take|tail)\s*\()/g;
const ROOT_BEFORE = 300;
/** Items of the form itself have fixed positions. */
const FIXED_ROOT = /%`?(?:questionnaire|qitem)`?(?:\.[^%;|&]{0,300})?$/;
/**
 * Checks whether an expression reads answers by their position: an unanswered question has no item,
 * so that the position is another question's then.
 */
export function readsByPosition(text: string): boolean {
  for (const { index } of text.matchAll(POSITION))
    if (!FIXED_ROOT.test(text.slice(Math.max(0, index - ROOT_BEFORE), index))) return true;
  return false;
}

/** Checks whether the answer is computed by the form, and cannot be set by the person. */
const isComputed = (node: Node): boolean =>
  node.calculated !== undefined ||
  (node.initialExpression !== undefined && (node.isReadOnly || node.isHidden));

/** Returns the variable of that name in scope of an item: its own, or the nearest around it. */
function variableOf(
  model: Model,
  from: Node | undefined,
  name: string,
): { readonly variable: Expression; readonly node: Node | undefined } | undefined {
  for (let node = from; node; node = node.parent) {
    const variable = node.variables.find((one) => one.name === name);
    if (variable) return { variable, node };
  }
  const variable = model.variables.find((one) => one.name === name);
  return variable && { variable, node: undefined };
}

/** Returns the names of the variables in a text, without `%`. */
export const variablesIn = (model: Model, text: string): Iterable<string> =>
  namedIn(model, text).names.keys();

/**
 * Finds the inputs of an expression.
 * @param node item of the expression; none for the form's own
 * @param onText called with the text and with that of each variable behind it
 * @returns computed items that the text names, directly or through variables; not the item itself.
 * A text that reads answers by position may read each computed item before its own
 */
export function inputsOf(
  model: Model,
  node: Node | undefined,
  text: string,
  onText?: (text: string) => void,
): readonly Input[] {
  const found = new Map<Node, boolean>();
  const seen = new Set<Expression>();
  let byPosition: readonly Node[] = [];
  const look = (from: Node | undefined, part: string, isAsked: boolean): void => {
    onText?.(part);
    // The position may be that of any total before the item itself.
    if (readsByPosition(part))
      byPosition = computedIn(model).filter((one) => node === undefined || one.order < node.order);
    const { links, names } = namedIn(model, part);
    for (const [linkId, isChecked] of links) {
      const target = model.byLinkId.get(linkId);
      if (target && target !== node && isComputed(target) && found.size < MOST_NAMED)
        found.set(target, (found.get(target) ?? false) || isChecked || isAsked);
    }
    for (const [name, isChecked] of names) {
      const one = variableOf(model, from, name);
      if (one?.variable.expression === undefined || seen.has(one.variable)) continue;
      seen.add(one.variable);
      look(one.node, one.variable.expression, isChecked || isAsked);
    }
  };
  look(node, text, false);
  for (const target of byPosition) if (!found.has(target)) found.set(target, false);
  return [...found].map(([target, isChecked]) => ({ node: target, isChecked }));
}
/** Computed items of a form, once. */
const computedNodes = new WeakMap<Model, readonly Node[]>();
function computedIn(model: Model): readonly Node[] {
  const known = computedNodes.get(model) ?? model.nodes.filter(isComputed);
  computedNodes.set(model, known);
  return known;
}

/** The time of day: a later evaluation gives another value. */
const OF_THE_MOMENT = /\b(?:now|timeOfDay)\s*\(/;
/** Checks whether the calculated answer of an item depends on the time of day. */
export function dependsOnMoment(model: Model, node: Node, seen = new Set<Node>()): boolean {
  if (seen.has(node)) return false;
  seen.add(node);
  const text = (node.calculated ?? node.initialExpression)?.expression;
  if (text === undefined) return false;
  let isOfMoment = false;
  const inputs = inputsOf(model, node, text, (part) => {
    isOfMoment ||= OF_THE_MOMENT.test(part);
  });
  return isOfMoment || inputs.some((one) => dependsOnMoment(model, one.node, seen));
}

const OF_PATIENT = /%\s*`?patient\b/;
/** What leads from an expression to an answer. */
const OF_ANSWERS = /\b(?:item|answer|QuestionnaireResponse)\b|%\s*`?(?:resource|context)\b/;
/**
 * Where an answer that the form gave comes from. `record`: the record of the person; `calculated`:
 * other answers; `filled`: neither, such as the day; `proposed`: a formula whose result the person
 * should check.
 */
export type Source = 'record' | 'calculated' | 'filled' | 'proposed';
const sourcesBy = new WeakMap<Model, ReadonlyMap<Node, Source>>();

function sourceBy(model: Model, node: Node): Source | undefined {
  const text = (node.calculated ?? node.initialExpression)?.expression;
  if (text === undefined) return undefined;
  let readsRecord = false,
    readsAnswers = false;
  inputsOf(model, node, text, (part) => {
    readsRecord ||= OF_PATIENT.test(part);
    readsAnswers ||= OF_ANSWERS.test(part);
  });
  if (node.calculated) {
    if (readsAnswers) return 'calculated';
    return readsRecord ? 'record' : 'filled';
  }
  if (readsRecord) return 'record';
  if (!node.isReadOnly) return 'proposed';
  return readsAnswers ? 'calculated' : 'filled';
}

/** Returns the sources of all items with a formula for their answer, once for a form. */
export function sourcesIn(model: Model): ReadonlyMap<Node, Source> {
  const known = sourcesBy.get(model);
  if (known) return known;
  const found = new Map<Node, Source>();
  for (const node of model.nodes) {
    const source = sourceBy(model, node);
    if (source) found.set(node, source);
  }
  sourcesBy.set(model, found);
  return found;
}

/**
 * Returns where the answer of a place comes from.
 * @param hasRecord without one, what a form knows of the person was typed by them
 * @returns undefined for an answer that the person gave or changed
 */
export function sourceAt(
  model: Model,
  state: FormState,
  place: Place,
  hasRecord: boolean,
): Source | undefined {
  if (!isAsGiven(state, place)) return undefined;
  // An offering changes the node of a place.
  const node = model.byLinkId.get(place.node.linkId),
    source = node && sourcesIn(model).get(node);
  if (source !== 'record' || hasRecord) return source;
  return place.node.calculated || place.node.isReadOnly ? 'filled' : 'proposed';
}
