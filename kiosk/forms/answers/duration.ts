/** Estimates the remaining time of a form: reading its words and answering by kind. */
import type { ItemType } from '../../../shared/forms/questionnaire/questionnaire.ts';
import type { Node } from '../../../shared/forms/questionnaire/model.ts';
import { questionsOf, type Page } from '../pages.ts';

/**
 * Words per minute of careful silent reading; adults average 238 (Brysbaert 2019,
 * doi.org/10.1016/j.jml.2019.104047), forms are read more slowly.
 */
const WORDS_PER_MINUTE = 180;
/** Seconds of thinking and tapping; our own estimate, to be corrected by practice data. */
const SECONDS: Readonly<Record<ItemType, number>> = {
  group: 0,
  display: 0,
  boolean: 4,
  choice: 5,
  'open-choice': 8,
  string: 12,
  text: 25,
  url: 15,
  integer: 8,
  decimal: 8,
  quantity: 10,
  date: 10,
  dateTime: 15,
  time: 8,
  attachment: 25,
  reference: 0,
};

const words = (text: string | undefined): number =>
  text === undefined ? 0 : text.split(/\s+/).length;
const known = new WeakMap<Node, number>();
function secondsOf(node: Node): number {
  const before = known.get(node);
  if (before !== undefined) return before;
  const read = words(node.item.text) + node.options.reduce((sum, one) => sum + words(one.text), 0);
  const seconds = SECONDS[node.type] + (read * 60) / WORDS_PER_MINUTE;
  known.set(node, seconds);
  return seconds;
}

/** Returns the minutes left on these pages, rounded up; answered questions count nothing. */
export function minutesLeft(pages: readonly Page[], isAnswered: (key: string) => boolean): number {
  const seconds = pages
    .flatMap((page) => questionsOf(page.rows))
    .reduce((sum, place) => sum + (isAnswered(place.key) ? 0 : secondsOf(place.node)), 0);
  return Math.ceil(seconds / 60);
}
