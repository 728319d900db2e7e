/**
 * Filling in of repeating groups from a list of elements (`itemPopulationContext` of SDC): once, when
 * the form first computes, with one repetition for each element.
 */

import { MOST_PLACES } from '../limits.ts';
import type { Model } from '../model.ts';
import { addInstance, everyPlace, instancesAt, type FormState, type Place } from '../state.ts';

/**
 * Returns the index of the element that belongs to a repetition: that of the filling in, or else its
 * position. One that was added later has none.
 */
export function elementAt(state: FormState, place: Place, id: number): number {
  const made = state.given?.[place.key],
    ids = made ? made.map((one) => one.valueInteger) : instancesAt(state, place),
    index = ids.indexOf(id);
  return index === -1 ? (made ?? ids).length : index;
}

/** Checks whether a group is still to be filled in. */
export const isUnfilled = (state: FormState, { node, key }: Place): boolean =>
  node.population !== undefined &&
  node.type === 'group' &&
  node.isFrame &&
  state.given?.[key] === undefined;

/** Most repetitions that are filled in: a record has a handful of anything. */
const MOST_ELEMENTS = 100;

/**
 * Adds repetitions until there is one for each element, within the limits of the form, and notes
 * which repetition belongs to which element.
 * @param count number of elements
 * @returns `isCut`: the form would have become too large
 */
export function filled(
  model: Model,
  state: FormState,
  place: Place,
  count: number,
): { readonly state: FormState; readonly isCut: boolean } {
  const { node, key } = place,
    wanted = Math.min(count, node.limits.maxOccurs);
  let next = state,
    left = MOST_PLACES - sizeOf(everyPlace(state, model.roots));
  while (instancesAt(next, place).length < Math.min(wanted, MOST_ELEMENTS) && left > 0) {
    next = addInstance(next, place);
    const id = instancesAt(next, place).at(-1) ?? 0;
    left -= sizeOf(everyPlace(next, node.children, [...place.ids, id]));
  }
  const ids = instancesAt(next, place).slice(0, wanted);
  return {
    state: {
      ...next,
      given: { ...next.given, [key]: ids.map((valueInteger) => ({ valueInteger })) },
    },
    isCut: ids.length < wanted,
  };
}

function sizeOf(places: Iterable<Place>): number {
  let size = 0;
  for (const _one of places) size += 1;
  return size;
}
