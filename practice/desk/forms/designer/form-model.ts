// The compiled model of the edited form, once for each of its states: several parts of the editor
// need it at every letter.

import { modelOf, type Model } from '../../../../shared/forms/questionnaire/model.ts';
import type { Questionnaire } from '../../../../shared/forms/questionnaire/questionnaire.ts';

const models = new WeakMap<Questionnaire, Model>();
/** Returns the model of a state of the form, which is never changed in place. */
export function modelIn(form: Questionnaire): Model {
  const known = models.get(form) ?? modelOf(form);
  models.set(form, known);
  return known;
}
