/** Effort of a form: questions and minutes, for one item and for the longest path. */

import type { Model, Node } from './model.ts';
import type { ItemType } from './questionnaire.ts';

/**
 * Words read per minute: texts of everyday language in German, read aloud, 179 ± 17
 * (Trauzettel-Klosinski and Dietz, „Standardized assessment of reading performance“, IOVS 2012).
 * Silent readers are faster; this errs on the long side.
 */
const WORDS_READ_PER_MINUTE = 179;
/**
 * Words typed per minute on a touch screen: 36 (Palin and others, „How do people type on mobile
 * devices?“, MobileHCI 2019).
 */
const WORDS_TYPED_PER_MINUTE = 36;
/**
 * Deciding, and pointing: 1.35 s and 1.1 s (Card, Moran and Newell, keystroke-level model, CACM
 * 1980).
 */
const SECONDS_TO_DECIDE = 1.35;
const SECONDS_TO_POINT = 1.1;

const TAP = SECONDS_TO_DECIDE + SECONDS_TO_POINT;
const typed = (words: number): number => SECONDS_TO_DECIDE + (words * 60) / WORDS_TYPED_PER_MINUTE;
/**
 * Seconds to answer after reading. A photo counts as six taps: open, aim, shoot, look, accept, go
 * on.
 */
const ANSWERING: Readonly<Record<ItemType, number>> = {
  group: 0,
  display: 0,
  boolean: TAP,
  choice: TAP,
  'open-choice': TAP,
  integer: typed(1),
  decimal: typed(1),
  quantity: typed(1) + TAP,
  date: typed(3),
  dateTime: typed(4),
  time: typed(2),
  string: typed(3),
  text: typed(12),
  url: typed(4),
  attachment: 6 * TAP,
  reference: TAP,
};

const words = (text: string | undefined): number =>
  (text ?? '').split(/\s+/).filter((one) => one !== '').length;

/**
 * Returns the seconds for one item: reading it and its options, and one answer. 0 for items that
 * are not rendered.
 */
export function secondsOf(node: Node): number {
  if (node.isHidden) return 0;
  const read =
    words(node.item.text) +
    node.options.slice(0, MOST_OPTIONS_READ).reduce((sum, one) => sum + words(one.text), 0);
  return (read * 60) / WORDS_READ_PER_MINUTE + (node.isReadOnly ? 0 : ANSWERING[node.type]);
}
/** No patient reads a list of countries completely. */
const MOST_OPTIONS_READ = 12;

/** Checks whether an item needs an action. */
export const isAsked = (node: Node): boolean =>
  node.isQuestion && !node.isHidden && !node.isReadOnly;

export interface Effort {
  readonly questions: number;
  readonly minutes: number;
}

/**
 * Returns the longest path through the form, each repetition taken once: of answers that exclude
 * each other only the longest follow-up counts. An upper bound, as far as conditions use
 * `enableWhen`.
 */
export function longestWay(model: Model, isLeftOut: (node: Node) => boolean = () => false): Effort {
  /** Follow-ups of a question with one answer, by the answer that enables them. */
  const after = new Map<Node, Map<string, Node[]>>();
  for (const node of model.nodes) {
    const [when, ...more] = node.enableWhen,
      target = when && model.byLinkId.get(when.question);
    if (
      !when ||
      more.length > 0 ||
      when.operator !== '=' ||
      !target ||
      target.isMultiple ||
      target.order >= node.order ||
      isInside(node, target)
    )
      continue;
    const { question: _question, operator: _operator, ...answer } = when,
      key = JSON.stringify(answer),
      own = after.get(target) ?? new Map<string, Node[]>();
    const same = own.get(key);
    if (same) same.push(node);
    else own.set(key, [node]);
    after.set(target, own);
  }
  const follows = new Set([...after.values()].flatMap((one) => [...one.values()].flat()));
  const nothing: Sum = { questions: 0, seconds: 0 };
  const sums = new Map<Node, Sum>();
  const sumOf = (nodes: readonly Node[]): Sum => {
    const sum = { ...nothing };
    for (const one of nodes) {
      const { questions, seconds } = sums.get(one) ?? nothing;
      sum.questions += questions;
      sum.seconds += seconds;
    }
    return sum;
  };
  // Children and follow-ups come later in the form: from the end every sum is known when it is
  // needed, however long a chain is.
  for (const node of [...model.nodes].reverse()) {
    if (isLeftOut(node)) continue;
    const inside = sumOf(node.children.filter((child) => !follows.has(child)));
    const ways = [...(after.get(node)?.values() ?? [])].map(sumOf);
    const longest = ways.reduce(
      (most, one) => ({
        questions: Math.max(most.questions, one.questions),
        seconds: Math.max(most.seconds, one.seconds),
      }),
      nothing,
    );
    sums.set(node, {
      questions: (isAsked(node) ? 1 : 0) + inside.questions + longest.questions,
      seconds: secondsOf(node) + inside.seconds + longest.seconds,
    });
  }
  const whole = sumOf(model.roots.filter((one) => !follows.has(one)));
  return { questions: whole.questions, minutes: whole.seconds / 60 };
}
interface Sum {
  readonly questions: number;
  readonly seconds: number;
}
const isInside = (node: Node, outer: Node): boolean =>
  node.parent !== undefined && (node.parent === outer || isInside(node.parent, outer));
