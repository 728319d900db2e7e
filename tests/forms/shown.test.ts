/**
 * The shown text is stored: each answer has the text that was on the screen; a reader of the record
 * finds both.
 */

import { describe, expect, test } from 'vitest';
import { findForm, withLanguages } from '../../catalog/forms/catalogue.ts';
import { questionnaireResponseSchema } from '../../shared/forms/task/form-task.schema.ts';
import { modelOf, NO, YES } from '../../shared/forms/questionnaire/model.ts';
import { occurrencesOf, pairAnswers } from '../../shared/forms/questionnaire/pairs.ts';
import { responseOf, stateOfResponse } from '../../shared/forms/questionnaire/response.ts';
import {
  type QuestionnaireResponse,
  type ResponseItem,
} from '../../shared/forms/questionnaire/response-types.ts';
import { previousOf } from '../../shared/forms/answers/revisit.ts';
import { markShown, SHOWN, shownIn, standardText } from '../../shared/forms/questionnaire/shown.ts';
import {
  newState,
  placeOf,
  setAnswers,
  type FormState,
  type ShownHow,
} from '../../shared/forms/questionnaire/state.ts';
import { carryUntouched } from '../../shared/forms/answers/untouched.ts';
import { viewOf } from '../../shared/forms/questionnaire/view.ts';

const German: ShownHow = { language: 'de', plain: false },
  Plain: ShownHow = { language: 'de', plain: true },
  Turkish: ShownHow = { language: 'tr', plain: false };
const model = modelOf(
  await withLanguages(findForm('anamnese-erwachsene@2')!.questionnaire, ['tr', 'fr']),
);
const textOf = (linkId: string): string => model.byLinkId.get(linkId)!.item.text ?? '';
const answer = (state: FormState, linkId: string, how: ShownHow, value = NO): FormState =>
  markShown(
    state,
    setAnswers(state, placeOf(model.byLinkId.get(linkId)!, []), [{ valueCoding: value }]),
    how,
    'de',
  );
const sent = (state: FormState): QuestionnaireResponse =>
  responseOf(viewOf(model, state), {
    id: 'a',
    status: 'completed',
    language: 'de',
    authored: '2026-11-20T09:00:00Z',
  });
function itemIn(response: QuestionnaireResponse, linkId: string): ResponseItem {
  const find = (items: readonly ResponseItem[] | undefined): ResponseItem | undefined => {
    for (const one of items ?? []) {
      const found = one.linkId === linkId ? one : find(one.item);
      if (found) return found;
    }
    return undefined;
  };
  const found = find(response.item);
  if (!found) throw new Error(linkId);
  return found;
}

describe('[shown] the texts of a question', () => {
  test("the response has the plain text with its mark; the form's own text is next to it", () => {
    const item = itemIn(sent(answer(newState(model), 'osteoporose', Plain)), 'osteoporose');
    expect(item.text).toBe('Haben Sie schwache Knochen (Osteoporose)?');
    expect(item.extension).toEqual([
      {
        url: SHOWN,
        extension: [
          { url: 'language', valueCode: 'de' },
          { url: 'mode', valueCode: 'plain' },
          { url: 'standard', valueString: textOf('osteoporose') },
        ],
      },
    ]);
    expect([shownIn(item), standardText(item)]).toEqual([
      { text: item.text, language: 'de', plain: true, standard: textOf('osteoporose') },
      textOf('osteoporose'),
    ]);
  });

  test('the same for a translation, plain or not', () => {
    const item = itemIn(sent(answer(newState(model), 'osteoporose', Turkish)), 'osteoporose'),
      plain = itemIn(
        sent(answer(newState(model), 'osteoporose', { language: 'tr', plain: true })),
        'osteoporose',
      );
    expect(shownIn(item)).toMatchObject({
      language: 'tr',
      plain: false,
      standard: textOf('osteoporose'),
    });
    expect(shownIn(plain)).toMatchObject({ language: 'tr', plain: true });
    expect(new Set([item.text, plain.text, textOf('osteoporose')]).size).toBe(3);
  });

  test('a question without other texts, or read in its original text, is unchanged', () => {
    // It has no plain text.
    expect(itemIn(sent(answer(newState(model), 'gelenk', Plain)), 'gelenk')).toMatchObject({
      text: textOf('gelenk'),
    });
    expect(
      itemIn(sent(answer(newState(model), 'gelenk', Plain)), 'gelenk').extension,
    ).toBeUndefined();
    const standard = answer(newState(model), 'osteoporose', German);
    expect([standard.shown, itemIn(sent(standard), 'osteoporose').extension]).toEqual([
      undefined,
      undefined,
    ]);
    // This form has no Spanish texts: German was on the screen.
    expect(
      itemIn(
        sent(answer(newState(model), 'osteoporose', { language: 'es', plain: false })),
        'osteoporose',
      ),
    ).toMatchObject({ text: textOf('osteoporose') });
  });

  test('after a mode change each answer has the text that was on the screen; the last answer counts', () => {
    const mixed = answer(
        answer(answer(newState(model), 'osteoporose', Plain), 'nachblutung', German),
        'tumor',
        Turkish,
      ),
      response = sent(mixed);
    expect(
      ['osteoporose', 'nachblutung', 'tumor'].map(
        (one) => shownIn(itemIn(response, one))?.language,
      ),
    ).toEqual(['de', undefined, 'tr']);
    const again = answer(mixed, 'osteoporose', German, YES);
    expect(shownIn(itemIn(sent(again), 'osteoporose'))).toBeUndefined();
    expect(shownIn(itemIn(sent(answer(again, 'nachblutung', Plain)), 'nachblutung'))?.plain).toBe(
      true,
    );
    // A different answer elsewhere leaves the marks of all others unchanged.
    expect(again.shown).toMatchObject({ tumor: { language: 'tr', plain: false } });
  });

  test('no string of a response has whitespace the standard does not allow', () => {
    for (const linkId of ['osteoporose', 'tumor', 'nachblutung'])
      expect(
        itemIn(sent(answer(newState(model), linkId, { language: 'fr', plain: true })), linkId).text,
      ).not.toMatch(/\u00a0/);
  });

  test('accepts the mark, and answers of older tablets and drafts without one', () => {
    const response = sent(answer(newState(model), 'osteoporose', Plain));
    expect(questionnaireResponseSchema.parse(response)).toEqual(response);
    const old: FormState = { ...answer(newState(model), 'osteoporose', German) };
    delete (old as { shown?: unknown }).shown;
    expect(questionnaireResponseSchema.parse(sent(old))).toEqual(sent(old));
    expect(itemIn(sent(old), 'osteoporose').text).toBe(textOf('osteoporose'));
  });

  test('the practice reads the German question and the shown text next to it', () => {
    const before = sent(answer(newState(model), 'osteoporose', German)),
      after = sent(answer(newState(model), 'osteoporose', Plain, YES));
    expect(occurrencesOf(after).find((one) => one.linkId === 'osteoporose')).toMatchObject({
      text: textOf('osteoporose'),
      shown: { plain: true, text: 'Haben Sie schwache Knochen (Osteoporose)?' },
    });
    expect(pairAnswers(before, after).map((one) => one.text)).toEqual([textOf('osteoporose')]);
    // Different texts move no answer: all answers return to their places.
    expect(stateOfResponse(model, after).state.answers).toEqual({
      osteoporose: [{ valueCoding: YES }],
    });
    expect(stateOfResponse(model, after).misfits).toEqual([]);
  });

  test('an untouched earlier answer keeps its text; a confirmed one gets the current text', () => {
    const then = sent(answer(answer(newState(model), 'osteoporose', Plain), 'tumor', Turkish)),
      earlier = previousOf(model, then, '2025-03-04');
    const today = answer(newState(model), 'tumor', German),
      { state, since } = carryUntouched(model, today, earlier, { opened: new Set(['tumor']) });
    expect([...since.keys()]).toEqual(['osteoporose']);
    const response = sent(state);
    expect(shownIn(itemIn(response, 'osteoporose'))).toMatchObject({ plain: true, language: 'de' });
    expect(shownIn(itemIn(response, 'tumor'))).toBeUndefined();
  });

  test('an incomplete mark is ignored', () => {
    expect(
      shownIn({
        linkId: 'a',
        text: 'x',
        extension: [{ url: SHOWN, extension: [{ url: 'mode', valueCode: 'plain' }] }],
      }),
    ).toBeUndefined();
    expect(standardText({ linkId: 'a' })).toBe('a');
  });
});
