/** Unreachable items of a form: conditions that contradict options, limits or each other. */

import type { FhirValue } from '../questionnaire/fhir.ts';
import type { Model, Node } from '../questionnaire/model.ts';
import { meets } from '../questionnaire/view.ts';
import { type EnableWhen } from '../questionnaire/questionnaire.ts';
import { candidates } from './candidates.ts';

/**
 * `no_such_answer`: no option and no value within the limits meets the condition; `never_answered`:
 * its question never gets an answer; `contradiction`: its conditions exclude each other.
 */
type Unreachable = 'no_such_answer' | 'never_answered' | 'contradiction';
export interface NeverShown {
  readonly node: Node;
  readonly why: Unreachable;
  readonly about: string;
}

/** Checks that neither a person nor an expression can set an answer. */
function isNeverAnswered(node: Node): boolean {
  if (!node.isQuestion) return true;
  const isGiven =
    node.calculated !== undefined ||
    node.initialExpression !== undefined ||
    node.field !== undefined ||
    (node.item.initial ?? []).length > 0 ||
    node.options.some((one) => one.isInitial);
  return (node.isHidden || node.isReadOnly) && !isGiven;
}

/**
 * Maximum steps of one analysis: answers tried, and conditions followed. The largest form of the
 * corpus needs some twenty thousand; a million take about a second. Counted, not timed: the same
 * form gets the same result everywhere.
 */
const MAX_STEPS = 1_000_000;
class Budget {
  private left = MAX_STEPS;
  /** Whether a condition was assumed possible only because the budget was spent. */
  isSpent = false;

  /** @returns false if fewer steps are left */
  take(steps: number): boolean {
    this.left -= steps;
    if (this.left < 0) this.isSpent = true;
    return !this.isSpent;
  }
}

/**
 * Checks whether some set of answers of one question meets all of these conditions; also true if
 * the budget is spent.
 */
function canMeet(
  node: Node,
  whens: readonly EnableWhen[],
  isAnswered: boolean,
  budget: Budget,
): boolean {
  const isMet = (answers: readonly FhirValue[]): boolean =>
    whens.every((when) => meets(when, answers));
  if (!budget.take(whens.length)) return true;
  if (isMet([])) return true;
  if (!isAnswered) return false;
  if (!budget.take(node.options.length)) return true;
  const tries = candidates(node, whens);
  for (const one of tries) if (!budget.take(whens.length) || isMet([one])) return true;
  if (!node.isMultiple) return false;
  if (!budget.take(2 * tries.length * whens.length)) return true;
  return isMet(
    tries.filter((one) => whens.every((when) => when.operator !== '!=' || meets(when, [one]))),
  );
}

/**
 * Checks whether a condition on `target` refers to the same single answer for `node`, and not to
 * one of several.
 */
const isOneFor = (target: Node, node: Node): boolean =>
  target.frames.every((frame, index) => node.frames[index] === frame);

/** Returns conditions of an item that must all be met; empty if one of several suffices. */
const mustHold = (node: Node): readonly EnableWhen[] =>
  node.enableWhen.length === 1 || node.enableBehavior === 'all' ? node.enableWhen : [];

const isTopmost = (node: Node, isGone: (one: Node) => boolean): boolean =>
  node.parent === undefined || !isGone(node.parent);

/** Search for items that cannot be enabled. */
class Search {
  readonly budget = new Budget();
  readonly found = new Map<Node, NeverShown>();
  private readonly model: Model;
  /** Unreachable items with all their descendants. */
  private readonly gone = new Set<Node>();
  /** Impossible conditions by their item. */
  private readonly bad = new Map<Node, Map<EnableWhen, Unreachable>>();
  /** Conditions that only an answer can meet, by their question. */
  private readonly waiting = new Map<Node, { readonly node: Node; readonly when: EnableWhen }[]>();

  constructor(model: Model) {
    this.model = model;
  }

  isGone = (node: Node): boolean => this.gone.has(node);

  private targetOf(when: EnableWhen): Node | undefined {
    return this.model.byLinkId.get(when.question);
  }

  private isAnswered(target: Node): boolean {
    return !isNeverAnswered(target) && !this.isGone(target);
  }

  private await(target: Node, one: { readonly node: Node; readonly when: EnableWhen }): void {
    const known = this.waiting.get(target);
    if (known) known.push(one);
    else this.waiting.set(target, [one]);
  }

  /** Conditions that no answer meets, and their dependants. */
  conditions(): void {
    for (const node of this.model.nodes) {
      for (const when of node.enableWhen) {
        const target = this.targetOf(when);
        if (!target) continue;
        if (!meets(when, [])) this.await(target, { node, when });
      }
    }
    for (const node of this.model.nodes) {
      for (const when of node.enableWhen) {
        const target = this.targetOf(when);
        if (!target || this.isGone(node)) continue;
        const isAnswered = this.isAnswered(target);
        if (!canMeet(target, [when], isAnswered, this.budget))
          this.fail(node, when, isAnswered ? 'no_such_answer' : 'never_answered');
      }
    }
  }

  /** Records an impossible condition; with it the item may become unreachable, and then others. */
  private fail(first: Node, when: EnableWhen, why: Unreachable): void {
    const open = [{ node: first, when, why }];
    for (let one = open.pop(); one; one = open.pop()) {
      const { node } = one;
      const failed = this.bad.get(node) ?? new Map<EnableWhen, Unreachable>();
      this.bad.set(node, failed);
      if (!failed.has(one.when)) failed.set(one.when, one.why);
      if (
        this.isGone(node) ||
        (node.enableBehavior !== 'all' && failed.size < node.enableWhen.length)
      )
        continue;
      const named = node.enableWhen.find((each) => failed.has(each)) ?? one.when;
      for (const each of this.remove({
        node,
        why: failed.get(named) ?? one.why,
        about: named.question,
      }))
        open.push({ ...each, why: 'never_answered' });
    }
  }

  /**
   * Removes an item that is never shown. @returns conditions of other items that become impossible
   */
  private remove(one: NeverShown): { readonly node: Node; readonly when: EnableWhen }[] {
    const waiting: { readonly node: Node; readonly when: EnableWhen }[] = [];
    this.found.set(one.node, one);
    const open = [one.node];
    for (let node = open.pop(); node; node = open.pop()) {
      if (this.gone.has(node)) continue;
      this.gone.add(node);
      open.push(...node.children);
      waiting.push(...(this.waiting.get(node) ?? []));
      this.waiting.delete(node);
    }
    return waiting;
  }

  /** Finds items whose conditions exclude each other, or those of their prerequisites. */
  contradictions(): void {
    const contested = this.contested();
    if (contested.size === 0) return;
    for (const node of this.model.nodes) {
      if (this.isGone(node) || !this.isMeeting(node, contested)) continue;
      const about = this.contradictionAt(node, contested);
      if (about === undefined) continue;
      for (const one of this.remove({ node, why: 'contradiction', about }))
        this.fail(one.node, one.when, 'never_answered');
    }
  }

  /**
   * Checks whether an item combines conditions that its prerequisites do not: a link of a chain
   * adds nothing.
   */
  private isMeeting(node: Node, contested: ReadonlySet<string>): boolean {
    const own = mustHold(node);
    return (
      own.length + (node.parent ? 1 : 0) > 1 || own.some((when) => contested.has(when.question))
    );
  }

  /**
   * Questions whose conditions in the form cannot all be met at once: only these can cause a
   * contradiction.
   */
  private contested(): ReadonlySet<string> {
    const byQuestion = new Map<string, EnableWhen[]>();
    for (const node of this.model.nodes) {
      for (const when of mustHold(node)) {
        const known = byQuestion.get(when.question);
        if (known) known.push(when);
        else byQuestion.set(when.question, [when]);
      }
    }
    const found = [...byQuestion].filter(([linkId, whens]) => {
      const target = this.model.byLinkId.get(linkId);
      return target && whens.length > 1 && !this.canAllHold(target, whens);
    });
    return new Set(found.map(([linkId]) => linkId));
  }

  /** As `canMeet`, but „no“ where that would take too long: anyone who asks looks closer then. */
  private canAllHold(target: Node, whens: readonly EnableWhen[]): boolean {
    const [first] = whens;
    const isAlike = whens.every(
      (one) => first && JSON.stringify({ ...one }) === JSON.stringify({ ...first }),
    );
    return (
      isAlike ||
      (whens.length <= MOST_TOGETHER &&
        canMeet(target, whens, this.isAnswered(target), this.budget))
    );
  }

  /** Returns the question for which an item would need two different answers. */
  private contradictionAt(node: Node, contested: ReadonlySet<string>): string | undefined {
    const byQuestion = new Map<string, EnableWhen[]>();
    for (const when of this.together(node))
      if (contested.has(when.question))
        byQuestion.set(when.question, [...(byQuestion.get(when.question) ?? []), when]);
    for (const [linkId, whens] of byQuestion) {
      const target = this.model.byLinkId.get(linkId);
      if (
        target &&
        whens.length > 1 &&
        !canMeet(target, whens, this.isAnswered(target), this.budget)
      )
        return linkId;
    }
    return undefined;
  }

  /**
   * Returns the conditions that must all be met for an item to be asked: its own, those of its
   * ancestors, and those of questions that must have an answer for them.
   */
  private together(node: Node): readonly EnableWhen[] {
    const found: EnableWhen[] = [];
    const seen = new Set<Node>([node]);
    // A set is iterated in insertion order, including items added meanwhile.
    for (const one of seen) {
      if (!this.budget.take(1 + one.enableWhen.length)) return [];
      if (one.parent) seen.add(one.parent);
      for (const when of mustHold(one)) {
        const target = this.targetOf(when);
        // For the item of the condition it must refer to that same answer, too.
        if (!target || !isOneFor(target, node) || !isOneFor(target, one)) continue;
        found.push(when);
        if (!meets(when, [])) seen.add(target);
      }
    }
    return found;
  }
}
/** Maximum conditions on one question that are tried together. */
const MOST_TOGETHER = 50;

/** `isWhole`: everything was checked; false for a form too large for the budget. */
export interface Reach {
  readonly gone: readonly NeverShown[];
  readonly isWhole: boolean;
}

/**
 * Returns items that no answers enable, outermost first; descendants of such a group are not listed
 * again. Conditions by expression are assumed possible. Sound, not complete: an item that is not
 * listed may still be unreachable.
 */
export function reachOf(model: Model): Reach {
  const search = new Search(model);
  search.conditions();
  search.contradictions();
  const gone = [...search.found.values()].filter((one) => isTopmost(one.node, search.isGone));
  return {
    gone: gone.sort((a, b) => a.node.order - b.node.order),
    isWhole: !search.budget.isSpent,
  };
}
/** Works like `reachOf`, but returns only the items. */
export const neverShown = (model: Model): readonly NeverShown[] => reachOf(model).gone;
