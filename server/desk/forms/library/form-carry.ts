/** Answers that were given to one form, found again by a form that was made from it: by linkId, and by code where an item was renamed. */

import type { Coding } from '../../../../shared/forms/questionnaire/fhir.ts';
import type {
  QuestionnaireResponse,
  ResponseItem,
} from '../../../../shared/forms/questionnaire/response.ts';
import {
  everyItem,
  type Questionnaire,
  type QuestionnaireItem,
} from '../../../../shared/forms/questionnaire/questionnaire.ts';

const wordOf = ({ system, code }: Coding): string => `${system ?? ''}|${code ?? ''}`;
const codesOf = (item: QuestionnaireItem): readonly string[] =>
  (item.code ?? []).filter((one) => one.code !== undefined).map(wordOf);
/** One linkId that says something else now: another code, or another kind of item. */
const isOther = (old: QuestionnaireItem, now: QuestionnaireItem): boolean =>
  (old.type === 'group') !== (now.type === 'group') ||
  (codesOf(old).length > 0 &&
    codesOf(now).length > 0 &&
    !codesOf(old).some((one) => codesOf(now).includes(one)));

/** Which item of `to` asks what an item of `from` asked, by linkId; nothing where the name means something else by now. What is not in the map has no place in the new form. */
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
    // Two items of one code: nobody can say which is meant.
    if (alike.length === 1 && alike[0]) names.set(item.linkId, alike[0].linkId);
  }
  return names;
}

/**
 * @param from the form that was answered, as it was then
 * @param to the form that is asked now
 * @returns the response under the names of the new form. What has no place there keeps its name and is named as such by whoever reads it; what means something else now is left out.
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
