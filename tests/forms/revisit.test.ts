/**
 * Repeat visits: nothing is taken over without confirmation, nothing critical is missed, first
 * dates stay, differences are shown.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EXTENSION } from '../../shared/forms/questionnaire/extensions.ts';
import { modelOf, NO, YES } from '../../shared/forms/questionnaire/model.ts';
import {
  extensionOfOrigin,
  originOf,
  originsOf,
  sinceOf,
  takenBackIn,
  withOrigins,
} from '../../shared/forms/answers/origin.ts';
import { bareValue, pairAnswers } from '../../shared/forms/questionnaire/pairs.ts';
import type { QuestionnaireResponse } from '../../shared/forms/questionnaire/response-types.ts';
import { diffOf, previousOf } from '../../shared/forms/answers/revisit.ts';
import {
  addInstance,
  answersAt,
  everyPlace,
  instancesAt,
  newState,
  setAnswers,
} from '../../shared/forms/questionnaire/state.ts';
import type {
  Questionnaire,
  QuestionnaireItem,
} from '../../shared/forms/questionnaire/questionnaire.ts';
import { form, play, randomActs, randomForm } from './random-forms.ts';
import { flag, at, sent, no, act } from './revisit-forms.ts';

describe('previous answers', () => {
  test('volatile items are never offered, nothing is taken over, everything else is offered or named', () => {
    const marked = fc
      .tuple(randomForm(), fc.array(fc.nat(13), { maxLength: 5 }))
      .map(([questionnaire, marks]): Questionnaire => {
        const mark = (items: readonly QuestionnaireItem[]): QuestionnaireItem[] =>
          items.map((one) => ({
            ...one,
            ...(marks.some((n) => one.linkId === `i${n}`) && {
              extension: [...(one.extension ?? []), flag(EXTENSION.volatile)],
            }),
            ...(one.item && { item: mark(one.item) }),
          }));
        return { ...questionnaire, item: mark(questionnaire.item ?? []) };
      });
    fc.assert(
      fc.property(marked, randomActs, (questionnaire, acts) => {
        const model = modelOf(questionnaire),
          last = sent(model, play(model, acts)),
          previous = previousOf(model, last, '2026-01-01');
        expect(sent(model, previous.start).item ?? []).toEqual([]);
        // Confirms every offered answer, outer places first: the new submission then equals the old
        // one without its volatile answers.
        let state = previous.start,
          isDone = false;
        while (!isDone) {
          isDone = true;
          for (const place of everyPlace(state, model.roots)) {
            const offered = previous.answersAt(place, state);
            if (place.node.isVolatile) expect(offered).toEqual([]);
            if (
              place.node.type === 'group' &&
              place.node.isFrame &&
              instancesAt(state, place).length < previous.rowsAt(place, state)
            )
              state = addInstance(state, place);
            else if (offered.length > 0 && answersAt(state, place).length === 0)
              state = setAnswers(state, place, offered);
            else continue;
            isDone = false;
            break;
          }
        }
        expect(previous.misfits).toEqual([]);
        const without = (items: QuestionnaireResponse['item']): string[] =>
          (items ?? []).flatMap((one): string[] =>
            model.byLinkId.get(one.linkId)?.isVolatile === true && !one.item
              ? []
              : [
                  ...(one.answer ?? []).flatMap((answer) => [
                    `${one.linkId} ${JSON.stringify(bareValue(answer))}`,
                    ...without(answer.item),
                  ]),
                  ...without(one.item),
                ],
          );
        const kept = [...everyPlace(state, model.roots)].flatMap((place) =>
          answersAt(state, place).map((value) => `${place.node.linkId} ${JSON.stringify(value)}`),
        );
        expect(kept.toSorted()).toEqual(without(last.item).toSorted());
      }),
      { numRuns: 400 },
    );
  });
  test('a newer form finds moved items, and names those without a place', () => {
    const old = modelOf(
      form({
        linkId: 'g',
        type: 'group',
        text: 'g',
        item: [
          { linkId: 'a', type: 'string', text: 'a' },
          { linkId: 'b', type: 'boolean', text: 'b' },
          {
            linkId: 'c',
            type: 'choice',
            text: 'c',
            answerOption: [{ valueCoding: YES }, { valueCoding: NO }],
          },
          { linkId: 'weg', type: 'string', text: 'weg' },
        ],
      }),
    );
    let state = newState(old);
    for (const [linkId, value] of [
      ['a', { valueString: 'x' }],
      ['b', { valueBoolean: true }],
      ['c', no],
      ['weg', { valueString: 'w' }],
    ] as const)
      state = setAnswers(state, at(old, linkId), [value]);
    const newer = modelOf(
      form(
        { linkId: 'a', type: 'string', text: 'a' },
        {
          linkId: 'h',
          type: 'group',
          text: 'h',
          item: [
            { linkId: 'b', type: 'choice', text: 'b', answerOption: [{ valueCoding: YES }] },
            { linkId: 'c', type: 'choice', text: 'c', answerOption: [{ valueCoding: YES }] },
          ],
        },
      ),
    );
    const previous = previousOf(newer, sent(old, state), '2026-01-01');
    expect(previous.answersAt(at(newer, 'a'))).toEqual([{ valueString: 'x' }]);
    expect([previous.answersAt(at(newer, 'b')), previous.answersAt(at(newer, 'c'))]).toEqual([
      [],
      [],
    ]);
    expect(previous.misfits).toEqual([
      { linkId: 'b', values: [{ valueBoolean: true }] },
      { linkId: 'c', values: [no] },
      { linkId: 'weg', values: [{ valueString: 'w' }] },
    ]);
  });
});

describe('origins of answers', () => {
  const model = modelOf(
    form(
      { linkId: 'a', type: 'string', text: 'a' },
      { linkId: 'v', type: 'string', text: 'v', extension: [flag(EXTENSION.volatile)] },
      { linkId: 'b', type: 'string', text: 'b' },
    ),
  );
  const of = (answers: Record<string, string>): QuestionnaireResponse =>
    sent(
      model,
      Object.entries(answers).reduce(
        (state, [linkId, valueString]) => setAnswers(state, at(model, linkId), [{ valueString }]),
        newState(model),
      ),
    );
  const answer = (response: QuestionnaireResponse, linkId: string) =>
    response.item?.find((one) => one.linkId === linkId)?.answer?.[0] ?? {};
  const isVolatile = new Set(['v']);
  test('confirmed answers keep their first date over any number of visits; changed ones are new', () => {
    const one = withOrigins(
      of({ a: 'x', v: 'x', b: 'x' }),
      act('2024-01-01', { volatile: isVolatile }),
    );
    const two = withOrigins(
      of({ a: 'x', v: 'x', b: 'y' }),
      act('2025-01-01', { volatile: isVolatile, device: 't1' }),
      one,
    );
    const three = withOrigins(
      of({ a: 'x', v: 'x', b: 'y' }),
      act('2026-01-01', {
        volatile: isVolatile,
        by: { kind: 'staff', id: 'u1' },
        recordedBy: 'u1',
      }),
      two,
    );
    expect(
      originsOf(answer(three, 'a')).map((origin) => [origin.how, origin.at.slice(0, 4)]),
    ).toEqual([
      ['neu', '2024'],
      ['bestaetigt', '2026'],
    ]);
    expect(
      originsOf(answer(three, 'v')).map((origin) => [origin.how, origin.at.slice(0, 4)]),
    ).toEqual([['neu', '2026']]);
    expect(
      originsOf(answer(three, 'b')).map((origin) => [origin.how, origin.at.slice(0, 4)]),
    ).toEqual([
      ['geaendert', '2025'],
      ['bestaetigt', '2026'],
    ]);
    expect(originOf(answer(three, 'a'))).toEqual({
      how: 'bestaetigt',
      at: '2026-01-01T10:00:00Z',
      by: { kind: 'staff', id: 'u1' },
      recordedBy: 'u1',
    });
    expect(
      diffOf(two, three).map((difference) => [
        difference.linkId,
        difference.what,
        difference.since?.slice(0, 4),
      ]),
    ).toEqual([
      ['a', 'confirmed', '2024'],
      ['v', 'confirmed', '2026'],
      ['b', 'confirmed', '2025'],
    ]);
  });
  test('a retracted answer is shown with its value; an answer left open is not', () => {
    const before = withOrigins(of({ a: 'x', b: 'x' }), act('2024-01-01')),
      after = withOrigins(of({}), act('2025-01-01', { takenBack: new Set(['a']) }), before);
    expect(takenBackIn(after)).toEqual([
      {
        linkId: 'a',
        was: { valueString: 'x' },
        origin: { how: 'zurueckgenommen', at: '2025-01-01T10:00:00Z', by: { kind: 'patient' } },
      },
    ]);
  });
  test('an origin round-trips, and a broken one is ignored', () => {
    const origin = {
      how: 'geaendert',
      at: '2025-01-01T10:00:00.123+01:00',
      by: { kind: 'staff', id: 'u' },
      device: 'd',
      recordedBy: 'r',
    } as const;
    expect(originOf({ extension: [extensionOfOrigin(origin)] })).toEqual(origin);
    expect(
      originsOf({
        extension: [
          {
            url: 'urn:molar:fhir:origin',
            extension: [
              { url: 'how', valueCode: 'erfunden' },
              { url: 'at', valueDateTime: '2025' },
              { url: 'by', valueCode: 'patient' },
            ],
          },
        ],
      }),
    ).toEqual([]);
  });
  test('first dates never become later and answers never change, for any forms', () => {
    fc.assert(
      fc.property(randomForm(), randomActs, randomActs, (questionnaire, first, second) => {
        const model = modelOf(questionnaire),
          before = withOrigins(sent(model, play(model, first)), act('2024-01-01')),
          plain = sent(model, play(model, second)),
          after = withOrigins(plain, act('2025-01-01'), before);
        for (const { before: old, after: now, isSame } of pairAnswers(before, after))
          if (now) expect(sinceOf(now)).toBe(isSame && old ? sinceOf(old) : '2025-01-01T10:00:00Z');
        const bare = (one: QuestionnaireResponse): unknown =>
          JSON.parse(JSON.stringify(one), (key, value: unknown) =>
            key === 'extension' ? undefined : value,
          );
        expect(bare(after)).toEqual(plain);
      }),
      { numRuns: 300 },
    );
  });
});
