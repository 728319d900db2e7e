/** Options that expressions offer or not (`answerOptionsToggleExpression`), also at the hand-in. */
import { expect, test } from 'vitest';
import { judge } from '../../shared/forms/answers/judge.ts';
import { EXTENSION } from '../../shared/forms/questionnaire/extensions.ts';
import { modelOf } from '../../shared/forms/questionnaire/model.ts';
import { responseOf } from '../../shared/forms/questionnaire/response.ts';
import { answersAt, newState, type FormState } from '../../shared/forms/questionnaire/state.ts';
import { at, by, evaluate } from './calculations.ts';
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

test('an option is offered while its expression is true', () => {
  const model = modelOf(form(ASTHMA, WITHOUT_ASTHMA));
  const at = (value: boolean): FormState => given(model, { asthma: [{ valueBoolean: value }] });
  expect(offered(model, at(false), 'mittel')).toEqual(['ass', 'ibu', 'pct']);
  expect(offered(model, at(true), 'mittel')).toEqual(['ibu', 'pct']);
  // SDC: anything but true is not offered.
  expect(offered(model, newState(model), 'mittel')).toEqual(['ibu', 'pct']);
});

test('an option of several toggles is offered if one of them is true', () => {
  const model = modelOf(
    form(ASTHMA, toggled([toggle('false', drug('ass'), drug('ibu')), toggle('true', drug('ass'))])),
  );
  expect(offered(model, newState(model), 'mittel')).toEqual(['ass', 'pct']);
});

test('a toggle that fails rules nothing out and is named', () => {
  const model = modelOf(form(ASTHMA, toggled([toggle('1 + (', drug('ass'))])));
  expect(offered(model, newState(model), 'mittel')).toEqual(['ass', 'ibu', 'pct']);
  expect(run(model, newState(model)).faults.map((one) => [one.kind, one.reason])).toEqual([
    ['answerOptionsToggleExpression', 'failed'],
  ]);
});

test('toggles rule out answers of a calculated list as well', () => {
  const model = modelOf(
    form({
      ...listed('a', "'x' | 'y'"),
      extension: [
        by(EXTENSION.answerExpression, "'x' | 'y'"),
        toggle('false', { valueString: 'x' }),
      ],
    }),
  );
  expect(offered(model, newState(model), 'a')).toEqual(['y']);
});

test('an answer that a toggle rules out afterwards is kept and blocks', () => {
  const model = modelOf(form(ASTHMA, WITHOUT_ASTHMA)),
    state = given(model, { mittel: [drug('ass')], asthma: [{ valueBoolean: true }] });
  expect(answersAt(run(model, state).state, at(model, 'mittel'))).toEqual([drug('ass')]);
  expect(codes(model, state)).toEqual(['mittel notAnOption']);
});

test('the server marks a submitted answer that the page did not offer', () => {
  const model = modelOf(form(ASTHMA, WITHOUT_ASTHMA, TEETH, WORST));
  const response = (answers: Parameters<typeof given>[1]) =>
    responseOf(run(model, given(model, answers)).view, { status: 'completed' });
  const honest = { asthma: [{ valueBoolean: false }], mittel: [drug('ass')] },
    forged = {
      asthma: [{ valueBoolean: true }],
      mittel: [drug('ass')],
      zaehne: [tooth('16')],
      schlimmster: [tooth('36')],
    };
  expect(judge(model, response(honest), evaluate)).toEqual([]);
  expect(judge(model, response(forged), evaluate)).toEqual([
    { key: 'mittel', code: 'notAnOption' },
    { key: 'schlimmster', code: 'notAnOption' },
  ]);
});
