// The answers of a form as they leave the tablet: what counts now, where it comes from, and who wrote it down.

import type { Extension } from '../../../shared/forms/questionnaire/fhir.ts';
import { isFormData } from '../../../shared/forms/task/form-task.ts';
import {
  extensionOfUnconfirmed,
  RECORDED_BY,
  withOrigins,
} from '../../../shared/forms/answers/origin.ts';
import type { Model } from '../../../shared/forms/questionnaire/model.ts';
import {
  responseOf,
  type QuestionnaireResponse,
  type ResponseStatus,
} from '../../../shared/forms/questionnaire/response.ts';
import type { Fault } from '../../../shared/forms/questionnaire/scope.ts';
import type { FormState, Place } from '../../../shared/forms/questionnaire/state.ts';
import { viewOf, type Computed } from '../../../shared/forms/questionnaire/view.ts';
import { withStopped } from '../../../shared/forms/answers/stopped.ts';
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
  /** Who of the team wrote the answers of a place down. */
  recorded?: Readonly<Record<string, string>> | undefined;
  /** Untouched earlier answers: key of the place → day of the last confirmation. */
  since?: ReadonlyMap<string, string> | undefined;
  /** linkIds whose earlier answer was taken back by an act. */
  takenBack?: ReadonlySet<string> | undefined;
  /** Of the last computing: what was stopped is told with the answers. */
  faults?: readonly Fault[] | undefined;
}

/** What is handed in; a blank form that was begun here has no patient yet. */
export function responseIn(
  { body, data }: Pick<OpenTask, 'body' | 'data'>,
  o: Handing,
): QuestionnaireResponse {
  const extensionsAt = ({ key }: Place): Extension[] => {
    const day = o.since?.get(key),
      by = o.recorded?.[key];
    if (day !== undefined) return [extensionOfUnconfirmed(day)];
    return by === undefined ? [] : [{ url: RECORDED_BY, valueString: by }];
  };
  const at = new Date(o.now).toISOString(),
    subject = { reference: `Patient/${body.patient.patid}` };
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

/** What a form may ask of the record: a FHIR Patient with what the tablet was told anyway. */
export const patientOf = ({ patient, blank }: OpenTask['body']): object => ({
  resourceType: 'Patient',
  ...(!blank && { id: patient.patid }),
  name: [{ text: patient.name }],
  birthDate: patient.geburtsdatum,
});
