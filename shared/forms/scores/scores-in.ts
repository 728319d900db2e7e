/**
 * The scores of a form: numbers that it calculates once for the whole form, with the verdicts that
 * follow from them, and what two versions must share so that their values can be compared. Pure.
 */

import { canonicalText } from '../../base/canonical-json.ts';
import { EXTENSION } from '../questionnaire/extensions.ts';
import { extensionOf } from '../questionnaire/fhir.ts';
import { inputsOf, variablesIn } from '../questionnaire/expressions/inputs.ts';
import type { Model, Node } from '../questionnaire/model.ts';

export interface ScoreItem {
  readonly node: Node;
  /** Unit of the form; a quantity has its own with each value. */
  readonly unit: string;
  /** Calculated words that depend on this score alone. */
  readonly verdicts: readonly Node[];
  /** Equal for two forms that ask and calculate the same. */
  readonly basis: string;
}

/** A form with more totals is a table of results, and no page shows so many curves. */
const MOST_SCORES = 40;

const isScore = ({ type, calculated, frames, isMultiple }: Node): boolean =>
  calculated?.expression !== undefined &&
  ['integer', 'decimal', 'quantity'].includes(type) &&
  frames.length === 0 &&
  !isMultiple;
const isVerdict = ({ type, calculated, frames }: Node): boolean =>
  calculated?.expression !== undefined &&
  ['string', 'text', 'choice', 'open-choice'].includes(type) &&
  frames.length === 0;

const formulaOf = (node: Node): string => node.calculated?.expression ?? '';

/** A formula that is one variable: others may read the same variable instead of the item. */
const LONE_VARIABLE = /^\s*%`?(\w{1,200})`?\s*$/;

/** Returns the scores of a form, in its order. */
export function scoresIn(model: Model): readonly ScoreItem[] {
  const nodes = model.nodes.filter(isScore).slice(0, MOST_SCORES);
  if (nodes.length === 0) return [];
  const verdicts = model.nodes.filter(isVerdict).flatMap((verdict) => {
    const behind = scoresBehind(model, nodes, verdict),
      [first] = behind;
    return first !== undefined && behind.length === 1 ? [{ verdict, score: first }] : [];
  });
  return nodes.map((node) => ({
    node,
    unit: unitOf(node),
    verdicts: verdicts.flatMap((one) => (one.score === node ? [one.verdict] : [])),
    basis: basisOf(model, node),
  }));
}

/** Returns the scores that a verdict reads, by their item or by the variable they show. */
function scoresBehind(model: Model, scores: readonly Node[], verdict: Node): readonly Node[] {
  const text = formulaOf(verdict),
    inputs = new Set(inputsOf(model, verdict, text).map((one) => one.node)),
    named = new Set(variablesIn(model, text));
  return scores.filter((node) => {
    const [, variable] = LONE_VARIABLE.exec(formulaOf(node)) ?? [];
    return inputs.has(node) || (variable !== undefined && named.has(variable));
  });
}

function unitOf({ item, units }: Node): string {
  const coding = extensionOf(item, EXTENSION.unit)?.valueCoding ?? units[0];
  return coding?.display ?? coding?.code ?? '';
}

/** A path that begins at one named item: everything it reads is below that item. */
const NAMED_PATH =
  /(?:\bitem|\bdescendants\(\)|\bchildren\(\)|\brepeat\([\w.\s|]{1,60}\))\s*\.\s*where\(\s*(?:\$this\.)?linkId\s*=\s*'((?:[^'\\]|\\.){1,200})'\s*\)(?:\s*\.\s*(?:item|answer|value|valueCoding|extension|code|first\(\)|ordinal\(\)|weight\(\)))*/g;
/** Steps that may lead to any item. */
const ANY_ITEM = /\b(?:item|answer|descendants|children|repeat)\b/;

/**
 * Returns what a score is made of: its formulas, and the questions they read. A formula that may
 * read any question is made of the whole form.
 */
function basisOf(model: Model, score: Node): string {
  const formulas = new Set<string>(),
    named = new Set<Node>(),
    todo: Node[] = [score];
  let isWhole = false;
  for (const node of todo) {
    const inputs = inputsOf(model, node, formulaOf(node), (text) => {
      formulas.add(text);
      const rest = text.replace(NAMED_PATH, (_path, linkId: string) => {
        const target = model.byLinkId.get(linkId);
        if (target) named.add(target);
        return '';
      });
      isWhole ||= ANY_ITEM.test(rest);
    });
    for (const one of inputs) if (!todo.includes(one.node)) todo.push(one.node);
  }
  const read = isWhole
    ? model.nodes.filter((node) => node.type !== 'display')
    : model.nodes.filter((node) => node.type !== 'display' && isWithin(node, named));
  return canonicalText({
    type: score.type,
    unit: unitOf(score),
    formulas: [...formulas].map(oneSpace).sort(),
    items: read.map((node) => contentOf(node, score)),
  });
}
const isWithin = (node: Node, named: ReadonlySet<Node>): boolean =>
  named.has(node) || (node.parent !== undefined && isWithin(node.parent, named));
const oneSpace = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** What a question asks. The wording counts: another question gives other answers. */
function contentOf(node: Node, score: Node): object {
  const { item, options, limits } = node,
    isComputed = node.calculated !== undefined;
  return {
    linkId: node.linkId,
    type: node.type,
    // A total may be renamed.
    text: isComputed || node === score ? '' : oneSpace(item.text ?? ''),
    repeats: item.repeats === true,
    required: item.required === true,
    options: options.map((one) => ({
      value: JSON.stringify(one.value),
      weight: String(one.weight?.valueDecimal ?? ''),
    })),
    limits: JSON.stringify(limits),
    enableWhen: JSON.stringify(item.enableWhen ?? []),
    enableBehavior: item.enableBehavior ?? '',
    enabled: node.enableExpression?.expression ?? '',
    formula: formulaOf(node),
    initial: JSON.stringify(item.initial ?? []),
  };
}
