/**
 * Conversion of answers to a FHIR R4 QuestionnaireResponse and back: disabled items are left out,
 * all others round trip.
 */

import type {
  ResponseAnswer,
  ResponseItem,
  QuestionnaireResponse,
  ResponseHead,
} from './response-types.ts';
import { storedValue } from './absent.ts';
import { extensionOf, keyOfValue, type Extension, type FhirValue } from './fhir.ts';
import type { Model, Node } from './model.ts';
import { bareValue } from './pairs.ts';
import { shownOption, shownText } from './shown.ts';
import { placeOf, type FormState, type Place } from './state.ts';
import type { View } from './view.ts';
import type { Questionnaire } from './questionnaire.ts';

/** Marks another address of the same resource; https://hl7.org/fhir/extensions. */
export const ALTERNATE_CANONICAL = 'http://hl7.org/fhir/StructureDefinition/alternate-canonical';

/** Returns `url|version` of the published form that an imported one still is. */
export const originalOf = ({ _url }: Questionnaire): string | undefined =>
  extensionOf(_url, ALTERNATE_CANONICAL)?.valueCanonical;

/** Returns `url|version`, or the available part of it. */
function canonicalOf({ url, id, version }: Questionnaire): string {
  const address = url ?? `urn:molar:questionnaire:${id ?? 'unnamed'}`;
  return version === undefined ? address : `${address}|${version}`;
}

/** Names the form of a response: the original if it is one unchanged, and the stored form. */
export function answeredForm(
  questionnaire: Questionnaire,
): Pick<QuestionnaireResponse, 'questionnaire' | '_questionnaire'> {
  const original = originalOf(questionnaire),
    own = canonicalOf(questionnaire);
  return original === undefined
    ? { questionnaire: own }
    : {
        questionnaire: original,
        _questionnaire: { extension: [{ url: ALTERNATE_CANONICAL, valueCanonical: own }] },
      };
}

/**
 * Returns the answers that count. Items without an answer are left out; hidden items with one are
 * included.
 * @param extensionsAt extensions for the answers of a place (their origins)
 */
export function responseOf(
  view: View,
  head: ResponseHead,
  extensionsAt?: (place: Place) => readonly Extension[],
): QuestionnaireResponse {
  const { model, state } = view;
  const below = (nodes: readonly Node[], ids: readonly number[]): ResponseItem[] =>
    nodes.flatMap((node) => itemsOf(placeOf(node, ids)));
  const itemsOf = (place: Place): ResponseItem[] => {
    const { node, ids, key } = place;
    if (node.type === 'display' || !view.isEnabled(place)) return [];
    const { text } = view.asShown(place).node.item;
    const frame = {
      linkId: node.linkId,
      ...(node.item.definition !== undefined && { definition: node.item.definition }),
      ...(text !== undefined && { text }),
    };
    if (node.type === 'group') {
      const each = node.isFrame ? (state.instances[key] ?? []).map((id) => [...ids, id]) : [ids];
      return each.flatMap((one) => {
        const item = below(node.children, one);
        return item.length === 0 ? [] : [{ ...frame, item }];
      });
    }
    const values = state.answers[key] ?? [];
    if (values.length === 0) return [];
    const how = state.shown?.[key],
      own = model.questionnaire.language,
      shown = shownText(view.asShown(place).node.item, how, own);
    const said = extensionsAt?.(place) ?? [],
      instances = state.instances[key] ?? [];
    const answer = values.map((value, index): ResponseAnswer => {
      const id = instances[index];
      const item = node.isFrame
        ? id === undefined
          ? []
          : below(node.children, [...ids, id])
        : index === 0
          ? below(node.children, ids)
          : [];
      const extension = [...said, ...shownOption(view.asShown(place).node, value, how, own)];
      return {
        ...(extension.length > 0 && { extension }),
        ...storedValue(node, value),
        ...(item.length > 0 && { item }),
      };
    });
    return [{ ...frame, ...shown, answer }];
  };
  const item = below(model.roots, []);
  return {
    resourceType: 'QuestionnaireResponse',
    ...head,
    ...answeredForm(model.questionnaire),
    ...(item.length > 0 && { item }),
  };
}

/** Part of a response that its form has no place for. */
export interface Misfit {
  readonly linkId: string;
  readonly values: readonly FhirValue[];
}

/**
 * Reads the state of a response; one instance each for a repeating group.
 * @returns the state, and everything that does not fit this form (another version, another form):
 * nothing is dropped silently
 */
export function stateOfResponse(
  model: Model,
  response: Pick<QuestionnaireResponse, 'item'>,
): { state: FormState; misfits: readonly Misfit[] } {
  const answers: Record<string, readonly FhirValue[]> = {},
    instances: Record<string, readonly number[]> = {},
    misfits: Misfit[] = [];
  let next = 1;
  const lose = (item: ResponseItem): void => {
    const values = (item.answer ?? []).map(bareValue);
    if (values.length > 0) misfits.push({ linkId: item.linkId, values });
    for (const one of [
      ...(item.item ?? []),
      ...(item.answer ?? []).flatMap((answer) => answer.item ?? []),
    ])
      lose(one);
  };
  const read = (
    items: readonly ResponseItem[] | undefined,
    nodes: readonly Node[],
    ids: readonly number[],
  ): void => {
    for (const item of items ?? []) {
      const node = nodes.find((one) => one.linkId === item.linkId);
      if (!node) {
        lose(item);
        continue;
      }
      const { key } = placeOf(node, ids);
      if (node.type === 'group') {
        if (!node.isFrame) {
          read(item.item, node.children, ids);
          continue;
        }
        const id = next++;
        instances[key] = [...(instances[key] ?? []), id];
        read(item.item, node.children, [...ids, id]);
        continue;
      }
      const given = (item.answer ?? []).filter((one) => keyOfValue(bareValue(one)) !== undefined);
      if (given.length === 0) {
        for (const one of item.item ?? []) lose(one);
        continue;
      }
      const kept = node.isMultiple ? given : given.slice(0, 1);
      if (kept.length < given.length)
        misfits.push({ linkId: item.linkId, values: given.slice(1).map(bareValue) });
      answers[key] = [...(answers[key] ?? []), ...kept.map(bareValue)];
      for (const one of kept) {
        if (!node.isFrame) {
          read(one.item, node.children, ids);
          continue;
        }
        const id = next++;
        instances[key] = [...(instances[key] ?? []), id];
        read(one.item, node.children, [...ids, id]);
      }
    }
  };
  read(response.item, model.roots, []);
  // A repeating group has at least one instance to fill in.
  const open = (nodes: readonly Node[], ids: readonly number[]): void => {
    for (const node of nodes) {
      const { key } = placeOf(node, ids);
      if (node.type === 'group' && node.isFrame && (instances[key] ?? []).length === 0)
        instances[key] = [next++];
      if (!node.isFrame) open(node.children, ids);
      else for (const id of instances[key] ?? []) open(node.children, [...ids, id]);
    }
  };
  open(model.roots, []);
  return { state: { answers, instances, next }, misfits };
}
