/**
 * The visit after the first: last time's answers are offered and never taken over automatically,
 * and the practice sees the differences.
 */

import { germanDay } from '../../base/dates.ts';
import { isWithoutValue, mayBeUnknown } from '../questionnaire/absent.ts';
import type { FhirValue } from '../questionnaire/fhir.ts';
import { isValueOf } from '../questionnaire/check.ts';
import { isOption, textOfValue, type Model, type Node } from '../questionnaire/model.ts';
import { originOf, sinceOf, unconfirmedSince } from './origin.ts';
import { bareValue, occurrencesOf, pairAnswers } from '../questionnaire/pairs.ts';
import type { Misfit } from '../questionnaire/response.ts';
import type { QuestionnaireResponse } from '../questionnaire/response-types.ts';
import {
  addInstance,
  answersAt,
  instancesAt,
  newState,
  placeOf,
  type FormState,
  type Place,
  type ShownHow,
} from '../questionnaire/state.ts';

export interface Previous {
  /** Day of the previous visit, `YYYY-MM-DD`. */
  readonly at: string;
  /**
   * An empty form with the previous number of repetitions: the person's starting point. Keys of
   * `answersAt` are its keys.
   */
  readonly start: FormState;
  /**
   * Returns last time's answer at this place; nothing for a question that is asked again each time.
   * @param state the answers so far: needed below repeating questions, where they decide which of
   * last time's answers is meant
   */
  answersAt(place: Place, state?: FormState): readonly FhirValue[];
  /**
   * Returns the day of the last confirmation of the answer here, `YYYY-MM-DD`; the oldest of
   * several.
   */
  dayAt(place: Place, state?: FormState): string | undefined;
  /** Returns how the question here was read last time; undefined for the form's own text. */
  shownAt(place: Place, state?: FormState): ShownHow | undefined;
  /** Returns the previous number of instances of a repeating group. */
  rowsAt(place: Place, state?: FormState): number;
  /**
   * Answers that this form has no place for: another version, another kind of answer. Nothing is
   * dropped silently.
   */
  readonly misfits: readonly Misfit[];
}

/**
 * Checks whether a form has a place for this value of a question: its type and, if any, its options
 * match.
 */
export const holds = (node: Node, value: FhirValue): boolean =>
  isWithoutValue(node, value)
    ? mayBeUnknown(node)
    : isValueOf(node.type, value) &&
      (node.options.length === 0 ||
        node.options.some((one) => isOption(one, value)) ||
        (node.isOpen && value.valueString !== undefined));

const keyOf = (node: Node, rows: readonly number[]): string => `${node.linkId}#${rows.join('.')}`;

/** The answers of an earlier response, by linkId and the rows of its frames (`keyOf`). */
interface Earlier {
  readonly known: ReadonlyMap<string, readonly FhirValue[]>;
  readonly counts: ReadonlyMap<string, number>;
  readonly days: ReadonlyMap<string, string>;
  readonly words: ReadonlyMap<string, ShownHow>;
  readonly misfits: readonly Misfit[];
}
function readEarlier(
  model: Model,
  lastResponse: Pick<QuestionnaireResponse, 'item'>,
  lastDay: string,
): Earlier {
  const all = occurrencesOf(lastResponse),
    misfits: Misfit[] = [],
    taken = new Set<unknown>();
  type One = (typeof all)[number];
  const known = new Map<string, readonly FhirValue[]>(),
    counts = new Map<string, number>(),
    days = new Map<string, string>(),
    words = new Map<string, ShownHow>();
  /** Returns the row of an answer in a frame; a form without that frame had one row. */
  const rowOf = (one: One, frame: Node): number =>
    one.path.find((step) => step.linkId === frame.linkId)?.at ?? 0;
  const isIn = (one: One, frames: readonly Node[], rows: readonly number[]): boolean =>
    frames.every((frame, index) => rowOf(one, frame) === rows[index]);
  const fit = (node: Node, found: readonly One[]): readonly FhirValue[] =>
    found.flatMap((one) =>
      one.answers.flatMap((answer) => {
        const value = bareValue(answer);
        taken.add(answer);
        if (holds(node, value)) return [value];
        misfits.push({ linkId: node.linkId, values: [value] });
        return [];
      }),
    );
  const read = (nodes: readonly Node[], rows: readonly number[]): void => {
    for (const node of nodes) {
      if (node.isQuestion) {
        const own = all.filter((one) => one.linkId === node.linkId && isIn(one, node.frames, rows)),
          values = fit(node, own);
        const [oldest = lastDay] = own
          .flatMap((one) => one.answers.flatMap((answer) => unconfirmedSince(answer) ?? []))
          .sort();
        days.set(keyOf(node, rows), oldest);
        const shown = own[0]?.shown;
        if (shown) words.set(keyOf(node, rows), { language: shown.language, plain: shown.plain });
        known.set(keyOf(node, rows), node.isMultiple ? values : values.slice(0, 1));
        if (!node.isMultiple && values.length > 1)
          misfits.push({ linkId: node.linkId, values: values.slice(1) });
      }
      if (!node.isFrame) {
        read(node.children, rows);
        continue;
      }
      const inside = new Set(
        model.nodes.filter((one) => one.frames.includes(node)).map((one) => one.linkId),
      );
      const below = all
        .filter((one) => inside.has(one.linkId) && isIn(one, node.frames, rows))
        .map((one) => rowOf(one, node) + 1);
      const count = Math.max(
        0,
        ...below,
        node.isQuestion ? (known.get(keyOf(node, rows)) ?? []).length : 0,
      );
      counts.set(keyOf(node, rows), Math.min(count, node.limits.maxOccurs));
      for (let row = 0; row < count; row++) read(node.children, [...rows, row]);
    }
  };
  read(model.roots, []);
  for (const one of all) {
    const left = one.answers.filter((answer) => !taken.has(answer)).map(bareValue);
    if (left.length > 0) misfits.push({ linkId: one.linkId, values: left });
  }
  return { known, counts, days, words, misfits };
}

/** An empty form with as many repetitions as last time. */
function startOf(model: Model, counts: ReadonlyMap<string, number>): FormState {
  let start = newState(model);
  const open = (nodes: readonly Node[], ids: readonly number[], rows: readonly number[]): void => {
    for (const node of nodes) {
      const place = placeOf(node, ids);
      if (!node.isFrame) {
        open(node.children, ids, rows);
        continue;
      }
      if (node.isQuestion) continue;
      while (instancesAt(start, place).length < (counts.get(keyOf(node, rows)) ?? 0))
        start = addInstance(start, place);
      instancesAt(start, place).forEach((id, row) =>
        open(node.children, [...ids, id], [...rows, row]),
      );
    }
  };
  open(model.roots, [], []);
  return start;
}

/** Maps a place to earlier rows: by `start`, by its parent answer, or by order. */
function rowsOf(
  { node, ids }: Place,
  state: FormState,
  start: FormState,
  known: Earlier['known'],
): readonly number[] | undefined {
  const rows: number[] = [];
  for (const [index, frame] of node.frames.entries()) {
    const outer = placeOf(frame, ids.slice(0, index)),
      id = ids[index] ?? -1,
      at = instancesAt(state, outer).indexOf(id);
    const value = frame.isQuestion ? answersAt(state, outer)[at] : undefined;
    const row = frame.isQuestion
      ? value === undefined
        ? -1
        : (known.get(keyOf(frame, rows)) ?? []).findIndex(
            (one) => JSON.stringify(one) === JSON.stringify(value),
          )
      : // A repetition added today has no earlier answers.
        instancesAt(start, outer).length > 0
        ? instancesAt(start, outer).indexOf(id)
        : at;
    if (row === -1) return undefined;
    rows.push(row);
  }
  return rows;
}

/**
 * Finds earlier answers by linkId, so that a newer version of the form finds those it still asks.
 * None of them is in `start`: an answer counts only once the person has confirmed it.
 */
export function previousOf(
  model: Model,
  lastResponse: Pick<QuestionnaireResponse, 'item'>,
  lastDay: string,
): Previous {
  const { known, counts, days, words, misfits } = readEarlier(model, lastResponse, lastDay),
    start = startOf(model, counts);
  const at = <T>(map: ReadonlyMap<string, T>, place: Place, state: FormState): T | undefined => {
    const rows = rowsOf(place, state, start, known);
    return rows && map.get(keyOf(place.node, rows));
  };
  return {
    at: lastDay,
    start,
    misfits,
    answersAt: (place, state = start) =>
      place.node.isVolatile ? [] : (at(known, place, state) ?? []),
    dayAt: (place, state = start) => at(days, place, state),
    shownAt: (place, state = start) => at(words, place, state),
    rowsAt: (place, state = start) => at(counts, place, state) ?? 0,
  };
}

export interface Difference {
  /** `unconfirmed`: shown and not touched, so the value is unchanged. */
  readonly what: 'added' | 'changed' | 'removed' | 'confirmed' | 'unconfirmed';
  readonly linkId: string;
  /** The question in the form's text. */
  readonly text: string;
  /** Rows of repeating groups, from 1, outermost first. */
  readonly rows: readonly number[];
  /** German text of the answers. */
  readonly before?: string;
  readonly after?: string;
  /**
   * When it changed (ISO 8601): the answer's own date, or that of the response; for `removed` that
   * of the newer response.
   */
  readonly at: string | undefined;
  /**
   * Since when it has had this value; a confirmation does not change it. For `unconfirmed` the day
   * of its last confirmation.
   */
  readonly since: string | undefined;
}

/** Formats a value for the practice. */
export function germanText(value: FhirValue): string {
  if (value.valueBoolean !== undefined) return value.valueBoolean ? 'Ja' : 'Nein';
  if (value.valueDate !== undefined && value.valueDate.length === 10)
    return germanDay(value.valueDate);
  return textOfValue(value);
}

/** Returns the differences between two responses of one form, in the order of the newer one. */
export function diffOf(
  before: QuestionnaireResponse,
  after: QuestionnaireResponse,
): readonly Difference[] {
  return pairAnswers(before, after).map((pair) => {
    const { linkId, text, rows } = pair,
      base = { linkId, text, rows };
    if (!pair.after)
      return {
        ...base,
        what: 'removed',
        ...(pair.before && { before: germanText(bareValue(pair.before)) }),
        at: after.authored,
        since: pair.before && sinceOf(pair.before),
      };
    const untouched = unconfirmedSince(pair.after);
    if (untouched !== undefined)
      return {
        ...base,
        what: 'unconfirmed',
        after: germanText(bareValue(pair.after)),
        at: originOf(pair.after)?.at ?? untouched,
        since: untouched,
      };
    const at = originOf(pair.after)?.at ?? after.authored,
      since = sinceOf(pair.after) ?? (pair.isSame ? before.authored : after.authored),
      now = germanText(bareValue(pair.after));
    if (!pair.before) return { ...base, what: 'added', after: now, at, since };
    return {
      ...base,
      what: pair.isSame ? 'confirmed' : 'changed',
      before: germanText(bareValue(pair.before)),
      after: now,
      at,
      since,
    };
  });
}
