// U2: prefills marked fields with values of the address, validated like typed input.

import type { FhirValue } from '../../../shared/forms/questionnaire/fhir.ts';
import { isDay } from '../../../shared/base/dates.ts';
import { problemsAt } from '../../../shared/forms/questionnaire/check.ts';
import { NO, YES, type Model, type Node } from '../../../shared/forms/questionnaire/model.ts';
import { placeOf, setAnswers, type FormState } from '../../../shared/forms/questionnaire/state.ts';
import { viewOf } from '../../../shared/forms/questionnaire/view.ts';
import { bindingOf } from '../address.ts';

/** Parses a text of the address for an item; `undefined` where it is invalid. */
function valueOf(node: Node, text: string): FhirValue | undefined {
  const said = text.trim();
  switch (node.type) {
    case 'string':
    case 'text':
      return said === '' ? undefined : { valueString: said };
    case 'integer':
      return /^-?\d{1,9}$/.test(said) ? { valueInteger: Number(said) } : undefined;
    case 'decimal':
      return /^-?\d{1,9}([.,]\d{1,9})?$/.test(said)
        ? { valueDecimal: Number(said.replace(',', '.')) }
        : undefined;
    case 'date':
      return isDay(said) ? { valueDate: said } : undefined;
    case 'boolean':
    case 'choice':
    case 'open-choice': {
      if (node.type === 'boolean' && (said === 'true' || said === 'false'))
        return { valueBoolean: said === 'true' };
      const option = node.options.find(
        ({ value: { valueCoding, valueString } }) => (valueCoding?.code ?? valueString) === said,
      );
      if (!option) return undefined;
      if (node.type === 'boolean')
        return option.value.valueCoding?.code === YES.code
          ? { valueBoolean: true }
          : option.value.valueCoding?.code === NO.code
            ? { valueBoolean: false }
            : undefined;
      return option.value;
    }
    case 'time':
    case 'dateTime':
    case 'url':
    case 'quantity':
    case 'attachment':
    case 'reference':
    case 'group':
    case 'display':
      return undefined;
  }
}

/**
 * Returns the state with the values of the address; a value that breaks a rule of the form is
 * ignored.
 */
export function withParameters(
  model: Model,
  state: FormState,
  parameters: Readonly<Record<string, string>>,
): FormState {
  let next = state;
  for (const node of model.nodes) {
    const binding = bindingOf(node.item);
    if (
      !binding ||
      !node.isQuestion ||
      node.isHidden ||
      node.isReadOnly ||
      node.frames.length > 0 ||
      !Object.keys(parameters).includes(binding.name)
    )
      continue;
    const value = valueOf(node, parameters[binding.name] ?? '');
    if (!value) continue;
    const place = placeOf(node, []),
      tried = setAnswers(next, place, [value]);
    // Validated as if it were asked: whether it is depends on later answers.
    const view = viewOf(model, tried);
    const isRight =
      problemsAt(
        { ...view, isEnabled: () => true, answers: () => tried.answers[place.key] ?? [] },
        place,
      ).length === 0;
    if (isRight) next = tried;
  }
  return next;
}
