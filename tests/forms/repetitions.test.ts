/**
 * Numbers in a form never become unbounded loops: excessive minimum counts are refused, and a
 * device that already has such a form builds a bounded state.
 */
import { expect, test } from 'vitest';
import { shapeFindings } from '../../shared/forms/design/form-findings.ts';
import type { FhirValue } from '../../shared/forms/questionnaire/fhir.ts';
import { EXTENSION } from '../../shared/forms/questionnaire/extensions.ts';
import { modelOf } from '../../shared/forms/questionnaire/model.ts';
import { MOST_PLACES } from '../../shared/forms/questionnaire/limits.ts';
import {
  addInstance,
  answersAt,
  everyPlace,
  instancesAt,
  newState,
  placeOf,
} from '../../shared/forms/questionnaire/state.ts';
import type {
  Questionnaire,
  QuestionnaireItem,
} from '../../shared/forms/questionnaire/questionnaire.ts';
import { form } from './random-forms.ts';

const text = (linkId: string, more: Partial<QuestionnaireItem> = {}): QuestionnaireItem => ({
  linkId,
  type: 'string',
  text: linkId,
  ...more,
});
const atLeast = (
  linkId: string,
  valueInteger: number,
  ...item: QuestionnaireItem[]
): QuestionnaireItem => ({
  linkId,
  type: 'group',
  text: linkId,
  repeats: true,
  extension: [{ url: EXTENSION.minOccurs, valueInteger }],
  item,
});
const given = (count: number): FhirValue[] =>
  Array.from({ length: count }, (_, n) => ({ valueString: `${n}` }));
const many = (count: number, prefix = 'q'): QuestionnaireItem[] =>
  Array.from({ length: count }, (_, n) => text(`${prefix}${n}`));

const BOMBS: [string, Questionnaire, string][] = [
  ['two billion', form(atLeast('g', 2_000_000_000, text('a'))), 'g 100'],
  ['one more than a hundred', form(atLeast('g', 101, text('a'))), 'g 100'],
  [
    'a hundred within a hundred within a hundred',
    form(atLeast('a', 100, atLeast('b', 100, atLeast('c', 100, text('x'))))),
    'c 10000',
  ],
  ['a hundred times a long page', form(atLeast('g', 100, ...many(200))), 'q99 10000'],
  [
    'a long page below each of many given answers',
    form(text('g', { repeats: true, initial: given(4_000), item: many(100) })),
    'q2 10000',
  ],
];

test.each(BOMBS)('%s: refused by name', (_title, questionnaire, expected) => {
  expect(
    shapeFindings(questionnaire).map(
      ({ code, linkId, detail }) => `${code} ${linkId ?? ''} ${detail ?? ''}`,
    ),
  ).toEqual([`too_many_repetitions ${expected}`]);
});

test.each(BOMBS)(
  '%s: a device that has such a form builds a bounded state',
  (_title, questionnaire) => {
    const model = modelOf(questionnaire),
      state = newState(model);
    const places = [...everyPlace(state, model.roots)].length;
    expect(places).toBeGreaterThan(model.nodes.length - 1);
    expect(places).toBeLessThan(MOST_PLACES + model.nodes.length);
  },
);

test('allowed counts are built in full, with initial values', () => {
  const questionnaire = form(
    atLeast('a', 3, text('n', { initial: [{ valueString: 'x' }] }), atLeast('b', 2, text('m'))),
    text('q', { repeats: true, initial: given(2), item: [text('z')] }),
  );
  expect(shapeFindings(questionnaire)).toEqual([]);
  const model = modelOf(questionnaire),
    state = newState(model),
    at = (linkId: string, ids: readonly number[] = []) => {
      const node = model.byLinkId.get(linkId);
      if (!node) throw new Error(linkId);
      return placeOf(node, ids);
    };
  const rows = instancesAt(state, at('a'));
  expect(rows).toHaveLength(3);
  for (const id of rows)
    expect([answersAt(state, at('n', [id])), instancesAt(state, at('b', [id]))]).toEqual([
      [{ valueString: 'x' }],
      [expect.any(Number), expect.any(Number)],
    ]);
  expect([answersAt(state, at('q')), instancesAt(state, at('q'))]).toEqual([
    given(2),
    [expect.any(Number), expect.any(Number)],
  ]);
  const ids = Object.values(state.instances).flat();
  expect(new Set(ids).size).toBe(ids.length);
  expect(instancesAt(addInstance(state, at('a')), at('a'))).toEqual([...rows, state.next]);
});
