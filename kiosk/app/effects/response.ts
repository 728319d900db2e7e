// Response of a form as submitted by the tablet: relevant answers, their origin, and who wrote them
// down.

import {
  patientVariable,
  type PatientVariable,
} from '../../../shared/forms/answers/patient-variable.ts';
import type { Extension } from '../../../shared/forms/questionnaire/fhir.ts';
import { isFormData } from '../../../shared/forms/task/form-task.ts';
import {
  extensionOfUnconfirmed,
  extensionOfSource,
  RECORDED_BY,
  withOrigins,
} from '../../../shared/forms/answers/origin.ts';
import { sourceAt } from '../../../shared/forms/questionnaire/expressions/inputs.ts';
import type { Model } from '../../../shared/forms/questionnaire/model.ts';
import { responseOf } from '../../../shared/forms/questionnaire/response.ts';
import {
  type QuestionnaireResponse,
  type ResponseStatus,
} from '../../../shared/forms/questionnaire/response-types.ts';
import type { Fault } from '../../../shared/forms/questionnaire/expressions/scope.ts';
import type { FormState, Place } from '../../../shared/forms/questionnaire/state.ts';
import { viewOf, type Computed } from '../../../shared/forms/questionnaire/view.ts';
import { withStopped } from '../../../shared/forms/answers/stopped.ts';
import { patientReference } from '../../../shared/desk/patient-number.ts';
import type { OpenTask } from './answers.ts';

export interface Handing {
  model: Model;
  state: FormState;
  computed?: Computed | undefined;
  status: ResponseStatus;
  opId: string;
  language: string;
  /** ms UTC. */
  now: number;
  tabletId?: string | undefined;
  /** Team member who wrote down the answers of an item. */
  recorded?: Readonly<Record<string, string>> | undefined;
  /** Untouched earlier answers: item key → date of the last confirmation. */
  since?: ReadonlyMap<string, string> | undefined;
  /** linkIds whose earlier answer was explicitly cleared. */
  takenBack?: ReadonlySet<string> | undefined;
  /** Of the last evaluation: stopped expressions are reported with the answers. */
  faults?: readonly Fault[] | undefined;
}

/** Returns the submitted response; a blank form started here has no patient yet. */
export function responseIn(
  { body, data }: Pick<OpenTask, 'body' | 'data'>,
  o: Handing,
): QuestionnaireResponse {
  const extensionsAt = (place: Place): Extension[] => {
    const { key } = place,
      day = o.since?.get(key),
      by = o.recorded?.[key];
    if (day !== undefined) return [extensionOfUnconfirmed(day)];
    const source = sourceAt(o.model, o.state, place, !body.blank);
    return [
      ...(source ? [extensionOfSource(source)] : []),
      ...(by === undefined ? [] : [{ url: RECORDED_BY, valueString: by }]),
    ];
  };
  const at = new Date(o.now).toISOString(),
    subject = { reference: patientReference(body.patient.patid) };
  const response = responseOf(
    viewOf(o.model, o.state, o.computed),
    {
      id: o.opId,
      status: o.status,
      language: o.language,
      authored: at,
      ...(!body.blank && { subject, source: subject }),
    },
    extensionsAt,
  );
  const volatile = new Set(
      o.model.nodes.filter((node) => node.isVolatile).map((node) => node.linkId),
    ),
    before = isFormData(data) ? data.previous?.response : undefined;
  return withOrigins(
    withStopped(response, o.faults),
    {
      at,
      by: { kind: 'patient' },
      ...(o.tabletId !== undefined && { device: o.tabletId }),
      volatile,
      ...(o.takenBack && { takenBack: o.takenBack }),
    },
    before,
  );
}

/**
 * Returns the record data available to a form's expressions: a FHIR Patient with name and birth
 * date, and what the task brought for them.
 */
export const patientOf = (
  { patient, blank }: OpenTask['body'],
  data: OpenTask['data'],
): PatientVariable =>
  patientVariable(
    patient.name,
    patient.geburtsdatum,
    blank ? undefined : patient.patid,
    isFormData(data) ? data.patientRead : undefined,
  );
