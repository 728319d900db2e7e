/** What a form computes: its variables, first values, conditions by expression, calculated answers and rules, until nothing changes any more. */

import { translationOf, type FhirValue } from './fhir.ts';
import type { Problem } from './questionnaire-check.ts';
import type { Constraint, Model } from './questionnaire-model.ts';
import { valuesOf } from './questionnaire-results.ts';
import { scopeOf, type ComputeOptions, type Evaluate, type Fault, type FaultKind } from './questionnaire-scope.ts';
import { answersAt, everyPlace, instancesAt, setAnswers, type FormState, type Place } from './questionnaire-state.ts';
import { viewOf, type Computed, type View } from './questionnaire-view.ts';
import type { Expression } from './questionnaire.ts';

export interface ComputeResult {
  readonly state: FormState;
  /** Conditions by expression, for a view of that state. */
  readonly computed: Computed;
  /** The view of that state, with conditions by expression. */
  readonly view: View;
  /** Broken rules of the form, beside those of `problemsOf`. */
  readonly problems: readonly Problem[];
  readonly faults: readonly Fault[];
}

/** Rounds that a chain of expressions may take; a longer one counts as a circle. */
const MAX_ROUNDS = 60;
/** Rounds in which whatever still moves is noted, once every chain must have come to rest. */
const CIRCLE_ROUNDS = 8;

/**
 * Computes everything that the form says about itself. All expressions of a round see the same answers, so that their order in the form means nothing.
 * What a person changed by hand is left alone unless the item is read-only or hidden. Nothing is thrown: faults are named.
 */
export function compute(model: Model, state: FormState, evaluate: Evaluate, options: ComputeOptions = {}): ComputeResult {
  const faults = new Map<string, Fault>(), stuck = new Set<string>();
  const fault = (one: Fault): void => void faults.set(`${one.kind} ${one.linkId ?? ''} ${one.expression}`, one);
  const count = model.nodes.filter((one) => one.enableExpression ?? one.calculated ?? one.initialExpression).length;
  let step: Round = { state, enabled: new Map() };
  for (let attempt = 0; attempt < 4; attempt++) {
    const moved = new Map<string, Moved>();
    let isSettled = false;
    for (let n = 0; n < Math.min(count + 1, MAX_ROUNDS) + CIRCLE_ROUNDS && !isSettled; n++) {
      const before = step, changes = roundOf(model, before, evaluate, options, stuck, fault);
      step = changes.next;
      isSettled = changes.moved.length === 0;
      if (n >= Math.min(count + 1, MAX_ROUNDS)) for (const one of changes.moved) moved.set(one.id, one);
    }
    if (isSettled || moved.size === 0) break;
    // What never rests is taken out: a wrong number is worse than none, a question too many better than one too few.
    for (const { id, place, kind, expression } of moved.values()) {
      stuck.add(id);
      fault({ kind, reason: 'circle', linkId: place.node.linkId, expression });
      if (kind === 'enableWhenExpression') step = { ...step, enabled: new Map(step.enabled).set(place.key, true) };
      else step = { ...step, state: given(setAnswers(step.state, place, []), place.key, []) };
    }
  }
  const { enabled } = step, computed: Computed = { isEnabled: (key) => enabled.get(key) }, view = viewOf(model, step.state, computed);
  return { state: step.state, computed, view, problems: brokenRules(view, evaluate, options, fault), faults: [...faults.values()] };
}

interface Round { readonly state: FormState; readonly enabled: ReadonlyMap<string, boolean> }
interface Moved { readonly id: string; readonly place: Place; readonly kind: FaultKind; readonly expression: string }

function roundOf(model: Model, { state, enabled }: Round, evaluate: Evaluate, options: ComputeOptions, stuck: ReadonlySet<string>, fault: (one: Fault) => void): { next: Round; moved: readonly Moved[] } {
  const view = viewOf(model, state, { isEnabled: (key) => enabled.get(key) }), scope = scopeOf(view, evaluate, options, fault), moved: Moved[] = [];
  let next = state;
  const now = new Map(enabled);
  const note = (place: Place, kind: FaultKind, { expression = '' }: Expression): void => void moved.push({ id: `${kind} ${place.key}`, place, kind, expression });
  for (const place of everyPlace(state, model.roots)) {
    const { node, key } = place, { enableExpression, calculated, initialExpression } = node;
    if (enableExpression && !stuck.has(`enableWhenExpression ${key}`)) {
      const found = scope.run(place, 'enableWhenExpression', enableExpression);
      // One that fails cannot say that a question is superfluous: it is asked.
      const answer = found === undefined || found[0] === true;
      if (answer !== enabled.get(key)) { now.set(key, answer); note(place, 'enableWhenExpression', enableExpression); }
    }
    if (!node.isQuestion || !view.isEnabled(place)) continue;
    if (calculated && !stuck.has(`calculatedExpression ${key}`) && isOurs(state, place)) {
      const values = valuesOf(node, scope.run(place, 'calculatedExpression', calculated) ?? [], () => fault({ kind: 'calculatedExpression', reason: 'not_a_value', linkId: node.linkId, expression: calculated.expression ?? '' }));
      const isNew = JSON.stringify(values) !== JSON.stringify(answersAt(state, place));
      if (isNew) note(place, 'calculatedExpression', calculated);
      if (isNew || state.given?.[key] === undefined) next = given(isNew ? setAnswers(next, place, values) : next, key, values);
    } else if (initialExpression && options.isRestored !== true && state.given?.[key] === undefined && answersAt(state, place).length === 0) {
      const values = valuesOf(node, scope.run(place, 'initialExpression', initialExpression) ?? [], () => fault({ kind: 'initialExpression', reason: 'not_a_value', linkId: node.linkId, expression: initialExpression.expression ?? '' }));
      next = given(values.length > 0 ? setAnswers(next, place, values) : next, key, values);
      if (values.length > 0) note(place, 'initialExpression', initialExpression);
    }
  }
  return { next: { state: next, enabled: now }, moved };
}

const given = (state: FormState, key: string, values: readonly FhirValue[]): FormState => ({ ...state, given: { ...state.given, [key]: values } });

/** Whether a calculated answer may be written: nobody else can, or nobody else has. */
function isOurs(state: FormState, place: Place): boolean {
  const { node, key } = place;
  return node.isReadOnly || node.isHidden || JSON.stringify(answersAt(state, place)) === JSON.stringify(state.given?.[key] ?? []);
}

/** Broken rules: only one that says `false`. What cannot be decided yet, because answers are missing, is not broken. */
function brokenRules(view: View, evaluate: Evaluate, options: ComputeOptions, fault: (one: Fault) => void): Problem[] {
  const { model, state } = view, scope = scopeOf(view, evaluate, options, fault);
  const problem = (key: string, rule: Constraint): Problem => {
    const human = (options.language === undefined ? undefined : translationOf(rule.words, options.language)) ?? rule.human;
    return { key, code: 'rule', human, ...(rule.severity === 'warning' && { isWarning: true }) };
  };
  const whole = model.constraints.flatMap((rule) => (scope.runWhole('constraint', rule.expression)?.[0] === false ? [problem('', rule)] : []));
  return [...whole, ...view.places().flatMap((place) => {
    const rows = place.node.type === 'group' && place.node.isFrame ? instancesAt(state, place) : [undefined];
    return place.node.constraints.flatMap((rule) => (rows.some((id) => scope.run(place, 'constraint', { language: 'text/fhirpath', expression: rule.expression }, id)?.[0] === false) ? [problem(place.key, rule)] : []));
  })];
}
