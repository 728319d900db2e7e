// U2: parameters of a link, and the items of a form that may be filled by one.

import { extensionOf } from '../../shared/forms/questionnaire/fhir.ts';
import { EXTENSION } from '../../shared/forms/questionnaire/extensions.ts';
import type {
  Questionnaire,
  QuestionnaireItem,
} from '../../shared/forms/questionnaire/questionnaire.ts';

/** A longer address is not one of our links. */
const MOST = 20,
  LONGEST = 500;

/** Returns the values of an address, by name; the first of each applies. */
export function parametersOf(search: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = Object.create(null) as Record<string, string>;
  let count = 0;
  for (const [name, value] of new URLSearchParams(search)) {
    if (
      count >= MOST ||
      name === '' ||
      name.length > LONGEST ||
      value.length > LONGEST ||
      name in found
    )
      continue;
    found[name] = value;
    count += 1;
  }
  return { ...found };
}

interface Binding {
  readonly name: string;
  readonly hasHistory: boolean;
}
/**
 * Returns the binding of an item: extension `urn:molar:fhir:url-parameter` with the parameter's
 * name as `valueString`, or with parts `name` and `history`. An item without it is never filled by
 * a link: anyone can write an address.
 */
export function bindingOf(item: QuestionnaireItem): Binding | undefined {
  const mark = extensionOf(item, EXTENSION.urlParameter);
  if (!mark) return undefined;
  const name = mark.valueString ?? extensionOf(mark, 'name')?.valueString ?? item.linkId;
  return { name, hasHistory: extensionOf(mark, 'history')?.valueBoolean === true };
}

const itemsOf = (items: readonly QuestionnaireItem[] | undefined): readonly QuestionnaireItem[] =>
  (items ?? []).flatMap((item) => [item, ...itemsOf(item.item)]);
/**
 * Checks whether removing the values from the address creates a new entry in the browser's history
 * (`history` of an item filled by one of them).
 */
export const wantsHistory = (
  questionnaire: Questionnaire,
  parameters: Readonly<Record<string, string>>,
): boolean =>
  itemsOf(questionnaire.item).some((item) => {
    const one = bindingOf(item);
    return one?.hasHistory === true && one.name in parameters;
  });
