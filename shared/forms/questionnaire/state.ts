/**
 * State of the answers: a plain, JSON-safe value that is stored as a draft, and the acts that
 * change it. Answers of disabled items stay in it until the end.
 */

import { isWithoutValue } from './absent.ts';
import { isSameValue, type FhirValue } from './fhir.ts';
import { initialOf, isOption, repetitionsOf, type Model, type Node, type Option } from './model.ts';
import { MOST_PLACES } from './limits.ts';

/**
 * `answers` by key of a place; `instances`: the ids of repeating elements (repeating groups, and
 * the answers of repeating questions with child items), by the key of the frame; `next`: the next
 * free id. Ids are never reused, so that a key has one meaning forever.
 */
export interface FormState {
  readonly answers: Readonly<Record<string, readonly FhirValue[]>>;
  readonly instances: Readonly<Record<string, readonly number[]>>;
  readonly next: number;
  /**
   * The last computed value at a key: an answer that differs from it was entered by hand, and is
   * kept.
   */
  readonly given?: Readonly<Record<string, readonly FhirValue[]>>;
  /** How the text at a key was read at the last answer; absent for the form's own. */
  readonly shown?: Readonly<Record<string, ShownHow>>;
}

/** How a person reads: BCP 47, and whether in plain language. */
export interface ShownHow {
  readonly language: string;
  readonly plain: boolean;
}

/** One item at one place: `ids` are the instances of its frames, outermost first. */
export interface Place {
  readonly node: Node;
  readonly ids: readonly number[];
  readonly key: string;
}

/**
 * Returns `linkId`, or `linkId~3.7` inside the instances 3 and 7 of its frames. A foreign linkId
 * may contain `~` or be a name that every object has (`constructor`).
 */
function keyOf({ linkId }: Node, ids: readonly number[]): string {
  const name = linkId.includes('~')
    ? linkId.split('~').join('~~')
    : linkId in Object.prototype
      ? `~${linkId}`
      : linkId;
  return ids.length === 0 ? name : `${name}~${ids.join('.')}`;
}
export function placeOf(node: Node, ids: readonly number[]): Place {
  return { node, ids, key: keyOf(node, ids) };
}

export const answersAt = (state: FormState, place: Place): readonly FhirValue[] =>
  state.answers[place.key] ?? [];
/** Returns the answers with a value: „Weiß ich nicht“ is none where the form has no such option. */
export function valuesAt(state: FormState, place: Place): readonly FhirValue[] {
  const all = answersAt(state, place),
    isAbsent = (one: FhirValue): boolean => isWithoutValue(place.node, one);
  return all.some(isAbsent) ? all.filter((one) => !isAbsent(one)) : all;
}
/** Checks whether the answer of a place is the one that the form gave, unchanged. */
export const isAsGiven = (state: FormState, { key }: Place): boolean => {
  const { [key]: now = [] } = state.answers;
  return now.length > 0 && JSON.stringify(now) === JSON.stringify(state.given?.[key]);
};
export const instancesAt = (state: FormState, place: Place): readonly number[] =>
  state.instances[place.key] ?? [];

/** Returns every place of the form, enabled or not, in the order of the form. */
export function* everyPlace(
  state: FormState,
  nodes: readonly Node[],
  ids: readonly number[] = [],
): Generator<Place> {
  for (const node of nodes) {
    const place = placeOf(node, ids);
    yield place;
    if (!node.isFrame) yield* everyPlace(state, node.children, ids);
    else
      for (const id of instancesAt(state, place))
        yield* everyPlace(state, node.children, [...ids, id]);
  }
}

/** A state under construction. `room`: places that may still be created. */
interface Building {
  readonly answers: Record<string, readonly FhirValue[]>;
  readonly instances: Record<string, readonly number[]>;
  next: number;
  room: number;
}
const building = (state: FormState): Building => ({
  answers: { ...state.answers },
  instances: { ...state.instances },
  next: state.next,
  room: MOST_PLACES,
});
const built = (state: FormState, { answers, instances, next }: Building): FormState => ({
  ...state,
  answers,
  instances,
  next,
});

/**
 * Returns the initial state: initial values, preselected options, the minimum of repetitions (at
 * least one). A form that needs more than `MOST_PLACES` at once gets fewer repetitions: a device
 * may have stored one from before such forms were rejected.
 */
export function newState(model: Model): FormState {
  const state: FormState = { answers: {}, instances: {}, next: 1 },
    making = building(state);
  for (const node of model.roots) addInitial(making, node, []);
  return built(state, making);
}

function addInitial(making: Building, node: Node, ids: readonly number[]): void {
  making.room -= 1;
  const { key } = placeOf(node, ids);
  const given = initialOf(node);
  if (node.isQuestion && given.length > 0)
    making.answers[key] = node.isMultiple ? given : given.slice(0, 1);
  if (!node.isFrame) {
    for (const child of node.children) addInitial(making, child, ids);
    return;
  }
  const count = repetitionsOf(node);
  const own: number[] = [];
  // The first one always exists, so that it can be filled in.
  for (let n = 0; n < count && (n === 0 || making.room > 0); n++) {
    const id = making.next++;
    own.push(id);
    for (const child of node.children) addInitial(making, child, [...ids, id]);
  }
  if (own.length > 0) making.instances[key] = own;
  if (node.isQuestion && own.length < given.length)
    making.answers[key] = given.slice(0, own.length);
}

/**
 * Adds an instance of a group, with the form's initial values; the new id is the last of the
 * frame's instances.
 */
export function addInstance(state: FormState, place: Place): FormState {
  const making = building(state),
    id = making.next++;
  making.instances[place.key] = [...instancesAt(state, place), id];
  for (const child of place.node.children) addInitial(making, child, [...place.ids, id]);
  return built(state, making);
}

/** Removes an instance with everything in it. The previous state is the undo. */
export function removeInstance(state: FormState, place: Place, id: number): FormState {
  const at = instancesAt(state, place).indexOf(id);
  if (at === -1) return state;
  const gone = [...everyPlace(state, place.node.children, [...place.ids, id])];
  const answers = { ...state.answers },
    instances = { ...state.instances },
    given = { ...state.given };
  for (const one of gone) {
    delete answers[one.key];
    delete instances[one.key];
    delete given[one.key];
  }
  instances[place.key] = instancesAt(state, place).filter((one) => one !== id);
  if (place.node.isQuestion)
    answers[place.key] = answersAt(state, place).filter((_, index) => index !== at);
  return { ...state, answers, instances, ...(state.given && { given }) };
}

/**
 * Sets the answers of a place; an empty list means: not answered. A non-repeating question keeps
 * the last one. For a repeating question with child items, an answer that stays keeps its children.
 */
export function setAnswers(
  state: FormState,
  place: Place,
  values: readonly FhirValue[],
): FormState {
  return put(state, place, place.node.isMultiple ? values : values.slice(-1));
}

function put(state: FormState, place: Place, values: readonly FhirValue[]): FormState {
  if (!place.node.isFrame) {
    const answers = { ...state.answers };
    if (values.length === 0) delete answers[place.key];
    else answers[place.key] = values;
    return { ...state, answers };
  }
  const before = answersAt(state, place),
    ids = instancesAt(state, place),
    free = new Set(ids);
  // Equal answers keep their ids first; a changed text in the same position keeps its id, so that
  // typing loses no children.
  const kept = values.map((value) => {
    const id = ids.find(
      (one, index) =>
        free.has(one) && before[index] !== undefined && isSameValue(before[index], value),
    );
    if (id !== undefined) free.delete(id);
    return id;
  });
  const isTyped = place.node.options.length === 0 && values.length === before.length;
  let next = state,
    counter = state.next;
  const fresh: number[] = [];
  const mine = kept.map((id, index) => {
    if (id !== undefined) return id;
    const same = ids[index];
    if (isTyped && same !== undefined && free.has(same)) {
      free.delete(same);
      return same;
    }
    fresh.push(counter);
    return counter++;
  });
  for (const id of free) next = removeInstance(next, place, id);
  const answers = { ...next.answers },
    instances = { ...next.instances };
  if (values.length === 0) {
    delete answers[place.key];
    delete instances[place.key];
  } else {
    answers[place.key] = values;
    instances[place.key] = mine;
  }
  next = { ...next, answers, instances, next: counter };
  const making = building(next);
  for (const id of fresh)
    for (const child of place.node.children) addInitial(making, child, [...place.ids, id]);
  return built(next, making);
}

/** Handles a tap on an option: several may be selected together, an exclusive one only alone. */
export function toggleOption(state: FormState, place: Place, option: Option): FormState {
  const before = answersAt(state, place),
    isChosen = before.some((one) => isOption(option, one));
  if (!place.node.isMultiple) return put(state, place, isChosen ? [] : [option.value]);
  if (isChosen)
    return put(
      state,
      place,
      before.filter((one) => !isOption(option, one)),
    );
  if (option.isExclusive) return put(state, place, [option.value]);
  const alone = place.node.options.filter((one) => one.isExclusive);
  return put(state, place, [
    ...before.filter((one) => !alone.some((other) => isOption(other, one))),
    option.value,
  ]);
}
