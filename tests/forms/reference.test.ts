/**
 * Compares the engine with a reference implementation of the standard: same answers sent, same
 * withheld, for random forms and fillings.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareValues } from '../../shared/forms/questionnaire/fhir.ts';
import { modelOf } from '../../shared/forms/questionnaire/model.ts';
import { responseOf } from '../../shared/forms/questionnaire/response.ts';
import { viewOf } from '../../shared/forms/questionnaire/view.ts';
import {
  addInstance,
  everyPlace,
  instancesAt,
  newState,
  placeOf,
  setAnswers,
  type FormState,
} from '../../shared/forms/questionnaire/state.ts';
import { form, play, randomActs, randomForm, sheetOf } from './random-forms.ts';
import { referenceItems } from './reference.ts';

test('random forms and answers: the sent items match the standard', () => {
  fc.assert(
    fc.property(randomForm(), randomActs, (questionnaire, acts) => {
      const model = modelOf(questionnaire),
        state = play(model, acts);
      expect(responseOf(viewOf(model, state), { status: 'completed' }).item ?? []).toEqual(
        referenceItems(sheetOf(model, state)),
      );
    }),
    { numRuns: 1_500 },
  );
});

test('items below a missing answer are no neighbours: the next repetition is read', () => {
  const model = modelOf(
    form(
      {
        linkId: 'a',
        type: 'boolean',
        text: 'A',
        enableWhen: [{ question: 'd', operator: 'exists', answerBoolean: true }],
      },
      {
        linkId: 'b',
        type: 'group',
        text: 'B',
        repeats: true,
        item: [
          {
            linkId: 'c',
            type: 'boolean',
            text: 'C',
            item: [{ linkId: 'd', type: 'boolean', text: 'D' }],
          },
        ],
      },
    ),
  );
  const yes = [{ valueBoolean: true }],
    find = (state: FormState, key: string) =>
      [...everyPlace(state, model.roots)].filter((one) => one.node.linkId === key);
  const empty = newState(model),
    two = addInstance(empty, find(empty, 'b')[0]!),
    state = ['a', 'c', 'd'].reduce((all, key) => setAnswers(all, find(all, key).at(-1)!, yes), two);
  expect(responseOf(viewOf(model, state), { status: 'completed' }).item).toEqual(
    referenceItems(sheetOf(model, state)),
  );
  expect(viewOf(model, state).isEnabled(find(state, 'a')[0]!)).toBe(true);
});

test('a cycle of conditions terminates, with the same result in any order', () => {
  fc.assert(
    fc.property(
      randomForm(10, true),
      randomActs,
      fc.array(fc.nat(1000), { maxLength: 10 }),
      (questionnaire, acts, first) => {
        const model = modelOf(questionnaire),
          state = play(model, acts),
          all = [...everyPlace(state, model.roots)];
        const view = viewOf(model, state);
        for (const n of first) {
          const place = all[n % all.length];
          if (place) view.isEnabled(place);
        }
        expect(view.places().map((one) => one.key)).toEqual(
          viewOf(model, state)
            .places()
            .map((one) => one.key),
        );
      },
    ),
    { numRuns: 1_500 },
  );
});

test('a hidden answer is kept locally and never sent', () => {
  fc.assert(
    fc.property(randomForm(), randomActs, (questionnaire, acts) => {
      const model = modelOf(questionnaire),
        state = play(model, acts),
        view = viewOf(model, state),
        text = JSON.stringify(state);
      const sent = JSON.stringify(responseOf(view, { status: 'completed' }));
      for (const place of everyPlace(state, model.roots)) {
        const shown = view.places().some((one) => one.key === place.key);
        expect(view.answers(place)).toEqual(shown ? (state.answers[place.key] ?? []) : []);
      }
      expect(JSON.stringify(responseOf(viewOf(model, state), { status: 'completed' }))).toBe(sent);
      expect(JSON.stringify(state)).toBe(text);
    }),
    { numRuns: 300 },
  );
});

test('a chain of three thousand forward conditions gives the right result', () => {
  const length = 3_000,
    chain = modelOf(
      form(
        ...Array.from({ length }, (_, at) => ({
          linkId: `q${at}`,
          type: 'boolean' as const,
          text: 'q',
          ...(at + 1 < length && {
            enableWhen: [
              { question: `q${at + 1}`, operator: 'exists' as const, answerBoolean: true },
            ],
          }),
        })),
      ),
    );
  let state = newState(chain);
  state = {
    ...state,
    answers: Object.fromEntries(
      chain.nodes.map(({ linkId }) => [linkId, [{ valueBoolean: true }]]),
    ),
  };
  expect(viewOf(chain, state).places()).toHaveLength(length);
  const last = chain.byLinkId.get(`q${length - 1}`);
  if (!last) throw new Error('no last item');
  expect(
    viewOf(chain, setAnswers(state, placeOf(last, []), []))
      .places()
      .map((one) => one.key),
  ).toEqual([last.linkId]);
});

test('instants compare across zones; days at their common precision', () => {
  const order = (a: string, b: string): number | undefined =>
    compareValues({ valueDateTime: a }, { valueDateTime: b });
  expect(order('2026-01-01T10:00:00+01:00', '2026-01-01T09:00:00Z')).toBe(0);
  expect(order('2026-01-01T10:00:00.000Z', '2026-01-01T10:00:00Z')).toBe(0);
  expect(order('2026-01-01T23:30:00-02:00', '2026-01-02T00:00:00Z')).toBeGreaterThan(0);
  expect(order('2026-01-01T10:00:00Z', '2026-01-01')).toBe(0);
  expect(order('2025', '2026-01')).toBeLessThan(0);
});

test('the nearest of several occurrences counts: the last before, otherwise the first after', () => {
  const rows = {
      linkId: 'g',
      type: 'group',
      repeats: true,
      text: 'g',
      item: [{ linkId: 'a', type: 'boolean', text: 'a' }],
    } as const,
    when = [{ question: 'a', operator: '=', answerBoolean: true }] as const;
  const model = modelOf(
      form({ linkId: 'before', type: 'string', text: 'b', enableWhen: when }, rows, {
        linkId: 'after',
        type: 'string',
        text: 'c',
        enableWhen: when,
      }),
    ),
    group = model.byLinkId.get('g'),
    a = model.byLinkId.get('a');
  if (!group || !a) throw new Error('form');
  let state = addInstance(addInstance(newState(model), placeOf(group, [])), placeOf(group, []));
  const [first = 0, , last = 0] = instancesAt(state, placeOf(group, [])),
    shown = (): string[] =>
      viewOf(model, state)
        .places()
        .map((one) => one.key)
        .filter((key) => key === 'before' || key === 'after');
  state = setAnswers(state, placeOf(a, [first]), [{ valueBoolean: true }]);
  expect([shown(), referenceItems(sheetOf(model, state)).map((one) => one.linkId)]).toEqual([
    ['before'],
    ['g'],
  ]);
  state = setAnswers(setAnswers(state, placeOf(a, [first]), []), placeOf(a, [last]), [
    { valueBoolean: true },
  ]);
  expect(shown()).toEqual(['after']);
});
