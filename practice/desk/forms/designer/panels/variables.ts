// Variables of a form or of one item in the editor: read and set; other parts stay unchanged.

import {
  extensionsOf,
  type Extension,
  type FhirElement,
} from '../../../../../shared/forms/questionnaire/fhir.ts';
import { EXTENSION } from '../../../../../shared/forms/questionnaire/extensions.ts';

export interface Variable {
  readonly name: string;
  readonly expression: string;
}
export const variablesIn = (element: FhirElement): readonly Variable[] =>
  extensionsOf(element, EXTENSION.variable).map(({ valueExpression }) => ({
    name: valueExpression?.name ?? '',
    expression: valueExpression?.expression ?? '',
  }));

/** Names that expressions always have, and that no variable may take. */
const TAKEN: ReadonlySet<string> = new Set([
  'resource',
  'context',
  'rootResource',
  'questionnaire',
  'qitem',
  'patient',
  'ucum',
  'sct',
  'loinc',
]);
/**
 * Checks a name: a letter, then letters, digits and underscores, as in `%name`; and whether another
 * variable at the same place has it.
 */
export function nameFault(all: readonly Variable[], at: number): 'form' | 'taken' | undefined {
  const name = all[at]?.name ?? '';
  if (!/^[A-Za-z_]\w{0,60}$/.test(name)) return 'form';
  return TAKEN.has(name) || all.some((one, n) => n < at && one.name === name) ? 'taken' : undefined;
}

/** Changes a variable; one beyond the last is added. */
export function setVariable<T extends FhirElement>(
  element: T,
  at: number,
  { name, expression }: Variable,
): T {
  const all = extensionsOf(element, EXTENSION.variable),
    old = all[at];
  const next: Extension = {
    ...old,
    url: EXTENSION.variable,
    valueExpression: {
      ...old?.valueExpression,
      name,
      language: 'text/fhirpath',
      expression,
    },
  };
  const extension = element.extension ?? [];
  return {
    ...element,
    extension: old ? extension.map((one) => (one === old ? next : one)) : [...extension, next],
  };
}
export function removeVariable<T extends FhirElement>(element: T, at: number): T {
  const old = extensionsOf(element, EXTENSION.variable)[at],
    { extension = [], ...rest } = element,
    left = extension.filter((one) => one !== old);
  return (left.length > 0 ? { ...rest, extension: left } : rest) as T;
}
