/** Problems of a page: those that block „Weiter“, and their texts at the items. */
import type { Problem } from '../../../shared/forms/questionnaire/check.ts';
import { openFollowUps, openLines } from '../followUps.ts';
import { placesOf, type Page } from '../pages.ts';
import { postalProblems, problemText, wrongAt } from '../problems.ts';
import { birthProblems, openAt } from '../record.ts';
import type { RunningForm } from './useForm.ts';

const NO_RULES: readonly Problem[] = [];
/** Marks of problems that are not the form's own. */
const UNCONFIRMED = '\u0000unconfirmed',
  OPEN = '\u0000open';
/**
 * A follow-up without an answer, or a line of last time's list without a press: it is asked once and
 * does not block.
 */
export const isOpen = (problem: Problem): boolean => problem.human === OPEN;

/** Returns the first problem of each item on a page, in its order. */
export function problemsOn(
  { rows }: Page,
  { given, view, previous, actions }: RunningForm,
): readonly Problem[] {
  const { state, known, rules = NO_RULES } = given;
  const places = placesOf(rows),
    passedOver = openAt(places, state, previous, actions.reopened).map((place): Problem => ({
      key: place.key,
      code: 'required',
      human: UNCONFIRMED,
    })),
    keys = new Set(passedOver.map((one) => one.key));
  const wrong = [
    ...wrongAt(view, places, actions.unfinished(), rules).filter((one) => !keys.has(one.key)),
    ...(known ? birthProblems(places, state, known.today) : []),
    ...postalProblems(view, places),
    ...passedOver,
  ];
  return places.flatMap((place) => wrong.find((one) => one.key === place.key) ?? []);
}

/**
 * Returns the optional follow-ups on a page that have no answer, not even an earlier one, and the
 * lines of last time's list that were neither kept nor ended.
 */
export function openOn({ rows }: Page, form: RunningForm): readonly Problem[] {
  const { given, previous } = form;
  const followUps = openFollowUps(rows, given.state).filter(
    (place) => !place.node.isRequired && (previous?.answersAt(place) ?? []).length === 0,
  );
  return [...followUps, ...openLines(rows, given.state, previous)].map((place) => ({
    key: place.key,
    code: 'required',
    human: OPEN,
  }));
}

/**
 * Returns the error messages on a page, by item key.
 * @param flagged keys of the items that showed an error
 */
export function problemTexts(
  page: Page,
  flagged: ReadonlySet<string>,
  form: RunningForm,
): ReadonlyMap<string, string> {
  const problems = new Map<string, string>();
  if (flagged.size === 0) return problems;
  const { t } = form.words,
    places = placesOf(page.rows);
  for (const problem of [...problemsOn(page, form), ...openOn(page, form)]) {
    const place = places.find((one) => one.key === problem.key);
    if (place && flagged.has(problem.key) && !problems.has(problem.key))
      problems.set(
        problem.key,
        problem.human === UNCONFIRMED
          ? t('record.missing')
          : isOpen(problem)
            ? t('open.once')
            : problemText(problem, place, t, form.given.language),
      );
  }
  return problems;
}
