/** What the server finds in answers that no page of the form could have handed in. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EXTENSION } from '../../shared/forms/questionnaire/extensions.ts';
import type { Extension, FhirValue } from '../../shared/forms/questionnaire/fhir.ts';
import { bindFhirPath } from '../../shared/forms/questionnaire/expressions/fhirpath.ts';
import { compute } from '../../shared/forms/questionnaire/expressions/computed.ts';
import { judge } from '../../shared/forms/answers/judge.ts';
import { modelOf } from '../../shared/forms/questionnaire/model.ts';
import { responseOf } from '../../shared/forms/questionnaire/response.ts';
import { newState, placeOf, setAnswers } from '../../shared/forms/questionnaire/state.ts';
import { viewOf } from '../../shared/forms/questionnaire/view.ts';
import { withStopped } from '../../shared/forms/answers/stopped.ts';
import type {
  Questionnaire,
  QuestionnaireItem,
} from '../../shared/forms/questionnaire/questionnaire.ts';
import type { ResponseItem } from '../../shared/forms/questionnaire/response-types.ts';
import { loadFhirPath } from './fhirpath.ts';
import { form, play, randomActs, randomForm } from './random-forms.ts';

const evaluate = await loadFhirPath();
const by = (url: string, expression: string): Extension => ({
  url,
  valueExpression: { language: 'text/fhirpath', expression },
});
const calculated = (
  linkId: string,
  type: QuestionnaireItem['type'],
  expression: string,
  more: Partial<QuestionnaireItem> = {},
): QuestionnaireItem => ({
  linkId,
  type,
  text: linkId,
  readOnly: true,
  extension: [by(EXTENSION.calculatedExpression, expression)],
  ...more,
});
const number = (linkId: string, more: Partial<QuestionnaireItem> = {}): QuestionnaireItem => ({
  linkId,
  type: 'integer',
  text: linkId,
  ...more,
});
const A = `%resource.item.where(linkId='a').answer.value`;
const said = (linkId: string, value: FhirValue): ResponseItem => ({ linkId, answer: [value] });
const judged = (
  questionnaire: Questionnaire,
  item: readonly ResponseItem[],
  more = {},
  by_ = evaluate,
) =>
  judge(
    modelOf(questionnaire),
    { resourceType: 'QuestionnaireResponse', status: 'completed', item, ...more },
    by_,
  ).map(({ key, code }) => `${key} ${code}`);

const SUM = form(number('a'), calculated('sum', 'integer', `${A} + 1`));

test('a forged total is found, the right one is not', () => {
  const a = said('a', { valueInteger: 5 });
  expect(judged(SUM, [a, said('sum', { valueInteger: 999 })])).toEqual(['sum calculated']);
  expect(judged(SUM, [a])).toEqual(['sum calculated']);
  expect(judged(SUM, [a, said('sum', { valueInteger: 6 })])).toEqual([]);
});

test('a calculated value that the person may change is accepted, and counts in what follows', () => {
  const open = form(
    number('a'),
    calculated('b', 'integer', `${A} + 1`, { readOnly: false }),
    calculated('c', 'integer', `iif(${A.replace("'a'", "'b'")}.exists(), 1, 0)`),
  );
  const a = said('a', { valueInteger: 5 });
  expect(judged(open, [a, said('b', { valueInteger: 2 }), said('c', { valueInteger: 1 })])).toEqual(
    [],
  );
  expect(judged(open, [a, said('c', { valueInteger: 0 })])).toEqual([]);
});

test('an answer to a question that is not asked is found, by condition and by expression', () => {
  const conditional = form(
    number('a'),
    {
      linkId: 'g',
      type: 'group',
      text: 'g',
      enableWhen: [{ question: 'a', operator: '>', answerInteger: 3 }],
      item: [number('x')],
    },
    number('y', { extension: [by(EXTENSION.enableWhenExpression, `${A} > 3`)] }),
  );
  const rest = [
    { linkId: 'g', item: [said('x', { valueInteger: 1 })] },
    said('y', { valueInteger: 1 }),
  ];
  expect(judged(conditional, [said('a', { valueInteger: 1 }), ...rest])).toEqual([
    'x not_asked',
    'y not_asked',
  ]);
  expect(judged(conditional, [said('a', { valueInteger: 4 }), ...rest])).toEqual([]);
});

test('a missing required answer is found in a form with formulas, unless it is not asked', () => {
  const needed = form(
    ...(SUM.item ?? []),
    number('y', {
      required: true,
      extension: [by(EXTENSION.enableWhenExpression, `${A} > 3`)],
    }),
  );
  const of = (a: number) => [said('a', { valueInteger: a }), said('sum', { valueInteger: a + 1 })];
  expect(judged(needed, of(5))).toEqual(['y required']);
  expect(judged(needed, of(2))).toEqual([]);
});

test('a broken rule and a broken limit are found, a warning is not', () => {
  const rule = (severity: string, expression: string): Extension => ({
    url: EXTENSION.constraint,
    extension: [
      { url: 'key', valueId: severity },
      { url: 'severity', valueCode: severity },
      { url: 'human', valueString: 'Nein' },
      { url: 'expression', valueString: expression },
    ],
  });
  const strict = form(
    number('a', {
      extension: [
        rule('error', 'answer.value < 100'),
        rule('warning', 'answer.value < 3'),
        { url: EXTENSION.maxValue, valueInteger: 50 },
      ],
    }),
  );
  expect(judged(strict, [said('a', { valueInteger: 10 })])).toEqual([]);
  expect(judged(strict, [said('a', { valueInteger: 60 })])).toEqual(['a tooBig']);
  expect(judged(strict, [said('a', { valueInteger: 200 })])).toEqual(['a tooBig', 'a rule']);
});

test('a total that has no result is named once, whether the page said so or not', () => {
  const fails = form(number('a'), calculated('sum', 'integer', "('x' | 'y').toInteger()"));
  const a = said('a', { valueInteger: 5 });
  expect(judged(fails, [a])).toEqual(['sum total_missing']);
  expect(judged(fails, [a, said('sum', { valueInteger: 3 })])).toEqual([
    'sum not_computed',
    'sum total_missing',
  ]);
  const model = modelOf(fails),
    node = model.byLinkId.get('a');
  if (!node) throw new Error('a');
  const done = compute(
      model,
      setAnswers(newState(model), placeOf(node, []), [{ valueInteger: 5 }]),
      evaluate,
    ),
    response = withStopped(responseOf(done.view, { status: 'completed' }), done.faults);
  expect(judge(model, response, evaluate)).toEqual([]);
});

test('dates are judged as of the day of the answers, and a time of day is not compared', async () => {
  const [library, r4] = await Promise.all([import('fhirpath'), import('fhirpath/fhir-context/r4')]);
  const then = bindFhirPath(library.default, r4.default, {
    day: '2020-02-03',
    at: Date.UTC(2020, 1, 3, 10),
  });
  const dated = form(
    calculated('day', 'date', 'today()'),
    calculated('at', 'dateTime', 'now()'),
    calculated('year', 'boolean', 'now() < @2021-01-01T00:00:00Z'),
  );
  const right = [
    said('day', { valueDate: '2020-02-03' }),
    said('at', { valueDateTime: '2020-02-03T10:59:00+01:00' }),
    said('year', { valueBoolean: true }),
  ];
  expect(judged(dated, right, {}, then)).toEqual([]);
  expect(
    judged(dated, [said('day', { valueDate: '2020-02-04' }), ...right.slice(1)], {}, then),
  ).toEqual(['day calculated']);
});

test('random forms, step by step: what a page hands in has no answer that was not asked, and fits', () => {
  let answered = 0;
  fc.assert(
    fc.property(randomForm(14), randomActs, (questionnaire, acts) => {
      const model = modelOf(questionnaire),
        state = play(model, acts, newState(model)),
        response = responseOf(viewOf(model, state), { status: 'completed' });
      answered += response.item?.length ?? 0;
      expect(
        judge(model, response).filter((one) => /^(?:not_asked|misfit)$/.test(one.code)),
      ).toEqual([]);
    }),
    { numRuns: 500 },
  );
  expect(answered).toBeGreaterThan(200);
});
