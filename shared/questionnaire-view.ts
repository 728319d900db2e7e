/** Which items are asked now: `enableWhen` with every operator and behaviour, nesting and repetition; asked lazily, remembered for one state. */

import { compareValues, type FhirValue } from './fhir.ts';
import { answersAt, everyPlace, instancesAt, keyOf, placeOf, type FormState, type Place } from './questionnaire-state.ts';
import type { Model, Node } from './questionnaire-model.ts';
import { answerOf, type EnableWhen } from './questionnaire.ts';

/** Answers of FHIRPath that hold for the present state: whether a place is enabled by its expression. Absent while the library loads. */
export interface Computed { isEnabled(key: string): boolean | undefined }

export interface View {
  readonly model: Model;
  readonly state: FormState;
  /** Asked now: itself and everything it stands in. Hidden items are enabled too; they only are not drawn. */
  isEnabled(place: Place): boolean;
  /** Enabled places in the order of the form. */
  places(): readonly Place[];
  /** Answers that count: none of a place that is not asked. */
  answers(place: Place): readonly FhirValue[];
}

/**
 * @param computed results of `enableWhenExpression`; a place whose expression has no result yet is not asked
 */
export function viewOf(model: Model, state: FormState, computed?: Computed): View {
  const known = new Map<string, boolean>(), asking = new Set<string>();
  let list: readonly Place[] | undefined, metCircle = false;

  const isEnabled = (place: Place): boolean => {
    const before = known.get(place.key);
    if (before !== undefined) return before;
    // A circle: what is being decided counts as asked, so that the first of the circle in the form decides. The linter names circles.
    if (asking.has(place.key)) {
      metCircle = true;
      return true;
    }
    const outer = metCircle;
    metCircle = false;
    asking.add(place.key);
    const answer = isEnabledByParent(place) && isEnabledByExpression(place) && isEnabledByConditions(place);
    asking.delete(place.key);
    // What was decided inside a circle holds for that one question only.
    if (!metCircle || asking.size === 0) known.set(place.key, answer);
    metCircle = asking.size > 0 && (outer || metCircle);
    return answer;
  };
  const isEnabledByParent = ({ node, ids }: Place): boolean => {
    if (!node.parent) return true;
    const parentIds = ids.slice(0, node.parent.frames.length);
    const parent = placeOf(node.parent, parentIds);
    // What stands below a question belongs to an answer of it: without one there is no place for it in a response. Words may stand there always.
    return isEnabled(parent) && (!node.parent.isQuestion || node.type === 'display' || answersAt(state, parent).length > 0);
  };
  const isEnabledByExpression = ({ node, key }: Place): boolean => node.enableExpression === undefined || computed?.isEnabled(key) === true;
  const isEnabledByConditions = (place: Place): boolean => {
    const { enableWhen, enableBehavior } = place.node;
    if (enableWhen.length === 0) return true;
    return enableBehavior === 'all' ? enableWhen.every((when) => holds(when, place)) : enableWhen.some((when) => holds(when, place));
  };
  const answers = (place: Place): readonly FhirValue[] => (isEnabled(place) ? answersAt(state, place) : []);
  const holds = (when: EnableWhen, place: Place): boolean => {
    const target = model.byLinkId.get(when.question);
    const found = target ? placesNear(state, target, place).flatMap(answers) : [];
    return meets(when, found);
  };
  return {
    model, state, isEnabled, answers,
    places: () => (list ??= [...everyPlace(state, model.roots)].filter(isEnabled)),
  };
}

/**
 * Whether answers meet a condition. `=` and the orders: at least one answer does; `!=`: no answer equals
 * (FHIR R5's wording of what R4 left garbled; so it holds for a question without an answer); `exists`: there is one, or there is none.
 */
export function meets(when: EnableWhen, answers: readonly FhirValue[]): boolean {
  const wanted = answerOf(when);
  if (when.operator === 'exists') return (answers.length > 0) === (wanted.valueBoolean ?? true);
  const orders = answers.map((one) => compareValues(one, wanted));
  switch (when.operator) {
    case '=': return orders.some((order) => order === 0);
    case '!=': return orders.every((order) => order !== 0);
    case '>': return orders.some((order) => order !== undefined && order > 0);
    case '<': return orders.some((order) => order !== undefined && order < 0);
    case '>=': return orders.some((order) => order !== undefined && order >= 0);
    case '<=': return orders.some((order) => order !== undefined && order <= 0);
  }
}

/** Places of a question as seen from another place: inside the repetitions that both stand in, otherwise all of them. */
export function placesNear(state: FormState, target: Node, from: Place): readonly Place[] {
  const shared: number[] = [];
  const own = [...from.node.frames, ...(from.node.isFrame ? [from.node] : [])];
  for (const [index, frame] of target.frames.entries()) {
    const id = from.ids[index];
    if (own[index] !== frame || id === undefined) break;
    shared.push(id);
  }
  const open = (ids: readonly number[]): number[][] => {
    const frame = target.frames[ids.length];
    if (!frame) return [[...ids]];
    return instancesAt(state, placeOf(frame, ids)).flatMap((id) => open([...ids, id]));
  };
  return open(shared).map((ids) => ({ node: target, ids, key: keyOf(target, ids) }));
}
