/**
 * Untouched earlier answers: they stay, each with the day of its last confirmation, and never hide
 * an answer of today.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { modelOf, NO, YES } from '../../shared/forms/questionnaire/model.ts';
import {
  originsOf,
  recordersIn,
  unconfirmedSince,
  withOrigins,
} from '../../shared/forms/answers/origin.ts';
import { bareValue, occurrencesOf } from '../../shared/forms/questionnaire/pairs.ts';
import { responseOf } from '../../shared/forms/questionnaire/response.ts';
import type { QuestionnaireResponse } from '../../shared/forms/questionnaire/response-types.ts';
import { diffOf, previousOf } from '../../shared/forms/answers/revisit.ts';
import {
  addInstance,
  answersAt,
  instancesAt,
  newState,
  removeInstance,
  setAnswers,
  type FormState,
} from '../../shared/forms/questionnaire/state.ts';
import { carryUntouched, mergeVisits, takenBackAt } from '../../shared/forms/answers/untouched.ts';
import { viewOf } from '../../shared/forms/questionnaire/view.ts';
import { form, play, randomActs, randomForm } from './random-forms.ts';
import {
  yes,
  no,
  text,
  at,
  type Answers,
  asked,
  choice,
  words,
  anamnesis,
  visit,
  told,
  ONE,
  TWO,
  THREE,
  first,
} from './anamnesis.ts';

describe('untouched answers', () => {
  test('stay over three visits with the day of their last confirmation', () => {
    const second = visit(TWO, first, ONE, { answers: { tumor: [no], arzt: [text('Dr. A')] } });
    expect(told(second)).toEqual([
      'gelenk: Y (since 2024-01-01)',
      'wo: Hüfte (since 2024-01-01)',
      'arzt: Dr. A',
      'tumor: N',
    ]);
    const third = visit(THREE, second, TWO, { answers: { tumor: [no], wo: [text('Hüfte')] } });
    // The patient sees the earlier joint; its day is still that of the first visit.
    expect(told(third)).toEqual([
      'gelenk: Y (since 2024-01-01)',
      'wo: Hüfte',
      'arzt: Dr. A (since 2025-01-01)',
      'tumor: N',
    ]);
    const fourth = visit('2027-01-01', third, THREE, { answers: { gelenk: [yes], tumor: [no] } });
    expect(told(fourth)).toEqual([
      'gelenk: Y',
      'wo: Hüfte (since 2026-01-01)',
      'arzt: Dr. A (since 2025-01-01)',
      'tumor: N',
    ]);
    const joint = occurrencesOf(fourth).find((one) => one.linkId === 'gelenk')?.answers[0] ?? {};
    expect(originsOf(joint).map((origin) => [origin.how, origin.at.slice(0, 10)])).toEqual([
      ['neu', ONE],
      ['bestaetigt', '2027-01-01'],
    ]);
  });
  test('keep their origin, without an author of today', () => {
    const written = withOrigins(first, {
      at: `${ONE}T10:00:00Z`,
      by: { kind: 'patient' },
      volatile: new Set(),
      recordedBy: 'Frau M',
    });
    const second = visit(TWO, written, ONE, { answers: { tumor: [no] } }),
      joint = occurrencesOf(second)[0]?.answers[0] ?? {};
    expect(originsOf(joint).map((origin) => [origin.how, origin.at.slice(0, 10)])).toEqual([
      ['neu', ONE],
    ]);
    expect([recordersIn(written), recordersIn(second)]).toEqual([['Frau M'], []]);
  });
  test('are distinct from removed and confirmed ones', () => {
    const second = visit(TWO, first, ONE, {
      answers: { tumor: [no], arzt: [text('Dr. A')] },
      opened: ['wo'],
    });
    expect(
      diffOf(first, second).map((one) => [one.what, one.linkId, one.since?.slice(0, 10)]),
    ).toEqual([
      ['unconfirmed', 'gelenk', ONE],
      ['confirmed', 'arzt', ONE],
      ['confirmed', 'tumor', ONE],
      ['removed', 'wo', ONE],
      ['removed', 'heute', ONE],
    ]);
  });
  test('are not carried over if cleared or changed, nor at the next visit', () => {
    const second = visit(TWO, first, ONE, {
      answers: { tumor: [yes] },
      opened: ['gelenk', 'tumor'],
    });
    expect(told(second)).toEqual(['arzt: Dr. A (since 2024-01-01)', 'tumor: Y']);
    const merged = mergeVisits(anamnesis, [
      { response: second, day: TWO },
      { response: first, day: ONE },
    ]);
    expect(merged).toBe(second);
  });
  test('are not carried over if another answer hides them', () => {
    const second = visit(TWO, first, ONE, { answers: { gelenk: [no], tumor: [no] } });
    expect(told(second)).toEqual(['gelenk: N', 'arzt: Dr. A (since 2024-01-01)', 'tumor: N']);
    expect(
      mergeVisits(anamnesis, [
        { response: second, day: TWO },
        { response: first, day: ONE },
      ]),
    ).toBe(second);
  });
  test('never hide an answer of today', () => {
    const model = modelOf(
      form(choice('gelenk'), words('grund', asked('gelenk', NO)), words('arzt')),
    );
    const other = modelOf(
      form(
        choice('gelenk'),
        words('grund', { enableWhen: [{ question: 'gelenk', operator: '!=', answerCoding: YES }] }),
        words('arzt'),
      ),
    );
    const before = visit(ONE, undefined, '', {
      model,
      answers: { gelenk: [yes], arzt: [text('Dr. A')] },
    });
    expect(
      told(visit(TWO, before, ONE, { model: other, answers: { grund: [text('keines')] } })),
    ).toEqual(['grund: keines', 'arzt: Dr. A (since 2024-01-01)']);
  });
  test('of a repetition stay with it; removed ones are gone, added ones start empty', () => {
    const model = modelOf(
      form({
        linkId: 'kind',
        type: 'group',
        repeats: true,
        text: 'Kind',
        item: [words('name'), words('jahr')],
      }),
    );
    const children = (...rows: readonly string[]): FormState => {
      let state = newState(model);
      for (let n = 1; n < rows.length; n++) state = addInstance(state, at(model, 'kind'));
      instancesAt(state, at(model, 'kind')).forEach((id, n) => {
        state = setAnswers(
          setAnswers(state, at(model, 'name', [id]), [text(rows[n] ?? '')]),
          at(model, 'jahr', [id]),
          [text(`20${n}`)],
        );
      });
      return state;
    };
    const before = responseOf(viewOf(model, children('Ada', 'Bo', 'Cem')), {
      status: 'completed',
      authored: `${ONE}T10:00:00Z`,
    });
    const earlier = previousOf(model, before, ONE),
      [ada = 0, bo = 0] = instancesAt(earlier.start, at(model, 'kind'));
    let state = removeInstance(earlier.start, at(model, 'kind'), bo);
    state = setAnswers(state, at(model, 'name', [ada]), [text('Ada')]);
    state = addInstance(state, at(model, 'kind'));
    const carried = carryUntouched(model, state, earlier, { opened: new Set() }),
      response = responseOf(viewOf(model, carried.state), { status: 'completed' });
    expect(told(response)).toEqual(['name: Ada', 'jahr: 200', 'name: Cem', 'jahr: 202']);
    expect([...takenBackAt(model, state, earlier, new Set())]).toEqual(['name', 'jahr']);
  });

  test('all are kept, none is invented, and all of today count, for any form', () => {
    let count = 0;
    fc.assert(
      fc.property(
        randomForm(),
        randomActs,
        randomActs,
        fc.array(fc.nat(40), { maxLength: 4 }),
        (questionnaire, then, today, opens) => {
          const model = modelOf(questionnaire),
            before = responseOf(viewOf(model, play(model, then)), { status: 'completed' }),
            earlier = previousOf(model, before, ONE);
          const state = play(model, today, earlier.start),
            view = viewOf(model, state),
            all = view.places(),
            opened = new Set(opens.flatMap((n) => all[n]?.key ?? []));
          const carried = carryUntouched(model, state, earlier, { opened }),
            after = viewOf(model, carried.state);
          for (const place of all)
            if (answersAt(state, place).length > 0) {
              expect(after.isEnabled(place)).toBe(true);
              expect(after.answers(place)).toEqual(answersAt(state, place));
            }
          const given = all.filter((place) => answersAt(state, place).length > 0);
          for (const place of after.places()) {
            const offered = earlier.answersAt(place, carried.state);
            if (carried.since.has(place.key)) {
              count += 1;
              expect(opened.has(place.key)).toBe(false);
              expect(after.answers(place)).toEqual(offered);
              continue;
            }
            const isDrawn = (node: typeof place.node): boolean =>
              !node.isHidden && (!node.parent || isDrawn(node.parent));
            if (
              !place.node.isQuestion ||
              place.node.isReadOnly ||
              !isDrawn(place.node) ||
              opened.has(place.key) ||
              answersAt(carried.state, place).length > 0 ||
              offered.length === 0
            )
              continue;
            // An answer is omitted only if it would hide an answer of today.
            const more = viewOf(model, setAnswers(carried.state, place, offered));
            expect(given.every((one) => more.isEnabled(one))).toBe(false);
          }
        },
      ),
      { numRuns: 500 },
    );
    expect(count).toBeGreaterThan(100);
  });
});

describe('several visits as one', () => {
  const response = (day: string, answers: Answers, model = anamnesis): QuestionnaireResponse =>
    visit(day, undefined, '', { model, answers });
  test('the newest answer counts per question, and gaps are filled from before with their day', () => {
    const home = response(THREE, { tumor: [yes] }),
      second = response(TWO, { arzt: [text('Dr. B')], tumor: [no] });
    const merged = mergeVisits(anamnesis, [
      { response: home, day: THREE },
      { response: second, day: TWO },
      { response: first, day: ONE },
    ]);
    expect(told(merged)).toEqual([
      'gelenk: Y (since 2024-01-01)',
      'wo: Hüfte (since 2024-01-01)',
      'arzt: Dr. B (since 2025-01-01)',
      'tumor: Y',
    ]);
  });
  test('a newer form version finds moved items of the same answer type', () => {
    const newer = modelOf(
      form(
        {
          linkId: 'neu',
          type: 'group',
          text: 'Neu',
          item: [choice('gelenk'), { linkId: 'arzt', type: 'integer', text: 'arzt' }],
        },
        words('wo', asked('gelenk')),
      ),
    );
    const today = responseOf(viewOf(newer, newState(newer)), { status: 'completed' });
    expect(
      told(
        mergeVisits(newer, [
          { response: today, day: TWO },
          { response: first, day: ONE },
        ]),
      ),
    ).toEqual(['gelenk: Y (since 2024-01-01)', 'wo: Hüfte (since 2024-01-01)']);
  });
  test('repetitions come completely from one visit', () => {
    const model = modelOf(
      form(
        {
          linkId: 'kind',
          type: 'group',
          repeats: true,
          text: 'Kind',
          item: [words('name'), words('jahr')],
        },
        words('arzt'),
      ),
    );
    const row = (name: string, year?: string): QuestionnaireResponse['item'] => [
      {
        linkId: 'kind',
        item: [
          { linkId: 'name', answer: [text(name)] },
          ...(year === undefined ? [] : [{ linkId: 'jahr', answer: [text(year)] }]),
        ],
      },
    ];
    const of = (item: QuestionnaireResponse['item']): QuestionnaireResponse => ({
      resourceType: 'QuestionnaireResponse',
      status: 'completed',
      ...(item && { item }),
    });
    expect(
      told(
        mergeVisits(model, [
          { response: of(row('Bo')), day: TWO },
          { response: of(row('Ada', '2010')), day: ONE },
        ]),
      ),
    ).toEqual(['name: Bo']);
    expect(
      told(
        mergeVisits(model, [
          { response: of([{ linkId: 'arzt', answer: [text('Dr. A')] }]), day: TWO },
          { response: of(row('Ada', '2010')), day: ONE },
        ]),
      ),
    ).toEqual(['name: Ada (since 2024-01-01)', 'jahr: 2010 (since 2024-01-01)', 'arzt: Dr. A']);
  });
  test('nothing of the newest is lost and nothing is invented, for any form', () => {
    fc.assert(
      fc.property(randomForm(), randomActs, randomActs, (questionnaire, then, today) => {
        const model = modelOf(questionnaire),
          sent = (acts: typeof then): QuestionnaireResponse =>
            responseOf(viewOf(model, play(model, acts)), { status: 'completed' });
        const older = sent(then),
          newest = sent(today),
          merged = mergeVisits(model, [
            { response: newest, day: TWO },
            { response: older, day: ONE },
          ]);
        const all = (one: QuestionnaireResponse): string[] =>
          occurrencesOf(one)
            .flatMap((o) =>
              o.answers
                .filter((a) => unconfirmedSince(a) === undefined)
                .map((a) => `${o.linkId} ${JSON.stringify(bareValue(a))}`),
            )
            .sort();
        expect(all(merged)).toEqual(all(newest));
        const old = new Set(all(older));
        for (const o of occurrencesOf(merged))
          for (const a of o.answers)
            if (unconfirmedSince(a) !== undefined)
              expect(old.has(`${o.linkId} ${JSON.stringify(bareValue(a))}`)).toBe(true);
      }),
      { numRuns: 400 },
    );
  });
});
