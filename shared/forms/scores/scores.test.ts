/** Scores over time: what counts as one line, what breaks it, and why a value is missing. */

import { expect, test } from 'vitest';
import { EXTENSION } from '../questionnaire/extensions.ts';
import type { Extension } from '../questionnaire/fhir.ts';
import { modelOf } from '../questionnaire/model.ts';
import type { Questionnaire, QuestionnaireItem } from '../questionnaire/questionnaire.ts';
import type { QuestionnaireResponse, ResponseAnswer } from '../questionnaire/response-types.ts';
import { FORMULA_STOPPED } from '../answers/stopped.ts';
import { curvesOf, type ScoredSet } from './curves-of.ts';
import { scoresIn } from './scores-in.ts';

const formula = (expression: string): Extension => ({
  url: EXTENSION.calculatedExpression,
  valueExpression: { language: 'text/fhirpath', expression },
});
const total = (
  linkId: string,
  expression: string,
  more: Partial<QuestionnaireItem> = {},
): QuestionnaireItem => ({
  linkId,
  type: 'integer',
  text: linkId,
  readOnly: true,
  extension: [formula(expression)],
  ...more,
});
const question = (linkId: string, text = linkId): QuestionnaireItem => ({
  linkId,
  type: 'integer',
  text,
});
const form = (...item: QuestionnaireItem[]): Questionnaire => ({
  resourceType: 'Questionnaire',
  status: 'active',
  item,
});
const value = (linkId: string): string => `%resource.item.where(linkId='${linkId}').answer.value`;
const SUM = total('summe', `${value('a')} + ${value('b')}`);
const BAND = total('urteil', `iif(${value('summe')} > 5, 'stark', 'leicht')`, { type: 'string' });
const FIRST = form(question('a'), question('b'), SUM, BAND);

const scoresOf = (questionnaire: Questionnaire) => scoresIn(modelOf(questionnaire));
const basis = (questionnaire: Questionnaire): string | undefined =>
  scoresOf(questionnaire)[0]?.basis;

let count = 0;
/** @param said answers by linkId */
function set(
  questionnaire: Questionnaire,
  day: number,
  said: Readonly<Record<string, ResponseAnswer>>,
  more: Partial<ScoredSet> & { stopped?: readonly string[]; isStopped?: boolean } = {},
): ScoredSet {
  const { stopped = [], isStopped = false, ...rest } = more;
  const response: QuestionnaireResponse = {
    resourceType: 'QuestionnaireResponse',
    status: isStopped ? 'stopped' : 'completed',
    extension: stopped.map((valueString) => ({ url: FORMULA_STOPPED, valueString })),
    item: Object.entries(said).map(([linkId, answer]) => ({ linkId, answer: [answer] })),
  };
  return {
    answersId: `id-${(count += 1)}`,
    at: Date.UTC(2026, 0, day),
    form: 'x@1',
    title: 'Befinden',
    family: 'x',
    scores: scoresOf(questionnaire),
    response,
    problems: [],
    ...rest,
  };
}
const sum = (n: number, urteil?: string): Readonly<Record<string, ResponseAnswer>> => ({
  summe: { valueInteger: n },
  ...(urteil !== undefined && { urteil: { valueString: urteil } }),
});

test('a score is a number that the form calculates once; its verdict is the word that follows', () => {
  const [one, ...others] = scoresOf(FIRST);
  expect([one?.node.linkId, one?.verdicts.map((node) => node.linkId), others]).toEqual([
    'summe',
    ['urteil'],
    [],
  ]);
  // An answer of the person, and a total in each row, are no scores.
  expect(scoresOf(form(question('a')))).toEqual([]);
  const rows = form({ linkId: 'g', type: 'group', repeats: true, item: [question('a'), SUM] });
  expect(scoresOf(rows)).toEqual([]);
});

test('a verdict that reads the same variable as the score belongs to it; one of two scores to none', () => {
  const variable: Extension = {
    url: EXTENSION.variable,
    valueExpression: { name: 'sum', language: 'text/fhirpath', expression: value('a') },
  };
  const shared: Questionnaire = {
    ...form(
      question('a'),
      total('summe', '%sum'),
      total('urteil', "iif(%sum > 5, 'stark', 'leicht')", { type: 'string' }),
    ),
    extension: [variable],
  };
  expect(scoresOf(shared)[0]?.verdicts.map((node) => node.linkId)).toEqual(['urteil']);
  const both = form(
    question('a'),
    total('p', value('a')),
    total('q', value('a')),
    total('urteil', `iif(${value('p')} > ${value('q')}, 'p', 'q')`, { type: 'string' }),
  );
  expect(scoresOf(both).map((one) => one.verdicts)).toEqual([[], []]);
});

test('values of versions that ask and calculate the same are one line', () => {
  const renamed = form(question('a'), question('b'), { ...SUM, text: 'Gesamt' }, BAND);
  const more = form(question('c'), question('a'), question('b'), SUM);
  expect([basis(renamed), basis(more)]).toEqual([basis(FIRST), basis(FIRST)]);
  const [curve] = curvesOf([
    set(FIRST, 3, sum(7, 'stark')),
    set(renamed, 5, sum(4, 'leicht'), { form: 'x@2' }),
  ]);
  expect(curve).toMatchObject({ text: 'Gesamt', form: 'x@2' });
  expect(curve?.lines).toMatchObject([
    {
      forms: ['x@1', 'x@2'],
      points: [
        { value: 7, verdict: 'stark', gap: null },
        { value: 4, verdict: 'leicht', gap: null },
      ],
    },
  ]);
});

test.each<[string, Questionnaire]>([
  ['another formula', form(question('a'), question('b'), total('summe', value('a')))],
  ['another wording', form(question('a', 'Haben Sie nie Schmerzen?'), question('b'), SUM)],
  [
    'a condition',
    form(
      question('a'),
      {
        ...question('b'),
        enableWhen: [{ question: 'a', operator: 'exists', answerBoolean: true }],
      },
      SUM,
    ),
  ],
  [
    'another unit',
    form(question('a'), question('b'), {
      ...SUM,
      extension: [...(SUM.extension ?? []), { url: EXTENSION.unit, valueCoding: { code: 'mm' } }],
    }),
  ],
])('a version with %s is a line of its own', (_what, second) => {
  expect(basis(second)).not.toBe(basis(FIRST));
  const [curve] = curvesOf([set(FIRST, 3, sum(7)), set(second, 5, sum(4), { form: 'x@2' })]);
  expect(curve?.lines.map((one) => [one.forms, one.points.map((point) => point.value)])).toEqual([
    [['x@1'], [7]],
    [['x@2'], [4]],
  ]);
});

test('a formula that may read every question compares the whole form, and weights count', () => {
  const ALL = total('summe', '%resource.descendants().answer.value.ordinal().sum()');
  const weighted = (weight: number): QuestionnaireItem => ({
    linkId: 'a',
    type: 'choice',
    text: 'a',
    answerOption: [
      {
        valueCoding: { code: 'x' },
        extension: [{ url: EXTENSION.ordinalValue, valueDecimal: weight }],
      },
    ],
  });
  const first = basis(form(weighted(1), ALL));
  expect(basis(form(weighted(1), ALL))).toBe(first);
  expect(basis(form(weighted(2), ALL))).not.toBe(first);
  expect(basis(form(weighted(1), question('c'), ALL))).not.toBe(first);
});

test('a total of totals depends on what those read', () => {
  const parts = (text: string) =>
    form(question('a', text), total('teil', value('a')), total('summe', `${value('teil')} * 2`));
  const ofSum = (text: string) =>
    scoresOf(parts(text)).find((one) => one.node.linkId === 'summe')?.basis;
  expect(ofSum('Schmerz?')).toBe(ofSum('Schmerz?'));
  expect(ofSum('Kein Schmerz?')).not.toBe(ofSum('Schmerz?'));
});

test('a missing or wrong value is a gap with its reason, and never a number', () => {
  const [curve] = curvesOf([
    set(FIRST, 1, sum(3)),
    set(FIRST, 2, {}, { stopped: ['summe'] }),
    set(FIRST, 3, sum(999), { problems: [{ key: 'summe', code: 'calculated' }] }),
    set(FIRST, 4, sum(2), { isStopped: true }),
    set(FIRST, 5, {}),
    set(FIRST, 6, {}, { response: undefined }),
    set(FIRST, 7, {}, { problems: [{ key: 'summe', code: 'total_missing' }] }),
    set(FIRST, 8, sum(9), { problems: [{ key: '', code: 'not_judged' }] }),
  ]);
  expect(curve?.lines[0]?.points.map((one) => [one.value, one.gap, one.isUnjudged])).toEqual([
    [3, null, false],
    [null, 'not_computed', false],
    [null, 'contradicted', false],
    [null, 'unfinished', false],
    [null, 'empty', false],
    [null, 'damaged', false],
    [null, 'not_computed', false],
    [9, null, true],
  ]);
});

test('a score that was calculated once, or belongs to another form, has no curve', () => {
  expect(curvesOf([set(FIRST, 1, sum(3))])).toEqual([]);
  expect(
    curvesOf([set(FIRST, 1, sum(3)), set(FIRST, 2, sum(4), { form: 'y@1', family: 'y' })]),
  ).toEqual([]);
});

test('quantities in two units are two lines', () => {
  const weight = form(question('a'), total('kg', value('a'), { type: 'quantity' })),
    of = (n: number, unit: string) => ({ kg: { valueQuantity: { value: n, unit } } });
  const [curve] = curvesOf([
    set(weight, 1, of(70, 'kg')),
    set(weight, 2, of(69, 'kg')),
    set(weight, 3, of(150, 'lb')),
  ]);
  expect(curve?.lines.map((one) => [one.unit, one.points.length])).toEqual([
    ['kg', 2],
    ['lb', 1],
  ]);
});
