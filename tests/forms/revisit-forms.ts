/** Forms in tests of repeated visits, and answers to them. */
import type { CriticalKind } from '../../shared/forms/answers/critical.ts';
import type { Extension, FhirValue } from '../../shared/forms/questionnaire/fhir.ts';
import { EXTENSION } from '../../shared/forms/questionnaire/extensions.ts';
import { type Model, NO, UNKNOWN, YES } from '../../shared/forms/questionnaire/model.ts';
import type { Act } from '../../shared/forms/answers/origin.ts';
import { responseOf } from '../../shared/forms/questionnaire/response.ts';
import type { QuestionnaireResponse } from '../../shared/forms/questionnaire/response-types.ts';
import { type FormState, type Place, placeOf } from '../../shared/forms/questionnaire/state.ts';
import { viewOf } from '../../shared/forms/questionnaire/view.ts';
import type { QuestionnaireItem } from '../../shared/forms/questionnaire/questionnaire.ts';

export const flag = (url: string): Extension => ({ url, valueBoolean: true });

export const critical = (kind: CriticalKind): Extension => ({
  url: EXTENSION.critical,
  valueCode: kind,
});

export const at = (model: Model, linkId: string, ids: readonly number[] = []): Place => {
  const node = model.byLinkId.get(linkId);
  if (!node) throw new Error(linkId);
  return placeOf(node, ids);
};

export const sent = (
  model: Model,
  state: FormState,
  authored = '2026-01-01T10:00:00Z',
): QuestionnaireResponse => responseOf(viewOf(model, state), { status: 'completed', authored });

export const yes: FhirValue = { valueCoding: YES },
  no: FhirValue = { valueCoding: NO },
  unknown: FhirValue = { valueCoding: UNKNOWN };

export const act = (day: string, rest: Partial<Act> = {}): Act => ({
  at: `${day}T10:00:00Z`,
  by: { kind: 'patient' },
  volatile: new Set(),
  ...rest,
});

export const family: QuestionnaireItem = {
  linkId: 'kind',
  type: 'group',
  repeats: true,
  text: 'Kind',
  item: [
    { linkId: 'name', type: 'string', text: 'Name' },
    { linkId: 'jahr', type: 'integer', text: 'Jahrgang' },
  ],
};

export const medicines: QuestionnaireItem = {
  linkId: 'mittel',
  type: 'string',
  repeats: true,
  text: 'Mittel',
  item: [{ linkId: 'dosis', type: 'string', text: 'Dosis' }],
};
