// Tests of the notices above the answers: abandoned half-way, a stopped formula with its question,
// and nothing where all is well.

import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { modelOf } from '../../../../shared/forms/questionnaire/model.ts';
import type { QuestionnaireResponse } from '../../../../shared/forms/questionnaire/response-types.ts';
import { FORMULA_STOPPED } from '../../../../shared/forms/answers/stopped.ts';
import { stage } from '../../../ui/stage.fixture.tsx';
import texts from './texts.de.json';
import { Unfinished } from './Unfinished.tsx';

const model = modelOf({
  resourceType: 'Questionnaire',
  status: 'active',
  item: [{ linkId: 'bmi', type: 'decimal', text: 'Ihr BMI' }],
});
const show = (part: Partial<QuestionnaireResponse>) =>
  stage(
    <Unfinished
      model={model}
      response={{ resourceType: 'QuestionnaireResponse', status: 'completed', ...part }}
    />,
    { anamnese: texts },
  );
const stopped = (...places: string[]) => ({
  extension: places.map((valueString) => ({ url: FORMULA_STOPPED, valueString })),
});

test('complete answers show no notice', async () => {
  await show({});
  expect([
    screen.queryByText(texts['unfinished.title']),
    screen.queryByText(texts['formula.title']),
  ]).toEqual([null, null]);
});
test('abandoned answers show the cause and the questions to ask', async () => {
  await show({ status: 'stopped' });
  expect([
    screen.getByText(texts['unfinished.title']),
    screen.getByText(texts['unfinished.what']),
  ]).toHaveLength(2);
});
test.each([
  [
    'by its question',
    stopped('bmi'),
    model,
    texts['formula.where'].replace('{{questions}}', 'Ihr BMI'),
  ],
  [
    'by its name where the form is not known',
    stopped('bmi'),
    undefined,
    texts['formula.where'].replace('{{questions}}', 'bmi'),
  ],
  ['of the form itself', stopped(''), model, texts['formula.what']],
])('a stopped formula is named %s', async (_name, part, known, words) => {
  await stage(
    <Unfinished
      model={known}
      response={{ resourceType: 'QuestionnaireResponse', status: 'completed', ...part }}
    />,
    { anamnese: texts },
  );
  expect([screen.getByText(texts['formula.title']), screen.getByText(words)]).toHaveLength(2);
});
