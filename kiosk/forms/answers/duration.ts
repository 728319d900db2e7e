/** Estimates the remaining time of a form, by the same measure as the list that offers it. */
import { secondsOf } from '../../../shared/forms/questionnaire/effort.ts';
import { questionsOf, type Page } from '../pages.ts';

/** Returns the minutes left on these pages, rounded up; answered questions count nothing. */
export function minutesLeft(pages: readonly Page[], isAnswered: (key: string) => boolean): number {
  const seconds = pages
    .flatMap((page) => questionsOf(page.rows))
    .reduce((sum, place) => sum + (isAnswered(place.key) ? 0 : secondsOf(place.node)), 0);
  return Math.ceil(seconds / 60);
}
