/**
 * Random forms, filled at random: exactly the valid answers are sent, nothing is lost or invented,
 * and it round-trips.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { problemsOf } from '../../shared/forms/questionnaire/check.ts';
import { modelOf } from '../../shared/forms/questionnaire/model.ts';
import { responseOf, stateOfResponse } from '../../shared/forms/questionnaire/response.ts';
import { viewOf } from '../../shared/forms/questionnaire/view.ts';
import type {
  Questionnaire,
  QuestionnaireItem,
} from '../../shared/forms/questionnaire/questionnaire.ts';
import { play, randomActs, randomForm } from './random-forms.ts';

const head = { status: 'completed' } as const;
/** The same form without conditions. */
function unconditional(questionnaire: Questionnaire): Questionnaire {
  const bare = ({
    enableWhen: _when,
    enableBehavior: _behavior,
    item,
    ...rest
  }: QuestionnaireItem): QuestionnaireItem => ({ ...rest, ...(item && { item: item.map(bare) }) });
  return { ...questionnaire, item: (questionnaire.item ?? []).map(bare) };
}

test('random forms and answers: nothing is lost or invented, and hidden questions are not submitted', () => {
  fc.assert(
    fc.property(randomForm(25), randomActs, (questionnaire, list) => {
      const model = modelOf(questionnaire),
        state = play(model, list),
        view = viewOf(model, state);
      const response = responseOf(view, head);
      const counted = view
        .places()
        .filter((one) => one.node.isQuestion)
        .flatMap((one) =>
          view.answers(one).map((value) => JSON.stringify([one.node.linkId, value])),
        )
        .toSorted();
      const sent: string[] = [];
      const walk = (items: NonNullable<typeof response.item>): void => {
        for (const item of items) {
          for (const { item: below, ...value } of item.answer ?? []) {
            sent.push(JSON.stringify([item.linkId, value]));
            walk(below ?? []);
          }
          walk(item.item ?? []);
        }
      };
      walk(response.item ?? []);
      expect(sent.toSorted()).toEqual(counted);
      const back = stateOfResponse(model, response);
      expect(back.misfits).toEqual([]);
      expect(problemsOf(view).filter((one) => one.code === 'notAValue')).toEqual([]);
    }),
    { numRuns: 400 },
  );
});

test('a response round-trips unchanged', () => {
  fc.assert(
    fc.property(randomForm(20).map(unconditional), randomActs, (questionnaire, list) => {
      const model = modelOf(questionnaire),
        response = responseOf(viewOf(model, play(model, list)), head);
      const again = responseOf(viewOf(model, stateOfResponse(model, response).state), head);
      expect(again).toEqual(response);
    }),
    { numRuns: 300 },
  );
});
