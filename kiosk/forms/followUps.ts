/** Follow-ups of answers: where they stand, and those that are still open. */
import type { FhirValue } from '../../shared/forms/questionnaire/fhir.ts';
import { isOption, type Node } from '../../shared/forms/questionnaire/model.ts';
import { answerOf } from '../../shared/forms/questionnaire/questionnaire.ts';
import { answersAt, type FormState, type Place } from '../../shared/forms/questionnaire/state.ts';
import { linesOf } from '../../shared/forms/answers/lines.ts';
import { questionsOf, type Row } from './pages.ts';
import type { Before } from './types.ts';

/** Tiles of a question, in their order. */
const tilesOf = (node: Node): readonly FhirValue[] =>
  node.type === 'boolean'
    ? [{ valueBoolean: true }, { valueBoolean: false }]
    : node.options.map((one) => one.value);

const isTile = (node: Node, index: number, value: FhirValue): boolean => {
  const option = node.options[index];
  return option
    ? isOption(option, value)
    : value.valueBoolean !== undefined && value.valueBoolean === (index === 0);
};

/**
 * Returns the index of the chosen tile that opened a follow-up; -1 where it belongs to the whole
 * question.
 */
export function tileOf(host: Node, { node }: Place, values: readonly FhirValue[]): number {
  const conditions = node.enableWhen.filter((one) => one.question === host.linkId);
  const isByAnswer =
    conditions.length > 0 &&
    conditions.length === node.enableWhen.length &&
    conditions.every((one) => one.operator === '=');
  if (!isByAnswer) return -1;
  const meant = conditions.map((one) => answerOf(one));
  return tilesOf(host).reduce(
    (last, _, index) =>
      meant.some((one) => isTile(host, index, one)) &&
      values.some((one) => isTile(host, index, one))
        ? index
        : last,
    -1,
  );
}

/** Returns the index of an answer's tile; -1 for own words. */
export const tileOfValue = (host: Node, value: FhirValue | undefined): number =>
  value === undefined ? -1 : tilesOf(host).findIndex((_, index) => isTile(host, index, value));

/** Returns the follow-ups on these rows without an answer; a photo replaces words. */
export function openFollowUps(rows: readonly Row[], state: FormState): readonly Place[] {
  const walk = (list: readonly Row[], isBelow: boolean): readonly Place[] => {
    const hasPhoto = list.some(
      ({ place }) => place.node.type === 'attachment' && answersAt(state, place).length > 0,
    );
    return list.flatMap((row): readonly Place[] => {
      switch (row.kind) {
        case 'text':
          return [];
        case 'group':
          return walk(row.rows, isBelow);
        case 'cards':
          return row.cards.flatMap((card) => walk(card.rows, false));
        case 'question': {
          const { node } = row.place,
            isAsked =
              isBelow &&
              !node.isReadOnly &&
              node.type !== 'attachment' &&
              node.type !== 'reference' &&
              !(hasPhoto && node.type === 'text');
          return [
            ...(isAsked && answersAt(state, row.place).length === 0 ? [row.place] : []),
            ...walk(row.below, true),
            ...row.cards.flatMap((card) => walk(card.rows, true)),
          ];
        }
      }
    });
  };
  return walk(rows, false);
}

/** Returns the first question of each line of last time's list that was neither kept nor ended. */
export function openLines(
  rows: readonly Row[],
  state: FormState,
  previous: Before | undefined,
): readonly Place[] {
  if (!previous) return [];
  return rows.flatMap((row): readonly Place[] => {
    if (row.kind === 'group') return openLines(row.rows, state, previous);
    if (row.kind === 'question') return openLines(row.below, state, previous);
    if (row.kind !== 'cards' || linesOf(row.place.node) === undefined) return [];
    return row.cards.flatMap((card) => {
      const places = questionsOf(card.rows),
        first = places.find((one) => previous.answersAt(one).length > 0);
      return first && places.every((one) => answersAt(state, one).length === 0) ? [first] : [];
    });
  });
}
