/** Rules and calculated limits of a form that its answers break. */

import { translationOf, type FhirValue } from '../fhir.ts';
import { beyondLimits, type Problem } from '../check.ts';
import type { Constraint } from '../limits.ts';
import type { Expression } from '../questionnaire.ts';
import { answersAt, instancesAt, type Place } from '../state.ts';
import type { View } from '../view.ts';
import { limitOfResult } from './results.ts';
import {
  scopeOf,
  type ComputeOptions,
  type Evaluate,
  type Fault,
  type Scope,
  type Steps,
} from './scope.ts';

/**
 * Returns broken rules: only those that return `false`. A rule that is undecided because of missing
 * answers is not broken.
 */
export function* brokenRules(
  view: View,
  evaluate: Evaluate,
  options: ComputeOptions,
  fault: (one: Fault) => void,
  failed: ReadonlySet<string>,
): Steps<Problem[]> {
  const { model, state } = view,
    scope = scopeOf(view, evaluate, options, fault, failed);
  const problem = (key: string, rule: Constraint): Problem => {
    const human =
      (options.language === undefined ? undefined : translationOf(rule.words, options.language)) ??
      rule.human;
    return { key, code: 'rule', human, ...(rule.severity === 'warning' && { isWarning: true }) };
  };
  const found: Problem[] = [];
  for (const rule of model.constraints) {
    if (scope.runWhole('constraint', rule.expression)?.[0] === false) found.push(problem('', rule));
    yield;
  }
  for (const place of view.places()) {
    found.push(...overCalculatedLimits(view, place, scope));
    yield;
  }
  for (const place of view.places()) {
    const { node, key } = place,
      rows = node.type === 'group' && node.isFrame ? instancesAt(state, place) : [undefined];
    for (const rule of node.constraints) {
      const one = { language: 'text/fhirpath', expression: rule.expression } as const;
      if (rows.some((id) => scope.run(place, 'constraint', one, id)?.[0] === false))
        found.push(problem(key, rule));
      yield;
    }
  }
  return found;
}

/** Returns answers beyond the limits that the form calculates. */
function overCalculatedLimits(view: View, place: Place, scope: Scope): Problem[] {
  const { node, key } = place,
    { min, max } = node.limitExpressions,
    values = answersAt(view.state, place);
  if ((!min && !max) || values.length === 0) return [];
  const limitOf = (expression: Expression | undefined): FhirValue | undefined =>
    expression && limitOfResult(node, scope.run(place, 'constraint', expression) ?? []);
  const limits = { minValue: limitOf(min), maxValue: limitOf(max) };
  return values.flatMap((value) => beyondLimits(value, limits, key) ?? []).slice(0, 1);
}
