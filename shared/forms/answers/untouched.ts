/**
 * Answers of earlier visits that were not confirmed, changed or removed: they are added to the new
 * answers, each with the day of its last confirmation.
 */

import { isSameValue } from '../questionnaire/fhir.ts';
import type { Model, Node } from '../questionnaire/model.ts';
import { extensionOfUnconfirmed, takenBackIn, UNCONFIRMED } from './origin.ts';
import { bareValue } from '../questionnaire/pairs.ts';
import { stateOfResponse } from '../questionnaire/response.ts';
import {
  type QuestionnaireResponse,
  type ResponseAnswer,
  type ResponseItem,
} from '../questionnaire/response-types.ts';
import { holds, type Previous } from './revisit.ts';
import {
  addInstance,
  answersAt,
  everyPlace,
  instancesAt,
  placeOf,
  setAnswers,
  type FormState,
  type Place,
  type ShownHow,
} from '../questionnaire/state.ts';
import { viewOf, type Computed, type View } from '../questionnaire/view.ts';

export interface Carried {
  /** Today's answers and every untouched earlier one. */
  readonly state: FormState;
  /**
   * Key of each place with an untouched earlier answer → day of its last confirmation,
   * `YYYY-MM-DD`.
   */
  readonly since: ReadonlyMap<string, string>;
}

export interface CarryOptions {
  /** Keys of places that the person edited today. An empty one was cleared. */
  readonly opened: ReadonlySet<string>;
  /** Checks whether something newer than an earlier answer exists for a place. */
  readonly isKnown?: (place: Place) => boolean;
  /** Results of the form's expressions for a set of answers. */
  readonly computedOf?: (state: FormState) => Computed | undefined;
}

/**
 * An answer can enable questions whose earlier answers enable more; a form cannot be deeper than
 * this.
 */
const MOST_ROUNDS = 20;

const isDrawn = (node: Node): boolean =>
  !node.isHidden && (node.parent === undefined || isDrawn(node.parent));

/**
 * Adds every earlier answer that was shown and not touched to today's answers. A question that is
 * not asked today gets none. No answer of today is ever hidden by an earlier one.
 * @param earlier the earlier answers; they offer nothing for questions that are asked again each
 * time
 */
export function carryUntouched(
  model: Model,
  state: FormState,
  earlier: Previous,
  { opened, isKnown, computedOf }: CarryOptions,
): Carried {
  const viewAt = (now: FormState): View => viewOf(model, now, computedOf?.(now));
  const since = new Map<string, string>(),
    refused = new Set<string>();
  let now = state,
    view = viewAt(now);
  const given = view.places().filter((place) => answersAt(state, place).length > 0);
  const isOpen = (place: Place): boolean => {
    const { node, key } = place;
    if (
      !node.isQuestion ||
      node.isReadOnly ||
      opened.has(key) ||
      refused.has(key) ||
      answersAt(now, place).length > 0
    )
      return false;
    return isDrawn(node) && isKnown?.(place) !== true && earlier.answersAt(place, now).length > 0;
  };
  /** @returns whether all of today's answers still count with these added */
  const add = (places: readonly Place[]): boolean => {
    const next = places.reduce(
        (so, place) =>
          asRead(
            setAnswers(so, place, earlier.answersAt(place, so)),
            place,
            earlier.shownAt(place, so),
          ),
        now,
      ),
      nextView = viewAt(next);
    if (!given.every((place) => nextView.isEnabled(place))) return false;
    for (const place of places) since.set(place.key, earlier.dayAt(place, now) ?? earlier.at);
    now = next;
    view = nextView;
    return true;
  };
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const rows = withRows(now, view, earlier, since);
    if (rows !== now) {
      now = rows;
      view = viewAt(now);
    }
    const open = view.places().filter(isOpen);
    if (open.length === 0) break;
    if (add(open)) continue;
    for (const place of open) if (!add([place])) refused.add(place.key);
  }
  return { state: now, since };
}

/** An answer that was not touched today refers to the text of that time. */
const asRead = (state: FormState, { key }: Place, how: ShownHow | undefined): FormState =>
  how ? { ...state, shown: { ...state.shown, [key]: how } } : state;

/** Creates the instances below an earlier answer that was just added. */
function withRows(
  state: FormState,
  view: View,
  earlier: Previous,
  since: ReadonlyMap<string, string>,
): FormState {
  const isBelow = ({ node, ids }: Place): boolean =>
    node.frames.some(
      (frame, index) => frame.isQuestion && since.has(placeOf(frame, ids.slice(0, index)).key),
    );
  let next = state;
  for (const place of view.places()) {
    if (place.node.type !== 'group' || !place.node.isFrame || !isBelow(place)) continue;
    while (instancesAt(next, place).length < earlier.rowsAt(place, next))
      next = addInstance(next, place);
  }
  return next;
}

/**
 * Returns linkIds whose earlier answer the person explicitly removed: opened and left empty, or
 * deleted with its repetition.
 * @param opened keys of places that the person edited today
 */
export function takenBackAt(
  model: Model,
  state: FormState,
  earlier: Previous,
  opened: ReadonlySet<string>,
  computed?: Computed,
): ReadonlySet<string> {
  const cleared = viewOf(model, state, computed)
    .places()
    .filter(
      (place) =>
        opened.has(place.key) &&
        answersAt(state, place).length === 0 &&
        earlier.answersAt(place, state).length > 0,
    );
  const removed = [...everyPlace(earlier.start, model.roots)].filter(
    (place) =>
      place.node.type === 'group' &&
      place.node.isFrame &&
      instancesAt(earlier.start, place).some((id) => !instancesAt(state, place).includes(id)),
  );
  const below = model.nodes.filter(
    (node) =>
      node.isQuestion &&
      !node.isVolatile &&
      removed.some((place) => node.frames.includes(place.node)),
  );
  return new Set([
    ...cleared.map((place) => place.node.linkId),
    ...below.map((node) => node.linkId),
  ]);
}

/** Answers of one visit; `day`: `YYYY-MM-DD`. */
export interface Visit {
  readonly response: QuestionnaireResponse;
  readonly day: string;
}

/**
 * Merges several visits into one response: for each question the newest answer, else that of an
 * earlier visit, marked with its day. Answers that a newer visit removed or does not ask are not
 * taken from older ones. Repetitions are taken as a whole from one visit.
 * @param visits newest first, with linkIds of the form
 * @returns the newest response itself if older ones add nothing
 */
export function mergeVisits(
  model: Model,
  [newest, ...older]: readonly [Visit, ...Visit[]],
): QuestionnaireResponse {
  const gone = new Set(takenBackIn(newest.response).map((one) => one.linkId));
  let merged = newest.response;
  for (const visit of older) {
    merged = withOlder(model, merged, visit, gone);
    for (const { linkId } of takenBackIn(visit.response)) gone.add(linkId);
  }
  return merged;
}

const isAnswered = (item: ResponseItem | undefined): boolean =>
  item !== undefined && ((item.answer ?? []).length > 0 || (item.item ?? []).some(isAnswered));

/** Returns items by linkId at any depth of the response; repetitions stay together. */
function seatsOf(
  model: Model,
  { item }: Pick<QuestionnaireResponse, 'item'>,
): ReadonlyMap<string, readonly ResponseItem[]> {
  const found = new Map<string, ResponseItem[]>();
  const walk = (items: readonly ResponseItem[] | undefined): void => {
    for (const one of items ?? []) {
      found.set(one.linkId, [...(found.get(one.linkId) ?? []), one]);
      if (model.byLinkId.get(one.linkId)?.isFrame === true) continue;
      walk(one.item);
      for (const answer of one.answer ?? []) walk(answer.item);
    }
  };
  walk(item);
  return found;
}

/**
 * Answers of an older visit that may be added to newer ones: those that fit the form, with the day
 * of their confirmation.
 */
function marked(model: Model, items: readonly ResponseItem[], day: string): ResponseItem[] {
  return items.flatMap((one): ResponseItem[] => {
    const node = model.byLinkId.get(one.linkId);
    if (!node || node.isVolatile) return [];
    const below = (inner: readonly ResponseItem[] | undefined): { item?: ResponseItem[] } => {
      const item = marked(model, inner ?? [], day);
      return item.length > 0 ? { item } : {};
    };
    const answer = (one.answer ?? [])
      .filter((it) => holds(node, bareValue(it)))
      .map(({ item, extension = [], ...it }): ResponseAnswer => ({
        ...it,
        extension: extension.some(({ url }) => url === UNCONFIRMED)
          ? extension
          : [...extension, extensionOfUnconfirmed(day)],
        ...below(item),
      }));
    const { answer: _answer, item: _item, ...head } = one,
      next: ResponseItem = { ...head, ...(answer.length > 0 && { answer }), ...below(one.item) };
    return isAnswered(next) ? [next] : [];
  });
}

function withOlder(
  model: Model,
  newer: QuestionnaireResponse,
  { response, day }: Visit,
  gone: ReadonlySet<string>,
): QuestionnaireResponse {
  const now = seatsOf(model, newer),
    then = seatsOf(model, response),
    added = new Set<string>();
  const isSilent = (node: Node): boolean => !(now.get(node.linkId) ?? []).some(isAnswered);
  const isGone = (node: Node): boolean =>
    gone.has(node.linkId) ||
    (node.isFrame && model.nodes.some((one) => one.frames.includes(node) && gone.has(one.linkId)));
  const older = (node: Node): readonly ResponseItem[] =>
    isGone(node) ? [] : marked(model, then.get(node.linkId) ?? [], day).filter(isAnswered);
  const note = (node: Node, items: readonly ResponseItem[]): ResponseItem[] => {
    if (items.length > 0) added.add(node.linkId);
    return [...items];
  };
  const build = (
    nodes: readonly Node[],
    mayAdd: boolean,
    isLeft: (node: Node) => boolean,
  ): ResponseItem[] =>
    nodes.flatMap((node): ResponseItem[] => {
      const own = now.get(node.linkId) ?? [],
        mayHere = mayAdd && isSilent(node) && !isLeft(node);
      if (node.type === 'display') return [];
      if (node.isFrame) return mayHere ? note(node, older(node)) : [...own];
      if (node.type === 'group') {
        const item = build(node.children, mayAdd, isLeft),
          [
            head = {
              linkId: node.linkId,
              ...(node.item.text !== undefined && { text: node.item.text }),
            },
          ] = own;
        return item.length > 0 ? [{ ...head, item }] : [];
      }
      const [said] = own.filter(isAnswered),
        [one] = said ? [said] : mayHere ? note(node, older(node)) : [],
        [first, ...rest] = one?.answer ?? [];
      if (!one || !first) return [];
      // Details of another answer do not apply to this one.
      const [before] = then.get(node.linkId)?.[0]?.answer ?? [],
        isSame = before !== undefined && isSameValue(bareValue(before), bareValue(first));
      const item = build(node.children, mayAdd && isSame, isLeft),
        { item: _item, ...bare } = first;
      return [{ ...one, answer: [{ ...bare, ...(item.length > 0 && { item }) }, ...rest] }];
    });
  const whole = { ...newer, item: build(model.roots, true, () => false) },
    view = viewOf(model, stateOfResponse(model, whole).state);
  // Expressions are not evaluated here; the answer is offered if the form comes to ask for it.
  const isByExpression = (node: Node): boolean =>
    node.enableExpression !== undefined ||
    (node.parent !== undefined && isByExpression(node.parent));
  const isLeft = (node: Node): boolean =>
    added.has(node.linkId) && !isByExpression(node) && !view.isEnabled(placeOf(node, []));
  const left = new Set(
    model.nodes
      .filter((node) => node.frames.length === 0 && isLeft(node))
      .map((node) => node.linkId),
  );
  const isEmpty = [...added].every((linkId) => left.has(linkId));
  return isEmpty
    ? newer
    : { ...newer, item: build(model.roots, true, (node) => left.has(node.linkId)) };
}
