/** Problems of a page: those that block „Weiter“, and their texts at the items. */
import type { Problem } from '../../../shared/forms/questionnaire/check.ts';
import { placesOf, type Page } from '../pages.ts';
import { problemText, wrongAt } from '../problems.ts';
import { birthProblems, openAt } from '../record.ts';
import type { RunningForm } from './useForm.ts';

const NO_RULES: readonly Problem[] = [];
const UNCONFIRMED = '\u0000unconfirmed';
/** Known items of the record that were skipped. */
const isPassedOver = (problem: Problem): boolean =>
  problem.code === 'required' && problem.human === UNCONFIRMED;

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
    ...passedOver,
  ];
  return places.flatMap((place) => wrong.find((one) => one.key === place.key) ?? []);
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
  for (const problem of problemsOn(page, form)) {
    const place = places.find((one) => one.key === problem.key);
    if (place && flagged.has(problem.key))
      problems.set(
        problem.key,
        isPassedOver(problem)
          ? t('record.missing')
          : problemText(problem, place, t, form.given.language),
      );
  }
  return problems;
}
