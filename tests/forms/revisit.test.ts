/**
 * Repeat visits: nothing is taken over without confirmation, nothing critical is missed, first
 * dates stay, differences are shown.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CRITICAL_KINDS, type CriticalKind } from '../../shared/forms/answers/critical.ts';
import {
  isSameValue,
  type Extension,
  type FhirValue,
} from '../../shared/forms/questionnaire/fhir.ts';
import { criticalOf } from '../../shared/forms/answers/find-critical.ts';
import { EXTENSION } from '../../shared/forms/questionnaire/extensions.ts';
import {
  isOption,
  modelOf,
  NO,
  UNKNOWN,
  YES,
  type Model,
} from '../../shared/forms/questionnaire/model.ts';
import {
  extensionOfOrigin,
  originOf,
  originsOf,
  sinceOf,
  takenBackIn,
  withOrigins,
  type Act,
} from '../../shared/forms/answers/origin.ts';
import { bareValue, occurrencesOf, pairAnswers } from '../../shared/forms/questionnaire/pairs.ts';
import { responseOf } from '../../shared/forms/questionnaire/response.ts';
import { type QuestionnaireResponse } from '../../shared/forms/questionnaire/response-types.ts';
import { diffOf, previousOf } from '../../shared/forms/answers/revisit.ts';
import {
  addInstance,
  answersAt,
  everyPlace,
  instancesAt,
  newState,
  placeOf,
  setAnswers,
  toggleOption,
  type FormState,
  type Place,
} from '../../shared/forms/questionnaire/state.ts';
import { viewOf } from '../../shared/forms/questionnaire/view.ts';
import type {
  Questionnaire,
  QuestionnaireItem,
} from '../../shared/forms/questionnaire/questionnaire.ts';
import { form, play, randomActs, randomForm } from './random-forms.ts';

const flag = (url: string): Extension => ({ url, valueBoolean: true });
const critical = (kind: CriticalKind): Extension => ({ url: EXTENSION.critical, valueCode: kind });
const at = (model: Model, linkId: string, ids: readonly number[] = []): Place => {
  const node = model.byLinkId.get(linkId);
  if (!node) throw new Error(linkId);
  return placeOf(node, ids);
};
const sent = (
  model: Model,
  state: FormState,
  authored = '2026-01-01T10:00:00Z',
): QuestionnaireResponse => responseOf(viewOf(model, state), { status: 'completed', authored });
const yes: FhirValue = { valueCoding: YES },
  no: FhirValue = { valueCoding: NO },
  unknown: FhirValue = { valueCoding: UNKNOWN };
const act = (day: string, rest: Partial<Act> = {}): Act => ({
  at: `${day}T10:00:00Z`,
  by: { kind: 'patient' },
  volatile: new Set(),
  ...rest,
});

const family: QuestionnaireItem = {
  linkId: 'kind',
  type: 'group',
  repeats: true,
  text: 'Kind',
  item: [
    { linkId: 'name', type: 'string', text: 'Name' },
    { linkId: 'jahr', type: 'integer', text: 'Jahrgang' },
  ],
};
const medicines: QuestionnaireItem = {
  linkId: 'mittel',
  type: 'string',
  repeats: true,
  text: 'Mittel',
  item: [{ linkId: 'dosis', type: 'string', text: 'Dosis' }],
};

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
        // Confirm everything that is offered, outer places first: what is sent then is what was
        // sent, without what is volatile.
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

describe('critical answers', () => {
  const option = (code: string, kind?: CriticalKind, isExclusive = false) => ({
    valueCoding: { system: 'urn:molar:anamnese', code, display: code },
    extension: [
      ...(kind ? [critical(kind)] : []),
      ...(isExclusive ? [flag(EXTENSION.optionExclusive)] : []),
    ],
  });
  const model = modelOf(
    form(
      {
        linkId: 'allergie',
        type: 'choice',
        text: 'Allergien?',
        required: true,
        extension: [critical('allergie')],
        answerValueSet: 'http://hl7.org/fhir/ValueSet/yesnodontknow',
      },
      {
        linkId: 'welche',
        type: 'string',
        text: 'Welche?',
        enableWhen: [{ question: 'allergie', operator: '=', answerCoding: YES }],
        extension: [critical('allergie')],
      },
      {
        linkId: 'herz',
        type: 'open-choice',
        repeats: true,
        text: 'Herz',
        answerOption: [
          option('klappe', 'endokarditis'),
          option('schrittmacher', 'herzgeraet'),
          option('druck'),
          option('nichts', undefined, true),
        ],
      },
      { linkId: 'frau', type: 'boolean', text: 'Weiblich?' },
      {
        linkId: 'schwanger',
        type: 'boolean',
        text: 'Schwanger?',
        enableWhen: [{ question: 'frau', operator: '=', answerBoolean: true }],
        extension: [critical('schwangerschaft')],
      },
    ),
  );
  const seen = (answers: Record<string, readonly FhirValue[]>): string[] => {
    let state = newState(model);
    for (const [linkId, values] of Object.entries(answers))
      state = setAnswers(state, at(model, linkId), values);
    return criticalOf(model, sent(model, state)).map(
      (one) =>
        `${one.kind} ${one.state} ${one.text}${one.missing === undefined ? '' : ` (${one.missing})`}`,
    );
  };
  test('silence is not a „Nein“', () => {
    expect(seen({})).toEqual([
      'allergie nicht_gefragt Allergien? (unanswered)',
      'endokarditis nicht_gefragt Herz (unanswered)',
      'herzgeraet nicht_gefragt Herz (unanswered)',
      'schwangerschaft nicht_gefragt Schwanger? (unasked)',
    ]);
  });
  test('each state is separate, in the order of the chair card', () => {
    expect(
      seen({
        allergie: [unknown],
        herz: [
          { valueCoding: { system: 'urn:molar:anamnese', code: 'schrittmacher' } },
          { valueString: 'Flimmern' },
        ],
        frau: [{ valueBoolean: true }],
        schwanger: [{ valueBoolean: false }],
      }),
    ).toEqual([
      'allergie weiss_nicht Allergien?: Weiß ich nicht',
      'endokarditis ja Herz: Flimmern',
      'herzgeraet ja Herz: schrittmacher',
      'herzgeraet ja Herz: Flimmern',
      'schwangerschaft nein Schwanger?: Nein',
    ]);
    expect(
      seen({
        allergie: [yes],
        welche: [{ valueString: 'Penicillin' }],
        herz: [
          { valueCoding: { system: 'urn:molar:anamnese', code: 'nichts', display: 'nichts' } },
        ],
      }),
    ).toEqual([
      'allergie ja Allergien?: Ja',
      'allergie ja Welche?: Penicillin',
      'endokarditis nein Herz: nichts',
      'herzgeraet nein Herz: nichts',
      'schwangerschaft nicht_gefragt Schwanger? (unasked)',
    ]);
    expect(
      seen({ herz: [{ valueCoding: { system: 'urn:molar:anamnese', code: 'druck' } }] }),
    ).toContain('endokarditis nicht_gefragt Herz (unticked)');
  });
  test('an answer has a date and an author', () => {
    const response = withOrigins(
      sent(model, setAnswers(newState(model), at(model, 'allergie'), [yes])),
      act('2026-02-02', { device: 't9' }),
    );
    expect(criticalOf(model, response)[0]).toMatchObject({
      at: '2026-02-02T10:00:00Z',
      linkId: 'allergie',
      source: { how: 'neu', device: 't9' },
    });
  });
  test('lists every critical option, „Ja“ and „weiß nicht“ of a critical item, for any form', () => {
    const marked = fc
      .tuple(randomForm(), fc.nat(1000))
      .map(([questionnaire, seed]): Questionnaire => {
        const kindOf = (n: number): Extension =>
          critical(CRITICAL_KINDS[(n + seed) % CRITICAL_KINDS.length] ?? 'allergie');
        const mark = (items: readonly QuestionnaireItem[]): QuestionnaireItem[] =>
          items.map((one) => {
            const n = Number(one.linkId.slice(1)),
              where = (n * 7 + seed) % 5,
              isChoice =
                one.type === 'string' ||
                one.type === 'url' ||
                one.type === 'decimal' ||
                one.type === 'time';
            const options = isChoice
              ? [YES, NO, UNKNOWN].map((valueCoding) => ({ valueCoding }))
              : one.answerOption;
            return {
              ...one,
              ...(isChoice && { type: 'choice' as const }),
              ...(where >= 3 && { extension: [...(one.extension ?? []), kindOf(n)] }),
              ...(options && {
                answerOption: options.map((option, index) =>
                  index === where || where === 4
                    ? { ...option, extension: [kindOf(n + index)] }
                    : option,
                ),
              }),
              ...(one.item && { item: mark(one.item) }),
            };
          });
        return { ...questionnaire, item: mark(questionnaire.item ?? []) };
      });
    let count = 0;
    fc.assert(
      fc.property(marked, randomActs, (questionnaire, acts) => {
        const model = modelOf(questionnaire),
          response = sent(model, play(model, acts)),
          list = criticalOf(model, response);
        const has = (linkId: string, kind: string, state: string): boolean =>
          list.some((one) => one.linkId === linkId && one.kind === kind && one.state === state);
        for (const { linkId, answers } of occurrencesOf(response)) {
          const node = model.byLinkId.get(linkId);
          for (const answer of answers) {
            const value = bareValue(answer),
              code = value.valueCoding?.code,
              chosen = node?.options.find((one) => isOption(one, value));
            if (chosen?.critical !== undefined) {
              count += 1;
              expect(has(linkId, chosen.critical, 'ja')).toBe(true);
            }
            if (node?.critical !== undefined && (code === 'Y' || value.valueBoolean === true)) {
              count += 1;
              expect(has(linkId, node.critical, 'ja')).toBe(true);
            }
            if (
              node?.critical !== undefined &&
              code === UNKNOWN.code &&
              chosen?.critical === undefined
            ) {
              count += 1;
              expect(has(linkId, node.critical, 'weiss_nicht')).toBe(true);
            }
          }
        }
        // „Nein“ only where somebody said so.
        for (const one of list)
          if (one.state === 'nein')
            expect(occurrencesOf(response).some((other) => other.linkId === one.linkId)).toBe(true);
        for (const node of model.nodes)
          for (const kind of [node.critical, ...node.options.map((one) => one.critical)])
            if (kind !== undefined) expect(list.some((one) => one.kind === kind)).toBe(true);
      }),
      { numRuns: 600 },
    );
    expect(count).toBeGreaterThan(100);
  });
  test('a tapped exclusive option is a „Nein“ to the whole list', () => {
    const place = at(model, 'herz'),
      none = place.node.options[3];
    if (!none) throw new Error('option');
    const state = toggleOption(newState(model), place, none);
    expect(
      criticalOf(model, sent(model, state))
        .filter((one) => one.linkId === 'herz')
        .map((one) => one.state),
    ).toEqual(['nein', 'nein']);
  });
});
