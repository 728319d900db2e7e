/** Tests of the schema of submitted answers: every response that a page makes is accepted. */
import { expect, it } from 'vitest';
import { modelOf } from '../questionnaire/model.ts';
import { ALTERNATE_CANONICAL, responseOf } from '../questionnaire/response.ts';
import { newState } from '../questionnaire/state.ts';
import { viewOf } from '../questionnaire/view.ts';
import { questionnaireResponseSchema } from './form-task.schema.ts';

const itemsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    linkId: `q${at}`,
    type: 'integer' as const,
    text: 'Frage',
    initial: [{ valueInteger: at }],
  }));
const answered = (form: object, count = 1) => {
  const model = modelOf({
    resourceType: 'Questionnaire',
    status: 'active',
    url: 'urn:molar:praxis-form:p1',
    version: '1',
    item: itemsOf(count),
    ...form,
  });
  return responseOf(viewOf(model, newState(model)), { status: 'completed' });
};

it('accepts the answers of an imported form, which name its published canonical and the stored form', () => {
  const response = answered({
    _url: {
      extension: [{ url: ALTERNATE_CANONICAL, valueCanonical: 'https://example.org/form|2' }],
    },
  });
  expect(response).toMatchObject({
    questionnaire: 'https://example.org/form|2',
    _questionnaire: { extension: [{ valueCanonical: 'urn:molar:praxis-form:p1|1' }] },
  });
  expect(questionnaireResponseSchema.parse(response)).toEqual(response);
});

it('accepts as many answered questions on one level as a form may have', () => {
  const response = answered({}, 3_000);
  expect(response.item).toHaveLength(3_000);
  expect(questionnaireResponseSchema.parse(response)).toEqual(response);
});
