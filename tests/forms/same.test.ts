/** Cached decisions while typing: reused only if the whole form would be decided the same way. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { modelOf } from '../../shared/forms/questionnaire/model.ts';
import { asksTheSame } from '../../kiosk/forms/same-answers.ts';
import {
  newState,
  placeOf,
  setAnswers,
  type FormState,
} from '../../shared/forms/questionnaire/state.ts';
import { viewOf } from '../../shared/forms/questionnaire/view.ts';
import { form, play, randomActs, randomForm } from './random-forms.ts';

const asked = (model: ReturnType<typeof modelOf>, state: FormState): string[] =>
  viewOf(model, state)
    .places()
    .map((one) => one.key);

test('random forms with cycles, step by step: a cached decision always equals a recomputed one', () => {
  let kept = 0,
    changed = 0;
  fc.assert(
    fc.property(randomForm(14, true), randomActs, (questionnaire, acts) => {
      const model = modelOf(questionnaire);
      let state = newState(model);
      for (const act of acts) {
        const next = play(model, [act], state);
        if (next !== state && asksTheSame(model, state, next)) {
          expect(asked(model, next)).toEqual(asked(model, state));
          kept++;
        } else changed++;
        state = next;
      }
    }),
    { numRuns: 1_000 },
  );
  // Both must have been met often, or this shows nothing.
  expect([kept > 1_000, changed > 1_000]).toEqual([true, true]);
});

test('typing without dependents hits the cache; an answer that opens a question does not', () => {
  const model = modelOf(
    form(
      { linkId: 'a', type: 'string', text: 'a' },
      {
        linkId: 'b',
        type: 'string',
        text: 'b',
        enableWhen: [{ question: 'a', operator: '=', answerString: 'ja' }],
      },
      { linkId: 'x~1', type: 'string', text: 'foreign' },
    ),
  );
  const put = (state: FormState, linkId: string, valueString: string): FormState => {
    const node = model.byLinkId.get(linkId);
    if (!node) throw new Error(linkId);
    return setAnswers(state, placeOf(node, []), [{ valueString }]);
  };
  const empty = newState(model),
    typed = put(empty, 'a', 'j');
  expect(asksTheSame(model, empty, typed)).toBe(true);
  expect(asksTheSame(model, typed, put(typed, 'a', 'ja'))).toBe(false);
  expect(asksTheSame(model, typed, put(typed, 'b', 'x'))).toBe(true);
  expect(asksTheSame(model, empty, put(empty, 'x~1', 'y'))).toBe(false);
});

test('a changed condition by expression is detected', () => {
  const expression = {
    url: 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-enableWhenExpression',
    valueExpression: { language: 'text/fhirpath', expression: 'true' },
  };
  const model = modelOf(form({ linkId: 'a', type: 'string', text: 'a', extension: [expression] })),
    state = newState(model);
  const says = (is: boolean) => ({
    isEnabled: () => is,
    isLike: (other: { isEnabled: (key: string) => boolean | undefined }) =>
      other.isEnabled('a') === is,
  });
  expect(asksTheSame(model, state, state, { before: says(true), after: says(true) })).toBe(true);
  expect(asksTheSame(model, state, state, { before: says(true), after: says(false) })).toBe(false);
});
