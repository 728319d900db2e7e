/** The response that expressions read: what would be submitted of a view. Pure. */

import type { FhirValue } from '../fhir.ts';
import { EXTENSION } from '../extensions.ts';
import { isOption, type Node } from '../model.ts';
import { answeredForm } from '../response.ts';
import {
  type QuestionnaireResponse,
  type ResponseAnswer,
  type ResponseItem,
} from '../response-types.ts';
import { instancesAt, placeOf, valuesAt, type Place } from '../state.ts';
import type { View } from '../view.ts';

/**
 * The response as it would be submitted, without „Weiß ich nicht“ in place of a value. It has the
 * extensions of chosen options at the codings, where the standard has them and forms look for them
 * by path, and weights at the answers for `weight()`.
 */
export function draftOf(view: View): {
  response: QuestionnaireResponse;
  itemAt(place: Place, id?: number): ResponseItem;
} {
  const { model, state } = view,
    at = new Map<string, ResponseItem>();
  const answerOf = (place: Place, value: FhirValue): ResponseAnswer => {
    const copy = structuredCopy(value),
      option = view
        .asShown(place)
        .node.options.find((one) => one.extension.length > 0 && isOption(one, value));
    if (!option) return copy;
    const { weight } = option;
    const extension = weight && [{ ...weight, url: EXTENSION.ordinalValue }];
    return {
      ...copy,
      ...(copy.valueCoding !== undefined && {
        valueCoding: { ...copy.valueCoding, extension: structuredCopy(option.extension) },
      }),
      ...(extension && { extension }),
    };
  };
  const below = (nodes: readonly Node[], ids: readonly number[]): ResponseItem[] =>
    nodes.flatMap((node) => {
      const place = placeOf(node, ids),
        { key } = place;
      if (node.type === 'display' || !view.isEnabled(place)) return [];
      const name = {
        linkId: node.linkId,
        ...(node.item.text !== undefined && { text: node.item.text }),
      };
      if (node.type === 'group') {
        return (node.isFrame ? instancesAt(state, place) : [undefined]).flatMap((id) => {
          const item = below(node.children, id === undefined ? ids : [...ids, id]),
            own = { ...name, ...(item.length > 0 && { item }) };
          at.set(`${key}@${id ?? ''}`, own);
          return item.length === 0 ? [] : [own];
        });
      }
      const values = valuesAt(state, place),
        instances = instancesAt(state, place);
      if (values.length === 0) return [];
      const answer = values.map((value, index): ResponseAnswer => {
        const id = instances[index],
          item = node.isFrame
            ? id === undefined
              ? []
              : below(node.children, [...ids, id])
            : index === 0
              ? below(node.children, ids)
              : [];
        return { ...answerOf(place, value), ...(item.length > 0 && { item }) };
      });
      const own = { ...name, answer };
      at.set(`${key}@`, own);
      return [own];
    });
  const item = below(model.roots, []);
  const response: QuestionnaireResponse = {
    resourceType: 'QuestionnaireResponse',
    status: 'in-progress',
    ...answeredForm(model.questionnaire),
    ...(item.length > 0 && { item }),
  };
  return {
    response,
    itemAt: (place, id) =>
      at.get(`${place.key}@${id ?? ''}`) ??
      at.get(`${place.key}@`) ?? { linkId: place.node.linkId },
  };
}
/** A copy, since the library mutates its input. */
const structuredCopy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
