// The variables of the whole form, below the selected item; folded while there are none.

import { useDeferredValue } from 'react';
import type { FhirElement } from '../../../../../shared/forms/questionnaire/fhir.ts';
import type { Questionnaire } from '../../../../../shared/forms/questionnaire/questionnaire.ts';
import { useDesignerTexts } from '../designer-texts.ts';
import { faultsAt } from '../formulas.ts';
import { useEvaluate } from '../use-evaluate.ts';
import { Fold } from './Fold.tsx';
import { VariablesEditor } from './VariablesEditor.tsx';
import { variablesIn } from './variables.ts';

/** Id of the card, to which findings about the form's own formulas lead. */
export const FORM_VARIABLES = 'f-form-variables';

export function FormVariables({
  form,
  isReadOnly,
  onChange,
}: {
  form: Questionnaire;
  isReadOnly: boolean;
  onChange: (form: Questionnaire, tag?: string) => void;
}) {
  const t = useDesignerTexts(),
    count = variablesIn(form).length,
    evaluate = useEvaluate(count > 0),
    whole = useDeferredValue(form);
  return (
    <fieldset className="p-card f-item" disabled={isReadOnly}>
      <legend className="f-hidden">{t('variables.form')}</legend>
      <Fold id={FORM_VARIABLES} title={t('variables.form')} isFilled={count > 0}>
        <VariablesEditor
          element={form}
          faults={evaluate ? faultsAt(whole, undefined, evaluate) : []}
          onChange={(change: <T extends FhirElement>(one: T) => T, tag) =>
            onChange(change(form), tag === undefined ? undefined : `form ${tag}`)
          }
        />
      </Fold>
    </fieldset>
  );
}
