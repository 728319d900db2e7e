/** Earlier answers: confirmation of a whole page by „Stimmt noch“, and the untouched ones. */
import type { Model } from '../../shared/forms/questionnaire/model.ts';
import {
  answersAt,
  setAnswers,
  type FormState,
  type Place,
} from '../../shared/forms/questionnaire/state.ts';
import { viewOf, type Computed } from '../../shared/forms/questionnaire/view.ts';
import { pagesOf, piecesOf, questionsOf } from './pages.ts';
import type { Before } from './types.ts';

/** Confirming answers opens follow-ups; limits the nesting depth of a form. */
const MOST_ROUNDS = 20;

/** The state after confirming a page, and the confirmed items. */
export interface Confirmation {
  readonly state: FormState;
  readonly places: readonly Place[];
}

/** Returns the items with an earlier answer that was neither confirmed nor touched. */
export const untouchedAt = (
  questions: readonly Place[],
  state: FormState,
  previous: Before,
  opened: ReadonlySet<string>,
): readonly Place[] =>
  questions.filter(
    (one) =>
      !one.node.isVolatile &&
      !opened.has(one.key) &&
      answersAt(state, one).length === 0 &&
      previous.answersAt(one).length > 0,
  );

/**
 * Confirms everything untouched on the page: from the record, of the last visit, and the
 * follow-ups.
 * @returns undefined where nothing is untouched
 */
export function confirmShown(
  model: Model,
  state: FormState,
  pageKey: string,
  previous: Before,
  opened: ReadonlySet<string>,
  computed?: Computed,
): Confirmation | undefined {
  const pieces = piecesOf(model).filter((one) => one.key === pageKey),
    places: Place[] = [];
  let next = state;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const open = untouchedAt(
      pagesOf(pieces, viewOf(model, next, computed)).flatMap((page) => questionsOf(page.rows)),
      next,
      previous,
      opened,
    );
    if (open.length === 0) break;
    next = open.reduce((so, place) => setAnswers(so, place, previous.answersAt(place)), next);
    places.push(...open);
  }
  return places.length > 0 ? { state: next, places } : undefined;
}

/**
 * Checks whether `confirmPage` can have an effect, from the questions currently shown: fast enough
 * for each keystroke.
 */
export const mayConfirm = (
  questions: readonly Place[],
  state: FormState,
  previous: Before,
): boolean =>
  questions.length > 1 &&
  questions.some((one) => answersAt(state, one).length === 0) &&
  questions.every((one) => !one.node.isVolatile && previous.answersAt(one).length > 0);

/**
 * Answers every open question of the page as at the last visit.
 * @returns undefined when a question of it is volatile or was not answered then, or when none is
 * open
 */
export function confirmPage(
  model: Model,
  state: FormState,
  pageKey: string,
  previous: Before,
  computed?: Computed,
): Confirmation | undefined {
  const pieces = piecesOf(model).filter((one) => one.key === pageKey);
  const confirmed: Place[] = [];
  let next = state;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const questions = pagesOf(pieces, viewOf(model, next, computed)).flatMap((page) =>
      questionsOf(page.rows),
    );
    if (questions.some((one) => one.node.isVolatile || previous.answersAt(one).length === 0))
      return undefined;
    const open = questions.filter((one) => answersAt(next, one).length === 0);
    if (open.length === 0)
      return confirmed.length > 0 ? { state: next, places: confirmed } : undefined;
    for (const place of open) {
      next = setAnswers(next, place, previous.answersAt(place));
      confirmed.push(place);
    }
  }
  return undefined;
}
