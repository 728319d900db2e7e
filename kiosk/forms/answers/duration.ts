/** Estimates the remaining time of a form, by the same measure as the list that offers it. */
import { secondsOf } from '../../../shared/forms/questionnaire/effort.ts';
import type { Node } from '../../../shared/forms/questionnaire/model.ts';
import { questionsOf, type Page } from '../pages.ts';

/** Seconds of each question, counted once: they are needed at each letter. */
const known = new WeakMap<Node, number>();
function secondsFor(node: Node): number {
  const seconds = known.get(node) ?? secondsOf(node);
  known.set(node, seconds);
  return seconds;
}

/** Returns the minutes left on these pages, rounded up; answered questions count nothing. */
export function minutesLeft(pages: readonly Page[], isAnswered: (key: string) => boolean): number {
  const seconds = pages
    .flatMap((page) => questionsOf(page.rows))
    .reduce((sum, place) => sum + (isAnswered(place.key) ? 0 : secondsFor(place.node)), 0);
  return Math.ceil(seconds / 60);
}
