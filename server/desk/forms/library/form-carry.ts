/**
 * Carries answers over to a form derived from the answered one: by linkId, and by code if an item
 * was renamed.
 */

import type { Coding } from '../../../../shared/forms/questionnaire/fhir.ts';
import type {
  QuestionnaireResponse,
  ResponseItem,
} from '../../../../shared/forms/questionnaire/response-types.ts';
import {
  everyItem,
  type Questionnaire,
  type QuestionnaireItem,
} from '../../../../shared/forms/questionnaire/questionnaire.ts';

const wordOf = ({ system, code }: Coding): string => `${system ?? ''}|${code ?? ''}`;
const codesOf = (item: QuestionnaireItem): readonly string[] =>
  (item.code ?? []).filter((one) => one.code !== undefined).map(wordOf);
/** A linkId with another meaning: another code, or another kind of item. */
const isOther = (old: QuestionnaireItem, now: QuestionnaireItem): boolean =>
  (old.type === 'group') !== (now.type === 'group') ||
  (codesOf(old).length > 0 &&
    codesOf(now).length > 0 &&
    !codesOf(old).some((one) => codesOf(now).includes(one)));

/**
 * Maps linkIds of `from` to those of `to` with the same question; a linkId with another meaning is
 * left out. An item that is not in the map has no place in the new form.
 */
export function namesIn(
  from: Questionnaire,
  to: Questionnaire,
): ReadonlyMap<string, string | undefined> {
  const now = new Map([...everyItem(to.item)].map(({ item }) => [item.linkId, item])),
    names = new Map<string, string | undefined>();
  for (const { item } of everyItem(from.item)) {
    const same = now.get(item.linkId);
    if (same) {
      names.set(item.linkId, isOther(item, same) ? undefined : item.linkId);
      continue;
    }
    const codes = codesOf(item),
      alike = [...now.values()].filter(
        (one) => codesOf(one).some((code) => codes.includes(code)) && one.type === item.type,
      );
    // Two items with one code: ambiguous.
    if (alike.length === 1 && alike[0]) names.set(item.linkId, alike[0].linkId);
  }
  return names;
}

/**
 * Carries answers over to another form.
 * @param from the answered form, in its version at that time
 * @param to the target form
 * @returns the response with linkIds of the new form. Answers without a place there keep their
 * linkId, and callers mark them; answers whose linkId has another meaning are left out.
 */
export function carryAnswers(
  from: Questionnaire,
  to: Questionnaire,
  response: QuestionnaireResponse,
): QuestionnaireResponse {
  const names = namesIn(from, to);
  const carry = (items: readonly ResponseItem[]): ResponseItem[] =>
    items.flatMap((one) => {
      const linkId = names.has(one.linkId) ? names.get(one.linkId) : one.linkId;
      if (linkId === undefined) return [];
      return [
        {
          ...one,
          linkId,
          ...(one.item && { item: carry(one.item) }),
          ...(one.answer && {
            answer: one.answer.map((answer) =>
              answer.item ? { ...answer, item: carry(answer.item) } : answer,
            ),
          }),
        },
      ];
    });
  return response.item ? { ...response, item: carry(response.item) } : response;
}
