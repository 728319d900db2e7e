// Tests of assisted filling: active until it ends; a later change by the patient alone carries no
// staff name.

import { expect, it } from 'vitest';
import { NO, YES } from '../../../shared/forms/questionnaire/model.ts';
import { modelOf } from '../../../shared/forms/questionnaire/model.ts';
import { originOf, recordersIn } from '../../../shared/forms/answers/origin.ts';
import {
  newState,
  placeOf,
  setAnswers,
  type FormState,
} from '../../../shared/forms/questionnaire/state.ts';
import type { Questionnaire } from '../../../shared/forms/questionnaire/questionnaire.ts';
import { recordedAfter } from './team.ts';
import { responseIn } from './response.ts';

const FORM: Questionnaire = {
  resourceType: 'Questionnaire',
  status: 'active',
  item: ['a', 'b', 'c'].map((linkId) => ({
    linkId,
    type: 'choice' as const,
    text: linkId,
    answerOption: [{ valueCoding: YES }, { valueCoding: NO }],
  })),
};
const model = modelOf(FORM);
const say = (state: FormState, linkId: string, value: typeof YES): FormState =>
  setAnswers(state, placeOf(model.byLinkId.get(linkId)!, []), [{ valueCoding: value }]);

it('records the author of an answer from the declaration on, and only while they stay', () => {
  const empty = newState(model),
    first = say(empty, 'a', YES),
    alone = recordedAfter(undefined, undefined, empty, first);
  expect(alone).toEqual({});
  const second = say(first, 'b', NO),
    together = recordedAfter('Klein', alone, first, second);
  expect(together).toEqual({ b: 'Klein' });
  const third = say(second, 'c', NO),
    after = recordedAfter(undefined, together, second, third);
  expect(after).toEqual({ b: 'Klein' });
  expect(recordedAfter(undefined, after, third, say(third, 'b', YES))).toEqual({});
  expect(
    recordedAfter(
      'Beck',
      after,
      third,
      setAnswers(third, placeOf(model.byLinkId.get('b')!, []), []),
    ),
  ).toEqual({});
  expect(recordedAfter(undefined, after, third, third)).toBe(after);

  const body = { patient: { patid: '7', name: 'A', geburtsdatum: '1990-01-01' } },
    handing = {
      model,
      state: third,
      status: 'completed' as const,
      opId: 'o',
      language: 'de',
      now: 0,
      tabletId: 't',
      recorded: after,
    };
  const response = responseIn(
    { body, data: {} } as unknown as Parameters<typeof responseIn>[0],
    handing,
  );
  expect(
    response.item?.map((item) => [
      item.linkId,
      originOf(item.answer![0]!)?.by.kind,
      originOf(item.answer![0]!)?.recordedBy,
    ]),
  ).toEqual([
    ['a', 'patient', undefined],
    ['b', 'patient', 'Klein'],
    ['c', 'patient', undefined],
  ]);
  expect(recordersIn(response)).toEqual(['Klein']);
  expect(JSON.stringify(response)).not.toContain('urn:molar:fhir:recorded-by');
});
