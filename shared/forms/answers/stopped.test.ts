/**
 * Tests of marks for aborted formulas: in the response by place, once, accepted by the wire, and
 * nothing else.
 */
import { expect, test } from 'vitest';
import { questionnaireResponseSchema } from '../task/form-task.schema.ts';
import { compute } from '../questionnaire/expressions/computed.ts';
import { modelOf } from '../questionnaire/model.ts';
import { responseOf } from '../questionnaire/response.ts';
import { RanOver, type Evaluate } from '../questionnaire/expressions/scope.ts';
import { newState } from '../questionnaire/state.ts';
import { stoppedIn, withStopped } from './stopped.ts';
import type { Questionnaire } from '../questionnaire/questionnaire.ts';

const CALCULATED =
    'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-calculatedExpression',
  VARIABLE = 'http://hl7.org/fhir/StructureDefinition/variable';
const rule = (url: string, expression: string) => ({
  extension: [{ url, valueExpression: { name: 'v', language: 'text/fhirpath', expression } }],
});
const form = (
  whole: string,
  ...items: readonly (readonly [linkId: string, expression: string])[]
): Questionnaire => ({
  resourceType: 'Questionnaire',
  status: 'active',
  ...rule(VARIABLE, whole),
  item: items.map(([linkId, expression]) => ({
    linkId,
    type: 'integer',
    text: linkId,
    ...rule(CALCULATED, expression),
  })),
});
const evaluate: Evaluate = (expression) => {
  if (expression === 'endless') throw new RanOver();
  if (expression === 'wrong') throw new Error('no such function');
  return expression === 'words' ? ['words'] : [1];
};
function filled(questionnaire: Questionnaire) {
  const model = modelOf(questionnaire),
    { view, faults } = compute(model, newState(model), evaluate);
  return withStopped(
    responseOf(view, {
      id: 'r',
      status: 'completed',
      language: 'de',
      authored: '2026-11-22T08:00:00Z',
    }),
    faults,
  );
}

test('marks an aborted formula by its place, once, the form’s own without one; the wire accepts it', () => {
  const response = filled(form('endless', ['a', 'endless'], ['b', '1'], ['c', 'endless']));
  expect([...stoppedIn(response)].sort()).toEqual(['', 'a', 'c']);
  expect(questionnaireResponseSchema.parse(response)).toEqual(response);
});
test('marks failed and empty ones as well, and returns a response without faults unchanged', () => {
  expect(stoppedIn(filled(form('1', ['a', 'wrong'], ['b', 'words'], ['c', '1'])))).toEqual([
    'a',
    'b',
  ]);
  const bare = { resourceType: 'QuestionnaireResponse', status: 'completed' } as const;
  expect(withStopped(bare, [])).toBe(bare);
});
test('ignores a foreign extension of that name without a place', () => {
  expect(
    stoppedIn({
      extension: [
        { url: 'urn:molar:fhir:formula-stopped' },
        { url: 'urn:other', valueString: 'a' },
      ],
    }),
  ).toEqual([]);
});
