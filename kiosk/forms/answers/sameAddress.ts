/**
 * Family address: one person's address in a Mappe is offered to the next; each keeps their own
 * answers. Pure.
 */
import type { Extension, FhirValue } from '../../../shared/forms/questionnaire/fhir.ts';
import type { Model, Node } from '../../../shared/forms/questionnaire/model.ts';
import { FROM } from '../../../shared/forms/answers/origin.ts';
import { patientReference } from '../../../shared/desk/patient-number.ts';
import type {
  QuestionnaireResponse,
  ResponseAnswer,
  ResponseItem,
} from '../../../shared/forms/questionnaire/response-types.ts';
import { answersAt, placeOf, type FormState } from '../../../shared/forms/questionnaire/state.ts';

/** Codes of the questions (`patient-field`) that a family shares. */
const SHARED: readonly string[] = ['street', 'plz', 'city', 'country'];
/** Required parts of an address. */
const NEEDED: readonly string[] = ['street', 'city'];

/** Values by code of the question. */
export type Address = Readonly<Record<string, string>>;

/** Address questions that occur once in a form. */
const nodesOf = (model: Model): (Node & { field: string })[] =>
  model.nodes.flatMap((node) =>
    node.field !== undefined && SHARED.includes(node.field) && node.frames.length === 0
      ? [{ ...node, field: node.field }]
      : [],
  );
const textOf = (values: readonly FhirValue[]): string => values[0]?.valueString?.trim() ?? '';

/** Returns the address in the address questions of a form; `undefined` where it is incomplete. */
export function addressIn(model: Model, state: FormState): Address | undefined {
  const found = Object.fromEntries(
    nodesOf(model)
      .map((node) => [node.field, textOf(answersAt(state, placeOf(node, [])))] as const)
      .filter(([, text]) => text !== ''),
  );
  return NEEDED.every((one) => found[one] !== undefined) ? found : undefined;
}

/**
 * Checks whether a form asks for an address that differs from this one.
 * @param record known master data: used for answers not yet given, and shown for confirmation
 */
export function asksAnother(
  model: Model,
  state: FormState,
  address: Address,
  record: Readonly<Partial<Record<string, string>>> = {},
): boolean {
  return nodesOf(model).some(
    (node) =>
      address[node.field] !== undefined &&
      (textOf(answersAt(state, placeOf(node, []))) || (record[node.field] ?? '').trim()) !==
        address[node.field],
  );
}

/** Returns the form with this address; its other answers are unchanged. */
export function withAddress(model: Model, state: FormState, address: Address): FormState {
  const answers = { ...state.answers };
  for (const node of nodesOf(model)) {
    const text = address[node.field];
    if (text !== undefined) answers[placeOf(node, []).key] = [{ valueString: text }];
  }
  return { ...state, answers };
}

/** Formats an address: „Hauptstraße 5, 50667 Köln“. */
export const addressLine = ({ street = '', plz = '', city = '', country = '' }: Address): string =>
  [street, [plz, city].filter((one) => one !== '').join(' '), country]
    .filter((one) => one !== '')
    .join(', ');

/** Person whose address is offered or was taken over. */
export interface TakenFrom {
  readonly patid: string;
  readonly name: string;
  readonly address: Address;
}

/** Marks each answer of the response that is still the one taken over, with its source. */
export function withFrom(
  model: Model,
  response: QuestionnaireResponse,
  { patid, name, address }: TakenFrom,
): QuestionnaireResponse {
  const fields = new Map(nodesOf(model).map((node) => [node.linkId, node.field] as const));
  const from: Extension = {
    url: FROM,
    valueReference: { reference: patientReference(patid), display: name },
  };
  const told = (answer: ResponseAnswer, linkId: string): ResponseAnswer => {
    const field = fields.get(linkId),
      isTaken =
        field !== undefined &&
        address[field] !== undefined &&
        answer.valueString?.trim() === address[field];
    return isTaken
      ? {
          ...answer,
          extension: [...(answer.extension ?? []).filter((one) => one.url !== FROM), from],
        }
      : answer;
  };
  const itemOf = (item: ResponseItem): ResponseItem => ({
    ...item,
    ...(item.answer && { answer: item.answer.map((one) => told(one, item.linkId)) }),
    ...(item.item && { item: item.item.map(itemOf) }),
  });
  return { ...response, ...(response.item && { item: response.item.map(itemOf) }) };
}
