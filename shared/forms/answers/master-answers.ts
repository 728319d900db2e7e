// Master data in a questionnaire: items mapped to fields of the record, their answers, and
// confirmations. Pure.

import {
  extensionOf,
  extensionsOf,
  type Extension,
  type FhirValue,
} from '../questionnaire/fhir.ts';
import { ASK_RULES, isMasterField, type Confirmed, type Said } from '../../desk/master-data.ts';
import type { MasterField } from '../../desk/master-fields.ts';
import { isUnknown, type Model, type Node } from '../questionnaire/model.ts';
import { extensionOfOrigin, ORIGIN, takenBackIn, unconfirmedSince } from './origin.ts';
import { bareValue, occurrencesOf } from '../questionnaire/pairs.ts';
import type { QuestionnaireResponse, ResponseAnswer } from '../questionnaire/response-types.ts';

/** Extension on a response: an unusual value was confirmed, with `rule`, `value` and `at`. */
const CONFIRMATION = 'urn:molar:fhir:confirmation';

/** Returns the record field of an item; none below a repeating item: a record has one of each. */
export const fieldOf = (
  node: Pick<Node, 'field' | 'frames' | 'isMultiple'>,
): MasterField | undefined =>
  isMasterField(node.field) && node.frames.length === 0 && !node.isMultiple
    ? node.field
    : undefined;
/** Returns items by their record field, each field once. */
export function fieldsOf(model: Pick<Model, 'nodes'>): ReadonlyMap<MasterField, Node> {
  const found = new Map<MasterField, Node>();
  for (const node of model.nodes) {
    const field = fieldOf(node);
    if (field && node.isQuestion && !found.has(field)) found.set(field, node);
  }
  return found;
}

/** Returns a value in the form of the record; undefined if it is incomplete. */
export function textOf(value: FhirValue): string | undefined {
  // „Weiß ich nicht“ says nothing about the record.
  if (isUnknown(value)) return undefined;
  const { valueString, valueDate, valueCoding } = value;
  if (valueDate !== undefined) return valueDate.length === 10 ? valueDate : undefined;
  return valueString ?? valueCoding?.code;
}
/**
 * Returns a value of the record as an answer to an item; undefined if the item has no such answer.
 */
export function valueOf(
  node: Pick<Node, 'type' | 'options' | 'isOpen'>,
  text: string,
): FhirValue | undefined {
  if (text === '') return undefined;
  if (node.type === 'date') return { valueDate: text };
  if (node.type === 'choice' || node.type === 'open-choice') {
    const option = node.options.find(
      (one) => one.value.valueCoding?.code === text || one.value.valueString === text,
    );
    return option?.value ?? (node.isOpen ? { valueString: text } : undefined);
  }
  return node.type === 'string' || node.type === 'text' ? { valueString: text } : undefined;
}

/** Returns the fields in a response: given, left unchanged, and explicitly removed. */
export const saidIn = (model: Pick<Model, 'nodes'>, response: QuestionnaireResponse): Said =>
  saidBy(model, response, () => true);
/** Works like `saidIn`, without answers left untouched: they contain nothing new. */
export const saidToday = (model: Pick<Model, 'nodes'>, response: QuestionnaireResponse): Said =>
  saidBy(model, response, (answer) => unconfirmedSince(answer) === undefined);

function saidBy(
  model: Pick<Model, 'nodes'>,
  response: QuestionnaireResponse,
  isSaid: (answer: ResponseAnswer) => boolean,
): Said {
  const fields = fieldsOf(model),
    byLink = new Map([...fields].map(([field, node]) => [node.linkId, field]));
  const said: Partial<Record<MasterField, string>> = {};
  for (const { linkId } of takenBackIn(response)) {
    const field = byLink.get(linkId);
    if (field) said[field] = '';
  }
  for (const { linkId, answers } of occurrencesOf(response)) {
    const field = byLink.get(linkId),
      [first] = answers,
      text = first && isSaid(first) ? textOf(bareValue(first)) : undefined;
    if (field && text !== undefined) said[field] = text;
  }
  return said;
}

export const extensionOfConfirmed = ({ rule, value, at }: Confirmed): Extension => ({
  url: CONFIRMATION,
  extension: [
    { url: 'rule', valueCode: rule },
    { url: 'at', valueDateTime: at },
    ...(value === '' ? [] : [{ url: 'value', valueString: value }]),
  ],
});
/** Returns the confirmations in a response. */
export function confirmedIn(response: QuestionnaireResponse): readonly Confirmed[] {
  return extensionsOf(response, CONFIRMATION).flatMap((one) => {
    const code = extensionOf(one, 'rule')?.valueCode,
      rule = ASK_RULES.find((known) => known === code),
      at = extensionOf(one, 'at')?.valueDateTime;
    return rule && at !== undefined
      ? [{ rule, at, value: extensionOf(one, 'value')?.valueString ?? '' }]
      : [];
  });
}

/**
 * Returns the response with its confirmations and the removed fields: asked, known, and left
 * without an answer.
 * @param asked fields that the form asks for
 * @param at ISO 8601 with zone
 */
export function withRecord(
  response: QuestionnaireResponse,
  model: Pick<Model, 'nodes'>,
  record: Said,
  asked: ReadonlySet<MasterField>,
  confirmed: readonly Confirmed[],
  at: string,
): QuestionnaireResponse {
  const said = saidIn(model, response),
    fields = fieldsOf(model);
  const gone = [...asked].flatMap((field): Extension[] => {
    const node = fields.get(field),
      was = node && said[field] === undefined ? valueOf(node, record[field] ?? '') : undefined;
    return node && was
      ? [
          {
            url: ORIGIN,
            extension: [
              ...(extensionOfOrigin({ how: 'zurueckgenommen', at, by: { kind: 'patient' } })
                .extension ?? []),
              { url: 'linkId', valueString: node.linkId },
              { url: 'was', ...was },
            ],
          },
        ]
      : [];
  });
  const extension = [
    ...(response.extension ?? []),
    ...gone,
    ...confirmed.map(extensionOfConfirmed),
  ];
  return extension.length === 0 ? response : { ...response, extension };
}
