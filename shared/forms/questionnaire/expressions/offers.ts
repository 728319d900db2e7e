/**
 * Answers to choose from that expressions decide (SDC): `answerExpression` gives a list,
 * `answerOptionsToggleExpression` offers options or not. Source: SDC, „Using Expressions“
 * (hl7.org/fhir/uv/sdc/expressions.html).
 */

import { isValueOf } from '../check.ts';
import type { FhirValue } from '../fhir.ts';
import { isOption, textOfValue, type Model, type Option } from '../model.ts';
import { valueOfResult } from './results.ts';
import type { Fault, Scope } from './scope.ts';
import type { Place } from '../state.ts';
import type { Expression } from '../questionnaire.ts';

/** Maximum answers of one list; a terminology server gives as many. */
export const MOST_OFFERED = 2_000;
/** Maximum answers in all lists of one computation. */
const MOST_IN_ALL = 20_000;

/** Answers offered by place key. */
export type Offers = ReadonlyMap<string, readonly Option[]>;

/** Checks whether two lists offer the same answers in the same order. */
export const isSameOffer = (
  a: readonly Option[] | undefined,
  b: readonly Option[] | undefined,
): boolean =>
  a === b ||
  (a !== undefined &&
    a.length === b?.length &&
    a.every((one, at) => b[at] !== undefined && isOption(one, b[at].value)));

/** Options of a form by their coding: a list that repeats them has their words and weights. */
const known = new WeakMap<Model, ReadonlyMap<string, Option>>();
function keyOf(value: FhirValue): string {
  const { valueCoding } = value;
  if (!valueCoding) return JSON.stringify(value);
  const { system = '', code, display = '' } = valueCoding;
  return `${system} ${code ?? ''} ${code === undefined ? display : ''}`;
}
function optionsIn(model: Model): ReadonlyMap<string, Option> {
  const before = known.get(model);
  if (before) return before;
  const found = new Map<string, Option>();
  for (const { options } of model.nodes)
    for (const one of options)
      if (one.value.valueCoding && !found.has(keyOf(one.value))) found.set(keyOf(one.value), one);
  known.set(model, found);
  return found;
}

/** The last lists of a form: an equal list stays the same object, so that nothing is drawn again. */
const last = new WeakMap<Model, Map<string, readonly Option[]>>();
function sameList(model: Model, key: string, list: readonly Option[]): readonly Option[] {
  const lists = last.get(model) ?? new Map<string, readonly Option[]>(),
    before = lists.get(key),
    now = before && isSameOffer(before, list) ? before : list;
  last.set(model, lists.set(key, now));
  return now;
}

const labelOf = (value: FhirValue): string =>
  value.valueDate?.split('-').reverse().join('.') ??
  value.valueTime?.slice(0, 5) ??
  textOfValue(value);
function optionOf(model: Model, value: FhirValue): Option {
  const same = optionsIn(model).get(keyOf(value));
  return {
    value,
    words: same?.words,
    text: same?.text ?? labelOf(value),
    prefix: undefined,
    isExclusive: false,
    isInitial: false,
    critical: same?.critical,
    weight: same?.weight,
    extension: same?.extension ?? [],
  };
}

/** Computes the offers of one round. */
export interface Offering {
  /**
   * Returns the answers to choose from at a place.
   * @returns undefined if its expression failed: nothing is ruled out then
   */
  at(place: Place): readonly Option[] | undefined;
  /** Returns the proposed answers of a place. */
  candidatesAt(place: Place): readonly Option[];
}

/** @param fault called for results that are no answers, and for lists over the limits */
export function offering(model: Model, scope: Scope, fault: (one: Fault) => void): Offering {
  let room = MOST_IN_ALL;
  const listOf = (
    place: Place,
    kind: 'answerExpression' | 'candidateExpression',
    expression: Expression,
  ): readonly Option[] | undefined => {
    const { node } = place,
      results = scope.run(place, kind, expression),
      name = (reason: Fault['reason']): void =>
        fault({ kind, reason, linkId: node.linkId, expression: expression.expression ?? '' });
    if (!results) return undefined;
    room -= results.length;
    if (results.length > MOST_OFFERED || room < 0) {
      name('too_long');
      return undefined;
    }
    const types = scope.typesOf(results),
      found = new Map<string, Option>();
    for (const [index, one] of results.entries()) {
      const value = valueOfResult(node, one, types[index]);
      if (!value || !isValueOf(node.type, value)) name('not_a_value');
      else if (!found.has(keyOf(value))) found.set(keyOf(value), optionOf(model, value));
    }
    return [...found.values()];
  };
  /** Options that no toggle offers now; one whose expression fails rules out nothing. */
  const without = (place: Place, options: readonly Option[]): readonly Option[] => {
    const states = place.node.toggles.map((toggle) => {
      const found = scope.run(place, 'answerOptionsToggleExpression', toggle.expression);
      return { toggle, isOn: found === undefined || found[0] === true };
    });
    return options.filter((option) => {
      const own = states.filter(({ toggle }) =>
        toggle.options.some((one) => isOption(option, one)),
      );
      return own.length === 0 || own.some((one) => one.isOn);
    });
  };
  return {
    at(place) {
      const { node } = place,
        { answerExpression } = node,
        list = answerExpression
          ? listOf(place, 'answerExpression', answerExpression)
          : node.options;
      return list && sameList(model, place.key, without(place, list));
    },
    candidatesAt(place) {
      const { node } = place,
        { candidateExpression } = node;
      const list =
        (candidateExpression && listOf(place, 'candidateExpression', candidateExpression)) ?? [];
      return sameList(
        model,
        `${place.key} candidates`,
        list.filter(
          (one) =>
            node.options.length === 0 ||
            node.isOpen ||
            node.options.some((option) => isOption(option, one.value)),
        ),
      );
    },
  };
}
