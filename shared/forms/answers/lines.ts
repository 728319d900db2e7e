/**
 * Lists whose lines are offered one by one at the next visit (medicines): a repeating group. An
 * earlier version of a form had one text field instead; its text becomes the first lines.
 */

import { extensionOf } from '../questionnaire/fhir.ts';
import { EXTENSION } from '../questionnaire/extensions.ts';
import type { Node } from '../questionnaire/model.ts';
import {
  everyItem,
  type Questionnaire,
  type QuestionnaireItem,
} from '../questionnaire/questionnaire.ts';
import type {
  QuestionnaireResponse,
  ResponseAnswer,
  ResponseItem,
} from '../questionnaire/response-types.ts';

/** Whose list it is: the words of its buttons follow. */
export type LinesOf = 'self' | 'child';

/** Returns whose lines a repeating group offers one by one; undefined for any other item. */
export function linesOf(node: Node): LinesOf | undefined {
  const who = extensionOf(node.item, EXTENSION.lines)?.valueCode;
  return node.isFrame && node.type === 'group' && (who === 'self' || who === 'child')
    ? who
    : undefined;
}

/** Splits a text into its lines: by line or semicolon, else by commas before a capital letter. */
export function splitLines(text: string): readonly string[] {
  const parts = /[\n;]/.test(text) ? text.split(/[\n;]/) : text.split(/,\s*(?=\p{Lu})/u);
  return parts.map((one) => one.trim().replace(/,$/, '')).filter((one) => one !== '');
}

/**
 * Returns a response in which the text of an earlier version's field stands as lines of the list
 * that replaced it. Lines that are already there stay.
 * @param to the form with the list
 */
export function withLines(
  to: Questionnaire,
  response: QuestionnaireResponse,
): QuestionnaireResponse {
  const lists = new Map<string, QuestionnaireItem>();
  for (const { item } of everyItem(to.item)) {
    const from = extensionOf(item, EXTENSION.linesFrom)?.valueString;
    if (from !== undefined) lists.set(from, item);
  }
  if (lists.size === 0) return response;
  const walk = (items: readonly ResponseItem[]): ResponseItem[] =>
    items.flatMap((one): ResponseItem[] => {
      const list = lists.get(one.linkId),
        name = list?.item?.find((child) => child.type === 'string');
      if (!list || !name || items.some((other) => other.linkId === list.linkId))
        return [{ ...one, ...(one.item && { item: walk(one.item) }) }];
      return (one.answer ?? []).flatMap(({ valueString = '', item: _item, ...rest }) =>
        splitLines(valueString).map((text) => lineOf(list, name, { ...rest, valueString: text })),
      );
    });
  return response.item ? { ...response, item: walk(response.item) } : response;
}

const lineOf = (
  list: QuestionnaireItem,
  name: QuestionnaireItem,
  answer: ResponseAnswer,
): ResponseItem => ({
  linkId: list.linkId,
  ...(list.text !== undefined && { text: list.text }),
  item: [
    { linkId: name.linkId, ...(name.text !== undefined && { text: name.text }), answer: [answer] },
  ],
});
