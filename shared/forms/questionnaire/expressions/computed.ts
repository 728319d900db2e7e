/**
 * Computation of a form: its variables, initial values, conditions by expression, calculated
 * answers and rules, until a fixed point.
 */

import type { FhirValue } from '../fhir.ts';
import type { Problem } from '../check.ts';
import { brokenRules } from './broken-rules.ts';
import type { Model, Node, Option } from '../model.ts';
import { isSameOffer, offering, type Offers } from './offers.ts';
import { filled, isUnfilled } from './populate.ts';
import { valuesOf } from './results.ts';
import {
  scopeOf,
  type ComputeOptions,
  type Evaluate,
  type Fault,
  type FaultKind,
  type Scope,
  type Steps,
} from './scope.ts';
import { answersAt, everyPlace, setAnswers, type FormState, type Place } from '../state.ts';
import { isOffering, viewOf, type Computed, type View } from '../view.ts';
import type { Expression } from '../questionnaire.ts';

export interface ComputeResult {
  readonly state: FormState;
  /** Conditions by expression, for a view of the resulting state. */
  readonly computed: Computed;
  /** The view of the resulting state, with conditions by expression. */
  readonly view: View;
  /** Broken rules of the form, in addition to those of `problemsOf`. */
  readonly problems: readonly Problem[];
  readonly faults: readonly Fault[];
}

/** Maximum rounds of a chain of expressions; a longer one counts as a circle. */
const MAX_ROUNDS = 60;
/** Rounds that record unstable values, after every chain must have settled. */
const CIRCLE_ROUNDS = 8;

/**
 * Computes all expressions of the form. All expressions of a round see the same answers, so that
 * their order in the form does not matter. A value changed by hand is kept unless the item is
 * read-only or hidden. Never throws: faults are returned.
 */
export const compute = (
  model: Model,
  state: FormState,
  evaluate: Evaluate,
  options: ComputeOptions = {},
): ComputeResult => finished(computing(model, state, evaluate, options));

/** Takes all steps. */
function finished<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Computes like `compute`; a step ends after the expressions of one place. */
export function* computing(
  model: Model,
  state: FormState,
  evaluate: Evaluate,
  options: ComputeOptions = {},
): Steps<ComputeResult> {
  evaluate.begin?.();
  const faults = new Map<string, Fault>(),
    lasting = new Map<string, Fault>(),
    stuck = new Set<string>();
  const fault = (one: Fault): void => {
    const key = `${one.kind} ${one.linkId ?? ''} ${one.expression}`;
    faults.set(key, one);
    // Initial values are computed once, and circles are removed: no later round reports them again.
    if (
      (one.kind === 'initialExpression' && one.reason !== 'missing_input') ||
      (one.kind === 'itemPopulationContext' && one.reason === 'too_long') ||
      one.reason === 'circle'
    )
      lasting.set(key, one);
  };
  const count = model.nodes.filter(
    (one) =>
      one.enableExpression ??
      one.calculated ??
      one.initialExpression ??
      one.textExpression ??
      one.population ??
      (isOffering(one) || undefined),
  ).length;
  let step: Round = {
    state,
    enabled: new Map(),
    failed: new Set(),
    offers: new Map(),
    texts: new Map(),
    candidates: new Map(),
  };
  for (let attempt = 0; attempt < 4; attempt++) {
    const moved = new Map<string, Moved>();
    let isSettled = false;
    for (let n = 0; n < Math.min(count + 1, MAX_ROUNDS) + CIRCLE_ROUNDS && !isSettled; n++) {
      // A value that an earlier round could not compute yet is no fault.
      faults.clear();
      const before = step,
        changes = yield* roundOf(model, before, evaluate, options, stuck, fault);
      step = changes.next;
      isSettled = changes.moved.length === 0 && isSameSet(before.failed, step.failed);
      if (n >= Math.min(count + 1, MAX_ROUNDS))
        for (const one of changes.moved) moved.set(one.id, one);
    }
    if (isSettled || moved.size === 0) break;
    // Unstable values are removed: a wrong number is worse than none, an extra question better than
    // a missing one.
    for (const { id, place, kind, expression } of moved.values()) {
      stuck.add(id);
      fault({ kind, reason: 'circle', linkId: place.node.linkId, expression });
      if (kind === 'enableWhenExpression')
        step = { ...step, enabled: new Map(step.enabled).set(place.key, true) };
      else if (kind === 'answerExpression')
        step = { ...step, offers: without(step.offers, place.key) };
      else step = { ...step, state: given(setAnswers(step.state, place, []), place.key, []) };
    }
  }
  step = withCandidates(model, step, evaluate, options, fault);
  const { failed } = step,
    computed = computedBy(step),
    view = viewOf(model, step.state, computed),
    problems = yield* brokenRules(view, evaluate, options, fault, failed);
  return {
    state: step.state,
    computed,
    view,
    problems,
    faults: [...new Map([...lasting, ...faults]).values()],
  };
}
const without = (offers: Offers, key: string): Offers => {
  const left = new Map(offers);
  left.delete(key);
  return left;
};
/** Results of a round, as a view reads them. */
class Results implements Computed {
  private readonly round: Round;
  constructor(round: Round) {
    this.round = round;
  }
  isEnabled(key: string): boolean | undefined {
    return this.round.enabled.get(key);
  }
  isFailed(key: string): boolean {
    return this.round.failed.has(key);
  }
  asShown(place: Place): Place {
    const { node, key } = place,
      options = this.round.offers.get(key),
      candidates = this.round.candidates.get(key) ?? node.candidates,
      text = this.round.texts.get(key);
    if (options === undefined && text === undefined && candidates.length === 0) return place;
    // Translations belong to the fixed text.
    const item = text === undefined ? node.item : { ...node.item, text, _text: {} };
    return { ...place, node: { ...node, item, candidates, options: options ?? node.options } };
  }
  isLike(other: Computed, places: Iterable<Place>): boolean {
    if (!(other instanceof Results)) return false;
    const { enabled, offers, texts, candidates } = this.round,
      before = other.round;
    for (const { key } of places)
      if (
        enabled.get(key) !== before.enabled.get(key) ||
        offers.get(key) !== before.offers.get(key) ||
        texts.get(key) !== before.texts.get(key) ||
        candidates.get(key) !== before.candidates.get(key)
      )
        return false;
    return true;
  }
}
const computedBy = (round: Round): Computed => new Results(round);
const isSameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((one) => b.has(one));

/** `failed`: keys of places whose answer could not be computed. */
interface Round {
  readonly state: FormState;
  readonly enabled: ReadonlyMap<string, boolean>;
  readonly failed: ReadonlySet<string>;
  readonly offers: Offers;
  readonly texts: ReadonlyMap<string, string>;
  /** Proposed answers: of the last round only, since no answer depends on them. */
  readonly candidates: Offers;
}
interface Moved {
  readonly id: string;
  readonly place: Place;
  readonly kind: FaultKind;
  readonly expression: string;
}

function* roundOf(
  model: Model,
  before: Round,
  evaluate: Evaluate,
  options: ComputeOptions,
  stuck: ReadonlySet<string>,
  fault: (one: Fault) => void,
): Steps<{ next: Round; moved: readonly Moved[] }> {
  const { state, enabled } = before,
    view = viewOf(model, state, computedBy(before)),
    scope = scopeOf(view, evaluate, options, fault, before.failed),
    moved: Moved[] = [],
    failed = new Set<string>(),
    offers = new Map<string, readonly Option[]>(),
    texts = new Map<string, string>(),
    offer = offering(model, scope, fault);
  let next = state;
  const now = new Map(enabled);
  const note = (place: Place, kind: FaultKind, { expression = '' }: Expression): void =>
    void moved.push({ id: `${kind} ${place.key}`, place, kind, expression });
  for (const place of everyPlace(state, model.roots)) {
    yield;
    const { node, key } = place,
      { enableExpression, calculated, initialExpression } = node;
    if (enableExpression && !stuck.has(`enableWhenExpression ${key}`)) {
      const found = scope.run(place, 'enableWhenExpression', enableExpression);
      // A failing condition cannot disable a question: it is asked.
      const answer = found === undefined || found[0] === true;
      if (answer !== enabled.get(key)) {
        now.set(key, answer);
        note(place, 'enableWhenExpression', enableExpression);
      }
    }
    if (!view.isEnabled(place)) continue;
    const text =
      node.textExpression && textIn(scope.run(place, 'textExpression', node.textExpression));
    if (text !== undefined) texts.set(key, text);
    if (node.textExpression && text !== before.texts.get(key))
      note(place, 'textExpression', node.textExpression);
    const full = filledIn(next, place, { model, scope, options, fault });
    if (full && node.population) {
      next = full;
      note(place, 'itemPopulationContext', node.population);
    }
    if (!node.isQuestion) continue;
    if (stuck.has(`calculatedExpression ${key}`)) failed.add(key);
    let chosenFrom: Node = node;
    if (isOffering(node) && !stuck.has(`answerExpression ${key}`)) {
      const last = before.offers.get(key),
        found = offer.at(place),
        isSame = isSameOffer(last, found),
        options = isSame ? last : found;
      if (options) {
        offers.set(key, options);
        chosenFrom = { ...node, options };
      }
      if (!isSame)
        note(
          place,
          'answerExpression',
          node.answerExpression ?? node.toggles[0]?.expression ?? NOTHING,
        );
    }
    const valuesFrom = (
      kind: 'calculatedExpression' | 'initialExpression',
      expression: Expression,
    ): readonly FhirValue[] => {
      const results = scope.run(place, kind, expression);
      if (results === undefined) failed.add(key);
      return valuesOf(chosenFrom, results ?? [], () => {
        failed.add(key);
        fault({
          kind,
          reason: 'not_a_value',
          linkId: node.linkId,
          expression: expression.expression ?? '',
        });
      });
    };
    if (calculated && !stuck.has(`calculatedExpression ${key}`) && isOurs(state, place)) {
      const values = valuesFrom('calculatedExpression', calculated);
      const isNew = JSON.stringify(values) !== JSON.stringify(answersAt(state, place));
      if (isNew) note(place, 'calculatedExpression', calculated);
      if (isNew || state.given?.[key] === undefined)
        next = given(isNew ? setAnswers(next, place, values) : next, key, values);
    } else if (
      initialExpression &&
      options.isRestored !== true &&
      state.given?.[key] === undefined &&
      answersAt(state, place).length === 0
    ) {
      const values = valuesFrom('initialExpression', initialExpression);
      // An initial value that depends on a missing total is computed once the total is available.
      if (values.length === 0 && scope.isLacking(place, initialExpression)) continue;
      next = given(values.length > 0 ? setAnswers(next, place, values) : next, key, values);
      if (values.length > 0) note(place, 'initialExpression', initialExpression);
    }
  }
  return { next: { ...before, state: next, enabled: now, failed, offers, texts }, moved };
}

/** Fills in a group from its elements; undefined where that is done, or they are not known yet. */
function filledIn(
  state: FormState,
  place: Place,
  using: {
    readonly model: Model;
    readonly scope: Scope;
    readonly options: ComputeOptions;
    readonly fault: (one: Fault) => void;
  },
): FormState | undefined {
  const { model, scope, options, fault } = using;
  const { linkId, population } = place.node;
  if (!population || options.isRestored === true || !isUnfilled(state, place)) return undefined;
  const elements = scope.run(place, 'itemPopulationContext', population);
  if (!elements) return undefined;
  const { state: next, isCut } = filled(model, state, place, elements.length);
  if (isCut)
    fault({
      kind: 'itemPopulationContext',
      reason: 'too_long',
      linkId,
      expression: population.expression ?? '',
    });
  return next;
}

/** Adds the proposed answers of the settled state. */
function withCandidates(
  model: Model,
  step: Round,
  evaluate: Evaluate,
  options: ComputeOptions,
  fault: (one: Fault) => void,
): Round {
  if (!model.nodes.some((one) => one.candidateExpression)) return step;
  const view = viewOf(model, step.state, computedBy(step)),
    offer = offering(model, scopeOf(view, evaluate, options, fault, step.failed), fault),
    places = view.places().filter((one) => one.node.candidateExpression);
  return { ...step, candidates: new Map(places.map((one) => [one.key, offer.candidatesAt(one)])) };
}

/** Maximum characters of a calculated text. */
const MOST_TEXT = 2_000;
/** Returns the one text of a result; none where it is no text, or too long for a question. */
function textIn(results: readonly unknown[] = []): string | undefined {
  const [text, ...more] = results;
  return typeof text === 'string' &&
    more.length === 0 &&
    text.trim() !== '' &&
    text.length <= MOST_TEXT
    ? text
    : undefined;
}
const NOTHING: Expression = { language: 'text/fhirpath' };
const given = (state: FormState, key: string, values: readonly FhirValue[]): FormState => ({
  ...state,
  given: { ...state.given, [key]: values },
});

/** Checks whether a calculated answer may be written: the person cannot set it, or has not. */
function isOurs(state: FormState, place: Place): boolean {
  const { node, key } = place;
  return (
    node.isReadOnly ||
    node.isHidden ||
    JSON.stringify(answersAt(state, place)) === JSON.stringify(state.given?.[key] ?? [])
  );
}
