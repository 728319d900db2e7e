/**
 * Lists of answers that expressions make (`answerExpression`), and the linter's words on choices.
 */
import { expect, test } from 'vitest';
import { TEST_PATIENT } from '../../shared/forms/answers/patient-variable.ts';
import { stoppedIn, withStopped } from '../../shared/forms/answers/stopped.ts';
import { importQuestionnaire } from '../../shared/forms/design/import.ts';
import { lint } from '../../shared/forms/design/lint.ts';
import { compute } from '../../shared/forms/questionnaire/expressions/computed.ts';
import type { FhirValue } from '../../shared/forms/questionnaire/fhir.ts';
import { EXTENSION, SDC } from '../../shared/forms/questionnaire/extensions.ts';
import { modelOf } from '../../shared/forms/questionnaire/model.ts';
import { MOST_OFFERED } from '../../shared/forms/questionnaire/expressions/offers.ts';
import { responseOf, stateOfResponse } from '../../shared/forms/questionnaire/response.ts';
import {
  addInstance,
  answersAt,
  newState,
  setAnswers,
} from '../../shared/forms/questionnaire/state.ts';
import type { QuestionnaireItem } from '../../shared/forms/questionnaire/questionnaire.ts';
import { answer, at, by, evaluate, variable } from './calculations.ts';
import { form } from './random-forms.ts';
import {
  tooth,
  TEETH,
  listed,
  WORST,
  toggle,
  drug,
  ASTHMA,
  toggled,
  WITHOUT_ASTHMA,
  run,
  given,
  offered,
  codes,
} from './choice-forms.ts';

test('a list follows the answers that its expression reads', () => {
  const model = modelOf(form(TEETH, WORST));
  expect(offered(model, newState(model), 'schlimmster')).toEqual([]);
  expect(
    offered(model, given(model, { zaehne: [tooth('16'), tooth('36')] }), 'schlimmster'),
  ).toEqual(['Zahn 16', 'Zahn 36']);
});

test('an answer outside the list does not pass, one of it does', () => {
  const model = modelOf(form(TEETH, WORST)),
    named = given(model, { zaehne: [tooth('16')] });
  expect(codes(model, given(model, { schlimmster: [tooth('36')] }, named))).toEqual([
    'schlimmster notAnOption',
  ]);
  expect(codes(model, given(model, { schlimmster: [tooth('16')] }, named))).toEqual([]);
});

test('an answer that drops out of the list is kept, blocks, and passes again with its option', () => {
  const model = modelOf(form(TEETH, WORST)),
    before = given(model, { zaehne: [tooth('16'), tooth('26')], schlimmster: [tooth('26')] }),
    dropped = given(model, { zaehne: [tooth('16')] }, before),
    { state } = run(model, dropped);
  expect(answersAt(state, at(model, 'schlimmster'))).toEqual([tooth('26')]);
  expect(codes(model, state)).toEqual(['schlimmster notAnOption']);
  expect(codes(model, given(model, { zaehne: [tooth('26')] }, state))).toEqual([]);
});

test('a required question with nothing to choose asks for nothing', () => {
  const model = modelOf(form(TEETH, WORST));
  expect(codes(model, newState(model))).toEqual([]);
  expect(codes(model, given(model, { zaehne: [tooth('16')] }))).toEqual(['schlimmster required']);
});

test('a minimum of answers is never more than there are to choose', () => {
  const many = listed('beide', answer('zaehne'), {
      repeats: true,
      required: true,
      extension: [{ url: EXTENSION.minOccurs, valueInteger: 2 }],
    }),
    model = modelOf(form(TEETH, many));
  const one = { beide: [tooth('16')] };
  expect(codes(model, given(model, { zaehne: [tooth('16')], ...one }))).toEqual([]);
  expect(codes(model, given(model, { zaehne: [tooth('16'), tooth('26')], ...one }))).toEqual([
    'beide tooFew',
  ]);
});

test.each<[string, QuestionnaireItem['type'], string, readonly FhirValue[]]>([
  ['texts', 'choice', "'a' | 'b'", [{ valueString: 'a' }, { valueString: 'b' }]],
  ['whole numbers', 'choice', '1 | 2', [{ valueInteger: 1 }, { valueInteger: 2 }]],
  ['days', 'choice', '@2026-01-31', [{ valueDate: '2026-01-31' }]],
  ['times', 'choice', '@T09:30', [{ valueTime: '09:30:00' }]],
  ['a text that looks like a day', 'choice', "'2026-01-31'", [{ valueString: '2026-01-31' }]],
  [
    'the person as a reference',
    'reference',
    '%patient',
    [{ valueReference: { reference: 'Patient/1' } }],
  ],
  ['numbers', 'decimal', '0.1 + 0.2', [{ valueDecimal: 0.3 }]],
  ['words', 'string', "'a'", [{ valueString: 'a' }]],
])('a list may hold %s', (_what, type, expression, expected) => {
  const model = modelOf(form(listed('a', expression, { type })));
  const { view, faults } = compute(model, newState(model), evaluate, {
    variables: { patient: { ...TEST_PATIENT, id: '1' } },
  });
  expect(faults).toEqual([]);
  expect(view.asShown(at(model, 'a')).node.options.map((one) => one.value)).toEqual(expected);
});

test('the same answer is offered once, and days are written as read', () => {
  const model = modelOf(form(listed('a', '@2026-01-31.combine(@2026-01-31)')));
  expect(offered(model, newState(model), 'a')).toEqual(['31.01.2026']);
});

test('a repeated answer keeps words and weight of the option that it repeats', () => {
  const total: QuestionnaireItem = {
      linkId: 'summe',
      type: 'integer',
      text: 'Summe',
      readOnly: true,
      extension: [
        by(
          EXTENSION.calculatedExpression,
          "%resource.item.where(linkId='schlimmster').answer.weight().sum().toInteger()",
        ),
      ],
    },
    translated = {
      ...TEETH,
      answerOption: [
        {
          valueCoding: {
            system: 'urn:fdi',
            code: '16',
            display: 'Zahn 16',
            _display: {
              extension: [
                {
                  url: 'http://hl7.org/fhir/StructureDefinition/translation',
                  extension: [
                    { url: 'lang', valueCode: 'en' },
                    { url: 'content', valueString: 'tooth 16' },
                  ],
                },
              ],
            },
          },
          extension: [{ url: EXTENSION.ordinalValue, valueDecimal: 16 }],
        },
      ],
    },
    model = modelOf(form(translated, WORST, total)),
    { state, view } = run(
      model,
      given(model, { zaehne: [tooth('16')], schlimmster: [tooth('16')] }),
    );
  expect(answersAt(state, at(model, 'summe'))).toEqual([{ valueInteger: 16 }]);
  const marked = given(
    model,
    {},
    { ...state, shown: { schlimmster: { language: 'en', plain: false } } },
  );
  expect(JSON.stringify(responseOf(run(model, marked).view, { status: 'completed' }))).toContain(
    'tooth 16',
  );
  expect(view.asShown(at(model, 'schlimmster')).node.options[0]?.words).toBeDefined();
});

test('an open question takes own words next to its list', () => {
  const model = modelOf(form(listed('a', "'x' | 'y'", { type: 'open-choice' })));
  expect(codes(model, given(model, { a: [{ valueString: 'anderes' }] }))).toEqual([]);
  expect(codes(model, given(model, { a: [tooth('16')] }))).toEqual(['a notAnOption']);
});

test('each repetition has its own list', () => {
  const group: QuestionnaireItem = {
      linkId: 'g',
      type: 'group',
      text: 'Zahn',
      repeats: true,
      item: [
        { ...TEETH, repeats: false },
        listed('davon', '%zahn', {
          extension: [],
        }),
      ],
      extension: [variable('zahn', "%context.item.where(linkId='zaehne').answer.value")],
    },
    model = modelOf(form(group));
  let state = addInstance(newState(model), at(model, 'g'));
  state = setAnswers(state, at(model, 'zaehne', [1]), [tooth('16')]);
  state = setAnswers(state, at(model, 'zaehne', [2]), [tooth('26')]);
  expect(offered(model, state, 'davon', [1])).toEqual(['Zahn 16']);
  expect(offered(model, state, 'davon', [2])).toEqual(['Zahn 26']);
});

test('a first or calculated answer is one of the list', () => {
  const model = modelOf(
    form(
      listed('a', "'x' | 'y'", { extension: [by(EXTENSION.initialExpression, "'y'")] }),
      listed('b', "'x' | 'y'", { extension: [by(EXTENSION.initialExpression, "'z'")] }),
    ),
  );
  const { state, faults } = run(model, newState(model));
  expect(answersAt(state, at(model, 'a'))).toEqual([{ valueString: 'y' }]);
  expect(answersAt(state, at(model, 'b'))).toEqual([]);
  expect(faults.map((one) => [one.linkId, one.reason])).toEqual([['b', 'not_a_value']]);
});

test.each([
  ['an expression that fails', '1 + (', 'failed'],
  [
    'a list over the limit',
    `'${'x,'.repeat(MOST_OFFERED + 1)}'.split(',').select($this + $index.toString())`,
    'too_long',
  ],
])('%s rules nothing out, asks for nothing and is named', (_what, expression, reason) => {
  const model = modelOf(form(listed('a', expression, { required: true }))),
    kept = given(model, { a: [tooth('16')] }),
    { state, faults, view } = run(model, kept);
  expect(answersAt(state, at(model, 'a'))).toEqual([tooth('16')]);
  expect(codes(model, kept)).toEqual([]);
  expect(codes(model, newState(model))).toEqual([]);
  expect(faults.map((one) => [one.kind, one.reason])).toEqual([['answerExpression', reason]]);
  expect(stoppedIn(withStopped(responseOf(view, { status: 'completed' }), faults))).toEqual(['a']);
});

test('a result that is no answer is left out and named', () => {
  const model = modelOf(form(listed('a', "'x' | 1.5")));
  expect(offered(model, newState(model), 'a')).toEqual(['x']);
  expect(run(model, newState(model)).faults.map((one) => one.reason)).toEqual(['not_a_value']);
});

test('a list that its own calculated answer changes is stopped and named', () => {
  const turning = listed('a', `iif(${answer('a')} = 'x', 'y', 'x')`, {
      readOnly: true,
      extension: [by(EXTENSION.calculatedExpression, "'x'")],
    }),
    model = modelOf(form(turning)),
    { faults, state } = run(model, newState(model));
  expect(faults.map((one) => one.reason)).toContain('circle');
  expect(run(model, state).state).toEqual(state);
});

test('answers of a list go round: response and back', () => {
  const model = modelOf(form(TEETH, WORST)),
    filled = given(model, { zaehne: [tooth('16')], schlimmster: [tooth('16')] }),
    response = responseOf(run(model, filled).view, { status: 'completed' }),
    { state, misfits } = stateOfResponse(model, response);
  expect(misfits).toEqual([]);
  expect(responseOf(run(model, state, true).view, { status: 'completed' })).toEqual(response);
});

test('the import takes them without a finding, inside a group and behind a condition as well', () => {
  const group: QuestionnaireItem = {
    linkId: 'g',
    type: 'group',
    text: 'Gruppe',
    item: [
      { ...WORST, enableWhen: [{ question: 'zaehne', operator: 'exists', answerBoolean: true }] },
    ],
  };
  const questionnaire = form(TEETH, ASTHMA, WITHOUT_ASTHMA, group),
    { findings } = importQuestionnaire(questionnaire);
  expect(findings).toEqual([]);
  expect(lint(modelOf(questionnaire)).findings).toEqual([]);
});

test.each<[string, QuestionnaireItem, string]>([
  ['a list of another language', listed('a', 'Practitioner?active=true'), 'expression_language'],
  ['a second list', { ...WORST, answerOption: [tooth('16')] }, 'options_twice'],
  ['a list of a group', listed('a', '1', { type: 'group', item: [ASTHMA] }), 'options_misplaced'],
])('%s is refused by name', (_what, item, code) => {
  const foreign =
    code === 'expression_language'
      ? {
          ...item,
          extension: item.extension?.map((one) => ({
            ...one,
            valueExpression: { language: 'application/x-fhir-query', expression: 'P?a=b' },
          })),
        }
      : item;
  expect(importQuestionnaire(form(TEETH, foreign)).findings.map((one) => one.code)).toContain(code);
});

test.each<[string, readonly QuestionnaireItem[], readonly string[]]>([
  [
    'lists that wait for each other',
    [listed('a', answer('b')), listed('b', answer('a'))],
    ['error circle'],
  ],
  [
    'a list that repeats its own answer',
    [TEETH, listed('a', `${answer('zaehne')} | ${answer('a')}`)],
    [],
  ],
  [
    'a toggle without an expression',
    [
      toggled([
        { url: EXTENSION.toggleExpression, extension: [{ url: 'option', ...drug('ass') }] },
      ]),
    ],
    ['error toggle_incomplete'],
  ],
  ['a toggle without options', [toggled([toggle('true')])], ['error toggle_incomplete']],
  [
    'a toggle of an unknown option',
    [toggled([toggle('true', drug('x'))])],
    ['warning toggle_unknown_option'],
  ],
])('the linter names %s', (_what, items, expected) => {
  expect(lint(modelOf(form(...items))).findings.map((one) => `${one.level} ${one.code}`)).toEqual(
    expected,
  );
});

test('candidates in another language are listed and refuse nothing; in FHIRPath they are run', () => {
  const findingsOf = (language: string) =>
    importQuestionnaire(
      form({
        ...TEETH,
        extension: [
          { url: `${SDC}candidateExpression`, valueExpression: { language, expression: '1' } },
        ],
      }),
    ).findings.map((one) => [one.level, one.code]);
  expect(findingsOf('text/cql')).toEqual([['warning', 'extension_changes']]);
  expect(findingsOf('text/fhirpath')).toEqual([]);
});
