/** Tests of the words of a chosen option: stored as shown, in the language of the person. */
import { expect, it } from 'vitest';
import { findForm, withLanguages } from '../../../catalog/forms/catalogue.ts';
import { bareValue, occurrencesOf } from './pairs.ts';
import { modelOf } from './model.ts';
import { responseOf } from './response.ts';
import { markShown, shownAnswerIn } from './shown.ts';
import { newState, placeOf, setAnswers } from './state.ts';
import { viewOf } from './view.ts';

it.each([
  ['en', 'Pacemaker or defibrillator'],
  ['de', undefined],
])('[shown] the response stores the option as it was read in %s', async (language, words) => {
  const model = modelOf(
      await withLanguages(findForm('anamnese-erwachsene@4')!.questionnaire, ['en']),
    ),
    heart = model.byLinkId.get('herz')!,
    device = heart.options.find((one) => one.value.valueCoding?.code === 'herzgeraet')!,
    start = newState(model);
  const state = markShown(
      start,
      setAnswers(start, placeOf(heart, []), [device.value]),
      { language, plain: false },
      'de',
    ),
    [said] = occurrencesOf(responseOf(viewOf(model, state), { status: 'completed' })).flatMap(
      (one) => one.answers,
    );
  expect(shownAnswerIn(said!)).toBe(words);
  expect(bareValue(said!)).toEqual(device.value);
});
