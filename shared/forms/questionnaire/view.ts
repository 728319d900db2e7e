/**
 * Enabled items: `enableWhen` with every operator and behaviour, nesting and repetition; evaluated
 * lazily, cached for one state.
 */

import type { FhirValue } from './fhir.ts';
import { orderOf } from './units.ts';
import {
  answersAt,
  everyPlace,
  instancesAt,
  placeOf,
  valuesAt,
  type FormState,
  type Place,
} from './state.ts';
import type { Model, Node } from './model.ts';
import { answerOf, type EnableWhen } from './questionnaire.ts';

/**
 * FHIRPath results for the current state: whether a place is enabled by its expression. Absent
 * while the library loads.
 */
export interface Computed {
  isEnabled(key: string): boolean | undefined;
  /**
   * Whether the answer of a place could not be computed: a condition on it cannot disable a
   * question.
   */
  isFailed?(key: string): boolean;
  /** Returns the place with the text and the answers to choose from that expressions give. */
  asShown?(place: Place): Place;
  /** Checks whether the same places are asked and shown alike by other results. */
  isLike?(other: Computed, places: Iterable<Place>): boolean;
}

/** Whether expressions decide which answers of an item can be chosen. */
export const isOffering = ({ answerExpression, toggles }: Node): boolean =>
  answerExpression !== undefined || toggles.length > 0;

export interface View {
  readonly model: Model;
  readonly state: FormState;
  /**
   * Enabled: the place itself and all its ancestors. Hidden items are enabled too; they are only
   * not rendered.
   */
  isEnabled(place: Place): boolean;
  /** Enabled places in the order of the form. */
  places(): readonly Place[];
  /** Answers that count: none of a disabled place. */
  answers(place: Place): readonly FhirValue[];
  /** Returns the place with the text and the answers to choose from that expressions give. */
  asShown(place: Place): Place;
}

/**
 * Computes which items are enabled.
 * @param computed results of `enableWhenExpression`; a place whose expression has no result yet is
 * disabled
 */
export function viewOf(model: Model, state: FormState, computed?: Computed): View {
  /** Value `undefined`: its conditions form a circle. */
  const known = new Map<string, boolean | undefined>(),
    asking = new Set<string>();
  let list: readonly Place[] | undefined,
    settled: ReadonlyMap<string, boolean> | undefined,
    wasTooDeep = false;

  /**
   * Evaluates the conditions alone; `undefined` if they do not terminate, or not within the limit.
   */
  const decide = (place: Place): boolean | undefined => {
    if (known.has(place.key)) return known.get(place.key);
    if (asking.size === 0) wasTooDeep = false;
    if (asking.size > MAX_CHAIN) {
      wasTooDeep = true;
      return undefined;
    }
    if (asking.has(place.key)) return undefined;
    asking.add(place.key);
    const answer = judge(place, decide);
    asking.delete(place.key);
    if (answer !== undefined || !wasTooDeep) known.set(place.key, answer);
    return answer;
  };
  /** Evaluates one place with `ask` for the others; stops at the first unknown one. */
  const judge = (place: Place, ask: (other: Place) => boolean | undefined): boolean | undefined => {
    const { node, ids, key } = place;
    if (node.parent) {
      const parent = placeOf(node.parent, ids.slice(0, node.parent.frames.length)),
        isParent = ask(parent);
      if (isParent !== true) return isParent;
      // Children of a question belong to its answer: without one they have no place in a response.
      // Display items are always allowed.
      if (node.parent.isQuestion && node.type !== 'display' && valuesAt(state, parent).length === 0)
        return false;
    }
    if (node.enableExpression !== undefined && computed?.isEnabled(key) !== true) return false;
    if (node.enableWhen.length === 0) return true;
    const isAll = node.enableBehavior === 'all';
    for (const when of node.enableWhen) {
      const target = model.byLinkId.get(when.question),
        near = target && placeNear(state, target, place),
        isAsked = near === undefined ? false : ask(near);
      if (isAsked === undefined) return undefined;
      const isMet =
        (near && isAsked && computed?.isFailed?.(near.key) === true) ||
        meets(when, near && isAsked ? valuesAt(state, near) : []);
      if (isMet !== isAll) return !isAll;
    }
    return isAll;
  };
  /**
   * Items in a circle are initially enabled and evaluated in the order of the form until nothing
   * changes: the first of a circle decides. The linter reports circles.
   */
  const settle = (): ReadonlyMap<string, boolean> => {
    const all = [...everyPlace(state, model.roots)];
    // From the end: conditions that look ahead use results that are already known.
    for (const place of [...all].reverse()) decide(place);
    const round = all.filter((place) => decide(place) === undefined),
      guess = new Map(round.map((one) => [one.key, true]));
    const ask = (other: Place): boolean => known.get(other.key) ?? guess.get(other.key) ?? false;
    for (
      let pass = 0, changed = true;
      changed && pass * round.length < MAX_JUDGEMENTS && pass <= round.length;
      pass++
    ) {
      changed = false;
      for (const place of round) {
        const answer = judge(place, ask) === true;
        if (answer !== guess.get(place.key)) {
          guess.set(place.key, answer);
          changed = true;
        }
      }
    }
    return guess;
  };
  const isEnabled = (place: Place): boolean =>
    known.get(place.key) ??
    settled?.get(place.key) ??
    decide(place) ??
    (settled ??= settle()).get(place.key) ??
    known.get(place.key) ??
    false;
  return {
    model,
    state,
    isEnabled,
    answers: (place) => (isEnabled(place) ? answersAt(state, place) : []),
    asShown: (place) => computed?.asShown?.(place) ?? place,
    places: () => (list ??= [...everyPlace(state, model.roots)].filter(isEnabled)),
  };
}
/**
 * Conditions nested deeper than this are evaluated in rounds, so that no form can overflow the
 * stack.
 */
const MAX_CHAIN = 400;
/** Maximum evaluations for circles in one state. */
const MAX_JUDGEMENTS = 400_000;

/**
 * Checks whether answers meet a condition. `=` and the orders: at least one answer does; `!=`: no
 * answer equals (as worded in FHIR R5, since R4 is garbled; so it is true for a question without an
 * answer); `exists`: there is one, or there is none.
 */
export function meets(when: EnableWhen, answers: readonly FhirValue[]): boolean {
  const wanted = answerOf(when);
  if (when.operator === 'exists') return answers.length > 0 === (wanted.valueBoolean ?? true);
  const orders = answers.map((one) => orderOf(one, wanted));
  switch (when.operator) {
    case '=':
      return orders.some((order) => order === 0);
    case '!=':
      return orders.every((order) => order !== 0);
    case '>':
      return orders.some((order) => order !== undefined && order > 0);
    case '<':
      return orders.some((order) => order !== undefined && order < 0);
    case '>=':
      return orders.some((order) => order !== undefined && order >= 0);
    case '<=':
      return orders.some((order) => order !== undefined && order <= 0);
  }
}

/** Children of a missing answer have no position and are no neighbours. */
function standsAt(state: FormState, { parent }: Node, ids: readonly number[]): boolean {
  for (let above = parent; above; above = above.parent)
    if (
      above.isQuestion &&
      valuesAt(state, placeOf(above, ids.slice(0, above.frames.length))).length === 0
    )
      return false;
  return true;
}

/**
 * Returns the occurrence of a question that a condition refers to (R4, `enableWhen.question`: „the
 * nearest … first the ancestor axis and then the preceding axis and then the following axis“):
 * inside their common repetitions, the last one before the place, or else the first one after it.
 * @returns `undefined` if there is none
 */
function placeNear(state: FormState, target: Node, from: Place): Place | undefined {
  const shared: number[] = [];
  for (const [index, frame] of target.frames.entries()) {
    const id = from.ids[index];
    if (from.node.frames[index] !== frame || id === undefined) break;
    shared.push(id);
  }
  const isBefore = target.order < from.node.order;
  const find = (ids: readonly number[]): Place | undefined => {
    const frame = target.frames[ids.length];
    if (!frame) return standsAt(state, target, ids) ? placeOf(target, ids) : undefined;
    const instances = instancesAt(state, placeOf(frame, ids));
    for (const id of isBefore ? [...instances].reverse() : instances) {
      const found = find([...ids, id]);
      if (found) return found;
    }
    return undefined;
  };
  return find(shared);
}
