/** Answers of last time: what „Stimmt noch“ makes of a whole page. */
import type { Model } from '../../shared/questionnaire-model.ts';
import { answersAt, setAnswers, type FormState, type Place } from '../../shared/questionnaire-state.ts';
import { viewOf, type Computed } from '../../shared/questionnaire-view.ts';
import { pagesOf, piecesOf, questionsOf } from './pages.ts';
import type { Before } from './types.ts';

/** Follow-ups open as answers are confirmed; a form cannot be deeper than this. */
const MOST_ROUNDS = 20;

/** Whether `confirmPage` can come to anything at all, by the questions that stand there now: quick enough for each keystroke. */
export const mayConfirm = (questions: readonly Place[], state: FormState, previous: Before): boolean =>
  questions.length > 1 && questions.some((one) => answersAt(state, one).length === 0) && questions.every((one) => !one.node.isVolatile && previous.answersAt(one).length > 0);

/**
 * The page with every open question answered as last time.
 * @returns nothing when a question of it is volatile or was not answered then, or when nothing is open
 */
export function confirmPage(model: Model, state: FormState, pageKey: string, previous: Before, computed?: Computed): { state: FormState; places: readonly Place[] } | undefined {
  const pieces = piecesOf(model).filter((one) => one.key === pageKey);
  const confirmed: Place[] = [];
  let next = state;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const questions = pagesOf(pieces, viewOf(model, next, computed)).flatMap((page) => questionsOf(page.rows));
    if (questions.some((one) => one.node.isVolatile || previous.answersAt(one).length === 0)) return undefined;
    const open = questions.filter((one) => answersAt(next, one).length === 0);
    if (open.length === 0) return confirmed.length > 0 ? { state: next, places: confirmed } : undefined;
    for (const place of open) {
      next = setAnswers(next, place, previous.answersAt(place));
      confirmed.push(place);
    }
  }
  return undefined;
}
