/**
 * Simulation of a form: deterministic by seed, correct shares, unreachable or unanswerable items
 * named, no rule violated.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Extension } from '../../shared/forms/questionnaire/fhir.ts';
import { problemsOf } from '../../shared/forms/questionnaire/check.ts';
import { longestWay } from '../../shared/forms/questionnaire/effort.ts';
import { EXTENSION } from '../../shared/forms/questionnaire/extensions.ts';
import { modelOf } from '../../shared/forms/questionnaire/model.ts';
import { neverShown } from '../../shared/forms/design/reach.ts';
import { fillAtRandom, simulate } from '../../practice/desk/forms/designer/simulation/simulate.ts';
import type { QuestionnaireItem } from '../../shared/forms/questionnaire/questionnaire.ts';
import { loadFhirPath } from './fhirpath.ts';
import { form, randomForm } from './random-forms.ts';

const q = (linkId: string, rest: Partial<QuestionnaireItem> = {}): QuestionnaireItem => ({
  linkId,
  type: 'boolean',
  text: `Frage ${linkId}`,
  ...rest,
});
const limit = (url: string, valueInteger: number): Extension => ({ url, valueInteger });

test('the same seed gives the same figures, another seed others', () => {
  const model = modelOf(
    form(
      q('a', { required: true }),
      q('b', { enableWhen: [{ question: 'a', operator: '=', answerBoolean: true }] }),
    ),
  );
  expect(simulate(model, { patients: 500, seed: 7 })).toEqual(
    simulate(model, { patients: 500, seed: 7 }),
  );
  expect(simulate(model, { patients: 500, seed: 8 })).not.toEqual(
    simulate(model, { patients: 500, seed: 7 }),
  );
});

test('shares, paths and dead ends are correct', () => {
  const yes = { question: 'a', operator: '=', answerBoolean: true } as const;
  const model = modelOf(
    form(
      q('a', { required: true }),
      q('b', { enableWhen: [yes] }),
      q('c', { enableWhen: [yes, { ...yes, answerBoolean: false }], enableBehavior: 'all' }),
      q('selten', { enableWhen: [{ question: 'zahl', operator: '=', answerInteger: 777 }] }),
      q('zahl', { type: 'integer', required: true }),
      q('bezug', { type: 'reference', required: true, enableWhen: [yes] }),
      q('muster', {
        type: 'string',
        required: true,
        extension: [{ url: EXTENSION.regex, valueString: '\\d{5}' }],
      }),
      q('versteckt', { extension: [{ url: EXTENSION.hidden, valueBoolean: true }] }),
    ),
  );
  const done = simulate(model, { patients: 4_000 }),
    share = (linkId: string): number =>
      done.reached.find((one) => one.linkId === linkId)?.share ?? -1;
  expect([share('a'), share('versteckt')]).toEqual([1, -1]);
  expect(share('b')).toBeGreaterThan(0.46);
  expect(share('b')).toBeLessThan(0.54);
  // Conditions are aimed at: chance alone would reach it once in a hundred patients at most.
  expect(share('selten')).toBeGreaterThan(0.02);
  expect(done.never).toEqual(['c']);
  expect(done.deadEnds).toEqual([{ linkId: 'bezug', share: share('bezug') }]);
  expect(done.questions).toEqual({
    median: expect.any(Number),
    p90: expect.any(Number),
    longest: 6,
  });
  expect(done.minutes.median).toBeLessThan(done.minutes.longest);
  expect(done.minutes.longest).toBeLessThanOrEqual(longestWay(model).minutes);
});

test('simulated patients violate no rule, and are stuck only where reported', () => {
  fc.assert(
    fc.property(randomForm(14, true), fc.nat(10_000), (questionnaire, seed) => {
      const { view, deadEnds } = fillAtRandom(modelOf(questionnaire), seed);
      for (const { key, code } of problemsOf(view)) {
        const node = view.places().find((one) => one.key === key)?.node;
        expect([key, code, node !== undefined && deadEnds.has(node)]).toEqual([
          key,
          'required',
          true,
        ]);
      }
    }),
    { numRuns: 1_000 },
  );
});

test('answers respect every kind of limit', () => {
  const model = modelOf(
    form(
      q('i', {
        type: 'integer',
        required: true,
        extension: [limit(EXTENSION.minValue, 40), limit(EXTENSION.maxValue, 42)],
      }),
      q('min', { type: 'integer', required: true, extension: [limit(EXTENSION.minValue, 500)] }),
      q('max', { type: 'integer', required: true, extension: [limit(EXTENSION.maxValue, -5)] }),
      q('d', {
        type: 'date',
        required: true,
        extension: [{ url: EXTENSION.minValue, valueDate: '2027-01-01' }],
      }),
      q('dd', {
        type: 'date',
        required: true,
        extension: [{ url: EXTENSION.maxValue, valueDate: '1900-01-31' }],
      }),
      q('s', { type: 'string', required: true, maxLength: 3 }),
      q('l', { type: 'text', required: true, extension: [limit(EXTENSION.minLength, 80)] }),
      q('k', {
        type: 'decimal',
        required: true,
        extension: [limit(EXTENSION.maxDecimalPlaces, 1)],
      }),
      q('m', {
        type: 'choice',
        repeats: true,
        required: true,
        answerOption: ['a', 'b', 'c', 'd'].map((code) => ({ valueCoding: { code } })),
        extension: [limit(EXTENSION.minOccurs, 2), limit(EXTENSION.maxOccurs, 3)],
      }),
      q('e', {
        type: 'choice',
        repeats: true,
        required: true,
        answerOption: [
          ...['a', 'b', 'c'].map((code) => ({ valueCoding: { code } })),
          {
            valueCoding: { code: 'keins' },
            extension: [{ url: EXTENSION.optionExclusive, valueBoolean: true }],
          },
        ],
      }),
      q('e2', {
        type: 'choice',
        repeats: true,
        required: true,
        answerOption: [
          ...['a', 'b', 'c'].map((code) => ({ valueCoding: { code } })),
          {
            valueCoding: { code: 'keins' },
            extension: [{ url: EXTENSION.optionExclusive, valueBoolean: true }],
          },
        ],
        extension: [limit(EXTENSION.minOccurs, 2)],
      }),
      q('f', {
        type: 'attachment',
        required: true,
        extension: [
          { url: EXTENSION.mimeType, valueCode: 'application/pdf' },
          { url: EXTENSION.maxSize, valueDecimal: 1_000 },
        ],
      }),
    ),
  );
  for (let seed = 0; seed < 300; seed++) {
    const { view, deadEnds } = fillAtRandom(model, seed);
    expect([problemsOf(view), deadEnds.size]).toEqual([[], 0]);
  }
});

test('a condition on any of several answers does not contradict one on the nearest', () => {
  const inRepeat = { question: 'nearest', operator: 'exists', answerBoolean: false },
    model = modelOf(
      form(
        q('many', {
          repeats: true,
          item: [
            q('asked', {
              enableWhen: [
                { question: 'outside', operator: 'exists', answerBoolean: true },
                inRepeat,
              ],
              enableBehavior: 'all',
            } as never),
            q('nearest'),
          ],
        }),
        q('outside', {
          enableWhen: [{ question: 'nearest', operator: 'exists', answerBoolean: true }],
        } as never),
      ),
    );
  expect(neverShown(model)).toEqual([]);
});

test('no patient reaches an item that the linter calls unreachable', () => {
  fc.assert(
    fc.property(randomForm(12), (questionnaire) => {
      const model = modelOf(questionnaire),
        gone = new Set(neverShown(model).map((one) => one.node.linkId));
      for (const { linkId, share } of simulate(model, { patients: 30 }).reached)
        if (gone.has(linkId)) expect([linkId, share]).toEqual([linkId, 0]);
    }),
    { numRuns: 150 },
  );
});

test('conditions by expression are evaluated if a library is given', async () => {
  const model = modelOf(
    form(
      q('a', { required: true }),
      q('b', {
        extension: [
          {
            url: EXTENSION.enableWhenExpression,
            valueExpression: {
              language: 'text/fhirpath',
              expression: "%resource.item.where(linkId = 'a').answer.value = true",
            },
          },
        ],
      }),
    ),
  );
  expect(simulate(model, { patients: 50 }).never).toEqual(['b']);
  const { reached } = simulate(model, { patients: 50, evaluate: await loadFhirPath() });
  expect(reached[1]?.share).toBeGreaterThan(0.2);
  expect(reached[1]?.share).toBeLessThan(0.8);
});
