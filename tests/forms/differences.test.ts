/** Tests of differences between two visits' answers. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSameValue } from '../../shared/forms/questionnaire/fhir.ts';
import { modelOf } from '../../shared/forms/questionnaire/model.ts';
import { bareValue, occurrencesOf, pairAnswers } from '../../shared/forms/questionnaire/pairs.ts';
import type { QuestionnaireResponse } from '../../shared/forms/questionnaire/response-types.ts';
import { diffOf } from '../../shared/forms/answers/revisit.ts';
import {
  addInstance,
  instancesAt,
  newState,
  setAnswers,
} from '../../shared/forms/questionnaire/state.ts';
import { form, play, randomActs, randomForm } from './random-forms.ts';
import { at, sent, family, medicines } from './revisit-forms.ts';

/** Two children, then and now. */
function children(...rows: readonly (readonly [string, number])[]): QuestionnaireResponse {
  const model = modelOf(form(family));
  let state = newState(model);
  for (let n = 1; n < rows.length; n++) state = addInstance(state, at(model, 'kind'));
  instancesAt(state, at(model, 'kind')).forEach((id, n) => {
    const [name, year] = rows[n] ?? ['', 0];
    state = setAnswers(
      setAnswers(state, at(model, 'name', [id]), [{ valueString: name }]),
      at(model, 'jahr', [id]),
      [{ valueInteger: year }],
    );
  });
  return sent(model, state);
}
const told = (before: QuestionnaireResponse, after: QuestionnaireResponse): string[] =>
  diffOf(before, after).map(
    (one) => `${one.what} ${one.linkId}: ${one.before ?? ''} → ${one.after ?? ''}`,
  );

describe('differences', () => {
  test('a removed repetition does not change the following ones', () => {
    expect(
      told(
        children(['Ada', 2010], ['Bo', 2012], ['Cem', 2014]),
        children(['Ada', 2010], ['Cem', 2015]),
      ),
    ).toEqual([
      'confirmed name: Ada → Ada',
      'confirmed jahr: 2010 → 2010',
      'confirmed name: Cem → Cem',
      'changed jahr: 2014 → 2015',
      'removed name: Bo → ',
      'removed jahr: 2012 → ',
    ]);
  });
  test('each of several answers is separate, with its children', () => {
    const model = modelOf(form(medicines)),
      of = (...list: readonly [string, string][]): QuestionnaireResponse => {
        let state = setAnswers(
          newState(model),
          at(model, 'mittel'),
          list.map(([valueString]) => ({ valueString })),
        );
        instancesAt(state, at(model, 'mittel')).forEach((id, n) => {
          state = setAnswers(state, at(model, 'dosis', [id]), [
            { valueString: list[n]?.[1] ?? '' },
          ]);
        });
        return sent(model, state);
      };
    expect(
      told(of(['ASS', '100'], ['Ramipril', '5']), of(['Ramipril', '10'], ['Marcumar', '3'])),
    ).toEqual([
      'confirmed mittel: Ramipril → Ramipril',
      'added mittel:  → Marcumar',
      'changed dosis: 5 → 10',
      'added dosis:  → 3',
      'removed mittel: ASS → ',
      'removed dosis: 100 → ',
    ]);
  });
  test('texts are those of the practice', () => {
    const model = modelOf(
      form(
        { linkId: 'b', type: 'boolean', text: 'Rauchen Sie?' },
        { linkId: 'd', type: 'date', text: 'Seit wann?' },
      ),
    );
    const before = sent(
        model,
        setAnswers(newState(model), at(model, 'b'), [{ valueBoolean: false }]),
      ),
      after = sent(
        model,
        setAnswers(
          setAnswers(newState(model), at(model, 'b'), [{ valueBoolean: true }]),
          at(model, 'd'),
          [{ valueDate: '2026-03-12' }],
        ),
        '2026-06-01T08:00:00Z',
      );
    expect(diffOf(before, after)).toEqual([
      {
        what: 'changed',
        linkId: 'b',
        text: 'Rauchen Sie?',
        rows: [],
        before: 'Nein',
        after: 'Ja',
        at: '2026-06-01T08:00:00Z',
        since: '2026-06-01T08:00:00Z',
      },
      {
        what: 'added',
        linkId: 'd',
        text: 'Seit wann?',
        rows: [],
        after: '12.03.2026',
        at: '2026-06-01T08:00:00Z',
        since: '2026-06-01T08:00:00Z',
      },
    ]);
  });
  test('every answer of both sides is listed once, for any forms', () => {
    fc.assert(
      fc.property(randomForm(), randomActs, randomActs, (questionnaire, first, second) => {
        const model = modelOf(questionnaire),
          before = sent(model, play(model, first)),
          after = sent(model, play(model, second)),
          pairs = pairAnswers(before, after);
        const all = (one: QuestionnaireResponse): unknown[] =>
          occurrencesOf(one).flatMap((occurrence) => occurrence.answers);
        expect(new Set(pairs.flatMap((one) => one.before ?? []))).toEqual(new Set(all(before)));
        expect(pairs.flatMap((one) => one.after ?? [])).toEqual(all(after));
        expect(pairs.filter((one) => one.before).length).toBe(all(before).length);
        for (const one of pairs)
          if (one.isSame)
            expect(isSameValue(bareValue(one.before ?? {}), bareValue(one.after ?? {}))).toBe(true);
      }),
      { numRuns: 400 },
    );
  });
  test('a form answered the same way twice has only confirmed answers', () => {
    fc.assert(
      fc.property(randomForm(), randomActs, (questionnaire, acts) => {
        const model = modelOf(questionnaire),
          response = sent(model, play(model, acts));
        expect(
          diffOf(response, JSON.parse(JSON.stringify(response)) as QuestionnaireResponse).filter(
            (one) => one.what !== 'confirmed',
          ),
        ).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
