/** Limits of a position as data: one row for each sentence of a fee schedule or of a comment. Pure. */

import type { RULE_SWITCHES } from '../rule-facts.ts';

export const LIMIT_SYSTEMS = ['BEMA', 'GOZ', 'GOAE'] as const;
/**
 * `confirmed`: the text of the source was read · `likely`: knowledge of the trade · `unsure`: sources
 * disagree. All but unsure limits are on from the start; a likely one says that it was not read.
 */
export const LIMIT_CERTAINTIES = ['confirmed', 'likely', 'unsure'] as const;

export interface Limit {
  readonly id: string;
  readonly system: (typeof LIMIT_SYSTEMS)[number];
  /** Number of the position; `*` at the end takes all with that beginning. */
  readonly number: string;
  /** Kind of limit, for example `max_per_window`, `not_beside`, `age_min`, `only_with`. */
  readonly kind: string;
  /** Count and window (`1/HJ`), gap (`4M`), age (`17Y`), teeth (`16,17`), or words. */
  readonly value: string;
  /** Place or window: `session`, `tooth`, `quadrant`, `halfyear`; parts joined by `+`. */
  readonly scope: string;
  /** Other numbers, separated by commas; with the name of their schedule where it differs. */
  readonly other: string;
  /** The limit in words; may be empty where kind, value and other say it all. */
  readonly text: string;
  readonly source: string;
  readonly certainty: (typeof LIMIT_CERTAINTIES)[number];
  /** Reason why the limit is text only and never evaluated. */
  readonly hold?: string;
  /** Id of the rule that asks for this limit more exactly. */
  readonly askedBy?: string;
  /** Switch of the practice without which it is not asked for. */
  readonly switch?: keyof typeof RULE_SWITCHES;
  /** What a note of the day must say. */
  readonly note?: NoteWords;
}
/** Words of a note that answer a limit: our selection, not the text of a fee schedule. */
interface NoteWords {
  readonly pattern: string;
  /** What is missing without them. */
  readonly de: string;
  readonly en: string;
  /** A further condition. */
  readonly when?: string;
  readonly isAtTooth?: true;
  /** First day on which it is asked for. */
  readonly from?: string;
}
/** Checks whether a rule of its own may evaluate a limit. */
export const isEvaluable = ({ hold, askedBy }: Limit): boolean =>
  hold === undefined && askedBy === undefined;
/** Sources that are a reading of a KZV, a publisher or a school, and no text of the law. */
const READING = /KZV|Hinweis|Kommentar|Schnellcheck|Lernseite|abrechnungswelt|dentclub|praxisplan/i;
/** Checks whether a limit rests on a reading of its source, not on the text of a fee schedule. */
export const isReading = (limit: Pick<Limit, 'source'>): boolean => READING.test(limit.source);
