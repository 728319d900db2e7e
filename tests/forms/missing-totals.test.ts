/**
 * A result derived from a missing total is missing too, and is named, so that it is not mistaken
 * for computed.
 */
import { expect, test } from 'vitest';
import { EXTENSION } from '../../shared/forms/questionnaire/extensions.ts';
import {
  compute,
  type ComputeResult,
} from '../../shared/forms/questionnaire/expressions/computed.ts';
import { modelOf, type Model } from '../../shared/forms/questionnaire/model.ts';
import { responseOf } from '../../shared/forms/questionnaire/response.ts';
import {
  addInstance,
  answersAt,
  instancesAt,
  newState,
  placeOf,
  setAnswers,
  type FormState,
  type Place,
} from '../../shared/forms/questionnaire/state.ts';
import { stoppedIn, withStopped } from '../../shared/forms/answers/stopped.ts';
import type { Extension } from '../../shared/forms/questionnaire/fhir.ts';
import type {
  Questionnaire,
  QuestionnaireItem,
} from '../../shared/forms/questionnaire/questionnaire.ts';
import { loadFhirPath } from './fhirpath.ts';
import { form } from './random-forms.ts';

const evaluate = await loadFhirPath();
const by = (url: string, expression: string): Extension => ({
  url,
  valueExpression: { language: 'text/fhirpath', expression },
});
const variable = (name: string, expression: string): Extension => ({
  url: EXTENSION.variable,
  valueExpression: { name, language: 'text/fhirpath', expression },
});
const calculated = (
  linkId: string,
  type: 'integer' | 'string',
  expression: string,
  ...more: Extension[]
): QuestionnaireItem => ({
  linkId,
  type,
  text: linkId,
  readOnly: true,
  extension: [by(EXTENSION.calculatedExpression, expression), ...more],
});
const N: QuestionnaireItem = { linkId: 'n', type: 'integer', text: 'n' };
const value = (linkId: string): string => `%resource.item.where(linkId='${linkId}').answer.value`;
/** Several values in a place for one: the library refuses it. */
const FAILS = "('x' | 'y').toInteger()";
const VERDICT = `iif(${value('total')} >= 3, 'abhängig', 'nicht abhängig')`;

const placeIn = (model: Model, linkId: string, ids: readonly number[] = []): Place => {
  const node = model.byLinkId.get(linkId);
  if (!node) throw new Error(linkId);
  return placeOf(node, ids);
};
interface Done extends ComputeResult {
  readonly at: (linkId: string, ids?: readonly number[]) => unknown;
  readonly named: readonly string[];
  readonly shown: readonly string[];
}
function run(
  questionnaire: Questionnaire,
  fill: (model: Model, state: FormState) => FormState = (_model, state) => state,
): Done {
  const model = modelOf(questionnaire),
    done = compute(model, fill(model, newState(model)), evaluate);
  const at = (linkId: string, ids?: readonly number[]): unknown =>
    Object.values(answersAt(done.state, placeIn(model, linkId, ids))[0] ?? {})[0];
  const response = withStopped(responseOf(done.view, { status: 'completed' }), done.faults);
  return {
    ...done,
    at,
    named: [...stoppedIn(response)].sort(),
    shown: done.view.places().map((one) => one.key),
  };
}
const saying =
  (n: number) =>
  (model: Model, state: FormState): FormState =>
    setAnswers(state, placeIn(model, 'n'), [{ valueInteger: n }]);

test.each<[string, string, readonly string[]]>([
  ['failed', FAILS, ['total', 'verdict']],
  ['cannot be read', '))((', ['total', 'verdict']],
  ['is no number', "'viel'", ['total', 'verdict']],
  ['runs endlessly', '1.repeat($this + 1).count()', ['total', 'verdict']],
  [
    'found nothing to add',
    "%resource.item.where(linkId='n').answer.extension('urn:none').value.toInteger()",
    ['verdict'],
  ],
])('a result of a total that %s is absent and named', (_why, total, named) => {
  const done = run(
    form(N, calculated('total', 'integer', total), calculated('verdict', 'string', VERDICT)),
    saying(7),
  );
  expect([done.at('total'), done.at('verdict')]).toEqual([undefined, undefined]);
  expect(done.named).toEqual(named);
  expect(done.faults).toContainEqual({
    kind: 'calculatedExpression',
    reason: 'missing_input',
    linkId: 'verdict',
    expression: VERDICT,
  });
});

test('with the total the result exists, and nothing is named', () => {
  const questionnaire = form(
    N,
    calculated('verdict', 'string', VERDICT),
    calculated('total', 'integer', value('n')),
  );
  for (const [n, verdict] of [
    [7, 'abhängig'],
    [2, 'nicht abhängig'],
  ] as const) {
    const done = run(questionnaire, saying(n));
    expect([done.at('total'), done.at('verdict'), done.faults]).toEqual([n, verdict, []]);
  }
  expect(run(questionnaire).at('verdict')).toBeUndefined();
});

test('a result disappears with its total, and returns with it', () => {
  const model = modelOf(
    form(N, calculated('total', 'integer', value('n')), calculated('verdict', 'string', VERDICT)),
  );
  const verdictOf = (state: FormState) => answersAt(state, placeIn(model, 'verdict'));
  const first = compute(model, saying(7)(model, newState(model)), evaluate).state;
  const without = compute(model, setAnswers(first, placeIn(model, 'n'), []), evaluate).state;
  const again = compute(model, saying(2)(model, without), evaluate).state;
  expect([first, without, again].map(verdictOf)).toEqual([
    [{ valueString: 'abhängig' }],
    [],
    [{ valueString: 'nicht abhängig' }],
  ]);
});

test('a formula may test for a missing total, but not for a failed one', () => {
  const asking = (total: string): Done =>
    run(
      form(
        calculated('total', 'integer', total),
        calculated('verdict', 'string', `iif(${value('total')}.exists(), 'da', 'noch offen')`),
      ),
    );
  expect([asking('{}').at('verdict'), asking('{}').faults]).toEqual(['noch offen', []]);
  expect([asking(FAILS).at('verdict'), asking(FAILS).named]).toEqual([
    undefined,
    ['total', 'verdict'],
  ]);
});

test('a failed variable counts as not computed in any sum', () => {
  const questionnaire = {
    ...form(
      calculated('total', 'integer', '%twice.sum()'),
      calculated('count', 'integer', '%parts.count()'),
      calculated('good', 'integer', '1 + 1'),
    ),
    extension: [variable('parts', FAILS), variable('twice', '%parts | %parts')],
  };
  const done = run(questionnaire);
  expect([done.at('total'), done.at('count'), done.at('good')]).toEqual([undefined, undefined, 2]);
  expect(done.named).toEqual(['', 'count', 'total']);
});

test('a total read through a variable counts as well', () => {
  const done = run({
    ...form(
      N,
      calculated('total', 'integer', FAILS),
      calculated('verdict', 'string', "iif(%sum >= 3, 'ja', 'nein')"),
    ),
    extension: [variable('sum', value('total'))],
  });
  expect([done.at('verdict'), done.named]).toEqual([undefined, ['total', 'verdict']]);
});

test('a result that depends on a missing result is missing too', () => {
  const done = run(
    form(
      calculated('total', 'integer', FAILS),
      calculated('verdict', 'string', VERDICT),
      calculated('letter', 'string', `'Ergebnis: ' & ${value('verdict')}`),
    ),
  );
  expect([done.at('letter'), done.named]).toEqual([undefined, ['letter', 'total', 'verdict']]);
});

test('a question depending on a failed total is shown; on a pending one it waits', () => {
  const behind = (total: string): Done =>
    run(
      form(
        calculated('total', 'integer', total),
        {
          linkId: 'plain',
          type: 'string',
          text: 'p',
          enableWhen: [{ question: 'total', operator: '>', answerInteger: 0 }],
        },
        {
          linkId: 'formula',
          type: 'string',
          text: 'f',
          extension: [by(EXTENSION.enableWhenExpression, `${value('total')} > 0`)],
        },
      ),
    );
  expect(behind(FAILS).shown).toEqual(['total', 'plain', 'formula']);
  expect(behind('{}').shown).toEqual(['total']);
  expect(behind('0').shown).toEqual(['total']);
  expect(behind(FAILS).named).toEqual(['formula', 'total']);
});

test('a constraint on a failed total is reported as unchecked, not as violated', () => {
  const rule: Extension = {
    url: EXTENSION.constraint,
    extension: [
      { url: 'key', valueId: 'r' },
      { url: 'severity', valueCode: 'error' },
      { url: 'human', valueString: 'zu klein' },
      { url: 'expression', valueString: `${value('total')}.exists()` },
    ],
  };
  const judged = (total: string): Done =>
    run({ ...form(calculated('total', 'integer', total)), extension: [rule] });
  expect([judged(FAILS).problems, judged(FAILS).named]).toEqual([[], ['', 'total']]);
  expect(judged('{}').problems).toHaveLength(1);
});

test('an initial value from a total is computed once the total exists', () => {
  const first: QuestionnaireItem = {
    linkId: 'first',
    type: 'string',
    text: 'f',
    readOnly: true,
    extension: [by(EXTENSION.initialExpression, VERDICT)],
  };
  const done = run(form(N, first, calculated('total', 'integer', value('n'))), saying(7));
  expect([done.at('first'), done.faults]).toEqual(['abhängig', []]);
});

test("each row's result uses its own total, and a sum over all uses each", () => {
  const row: QuestionnaireItem = {
    linkId: 'row',
    type: 'group',
    repeats: true,
    text: 'r',
    extension: [
      variable('part', "item.where(linkId='total').answer.value"),
      variable('n', "item.where(linkId='n').answer.value"),
    ],
    item: [
      N,
      calculated('total', 'integer', '%n'),
      calculated('verdict', 'string', "iif(%part >= 3, 'hoch', 'niedrig')"),
    ],
  };
  let rows: readonly number[] = [];
  const done = run(
    form(
      row,
      calculated(
        'sum',
        'integer',
        "%resource.descendants().where(linkId='total').answer.value.sum()",
      ),
    ),
    (model, state) => {
      const two = addInstance(state, placeIn(model, 'row'));
      rows = instancesAt(two, placeIn(model, 'row'));
      return setAnswers(two, placeIn(model, 'n', [rows[0] ?? 0]), [{ valueInteger: 5 }]);
    },
  );
  expect(rows.map((id) => done.at('verdict', [id]))).toEqual(['hoch', undefined]);
  expect(done.at('sum')).toBeUndefined();
  expect(done.named).toEqual(['sum', 'verdict']);
});

test('a verdict that reads a total by position has no result without it, and is named', () => {
  const verdict = (path: string) =>
    form(
      N,
      calculated('total', 'integer', `${value('n')} + 1`),
      calculated('verdict', 'string', `iif(${path} >= 3, 'abhängig', 'nicht abhängig')`),
    );
  const filled = (model: Model, state: FormState) =>
    setAnswers(state, placeIn(model, 'n'), [{ valueInteger: 5 }]);
  for (const path of [
    '%resource.item[1].answer.value',
    '%resource.item.skip(1).first().answer.value',
    '%resource.item.last().answer.value',
  ]) {
    const open = run(verdict(path));
    expect([open.at('verdict'), open.named]).toEqual([undefined, ['verdict']]);
  }
  expect(run(verdict('%resource.item[1].answer.value'), filled).at('verdict')).toBe('abhängig');
});

test('positions in the form itself are fixed, and read no answers', () => {
  const own = form(
    N,
    calculated('total', 'integer', `${value('n')} + 1`),
    calculated('verdict', 'string', "iif(%questionnaire.item[0].linkId = 'n', 'ja', 'nein')"),
  );
  expect(run(own).at('verdict')).toBe('ja');
});
