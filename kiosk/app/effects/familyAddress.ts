// Address of one person of a Mappe for the next ones: kept in memory until the run ends, and sent
// by the server with their forms, so that a restart or another tablet offers it too.

import { useMemo } from 'react';
import { isFormData } from '../../../shared/forms/task/form-task.ts';
import type { Model } from '../../../shared/forms/questionnaire/model.ts';
import type { QuestionnaireResponse } from '../../../shared/forms/questionnaire/response-types.ts';
import type { FormState } from '../../../shared/forms/questionnaire/state.ts';
import {
  addressIn,
  asksAnother,
  withFrom,
  type TakenFrom,
} from '../../forms/answers/sameAddress.ts';
import type { OpenTask } from './answers.ts';
import type { Tablet } from '../tablet.ts';

let given: { mappeId: string; from: TakenFrom } | null = null;

/** Kept until the machine leaves this Mappe: then no data of these people may remain (S4). */
function remember(actor: Tablet['actor'], mappeId: string, from: TakenFrom): void {
  given = { mappeId, from };
  const watch = actor.subscribe((snapshot) => {
    if (snapshot.context.mappeId === mappeId) return;
    if (given?.mappeId === mappeId) given = null;
    watch.unsubscribe();
  });
}

export interface FamilyAddress {
  /**
   * Returns the previous person's address to ask about before the form, where the form has none or
   * another one.
   */
  readonly offer: TakenFrom | undefined;
  /** Remembers the address for the next person, and marks the answers with their source. */
  handIn(response: QuestionnaireResponse): QuestionnaireResponse;
}

/** Offers the previous person's address; only in a Mappe of several people. */
export function useFamilyAddress(
  actor: Tablet['actor'],
  { body, data, draft }: OpenTask,
  model: Model,
  state: FormState,
): FamilyAddress {
  const said = draft.form?.address,
    isFamily = body.family !== undefined,
    {
      mappeId,
      patient: { patid, name },
    } = body;
  const known =
      given?.mappeId === mappeId && given.from.patid !== patid ? given.from : body.family?.address,
    near = isFamily && known?.patid !== patid ? known : undefined;
  const record = isFormData(data) ? data.record : undefined;
  const offer = useMemo(
    () =>
      near && said === undefined && asksAnother(model, state, near.address, record)
        ? near
        : undefined,
    [near, said, model, state, record],
  );
  return {
    offer,
    handIn(response) {
      const address = isFamily ? addressIn(model, state) : undefined;
      if (address) remember(actor, mappeId, { patid, name, address });
      return said !== undefined && said !== 'other' ? withFrom(model, response, said) : response;
    },
  };
}
