/**
 * Foreign forms: the import findings of each are pinned, and each accepted one is filled, computed,
 * sent as R4 and read back.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FhirValue } from '../../shared/forms/questionnaire/fhir.ts';
import { problemsOf } from '../../shared/forms/questionnaire/check.ts';
import { compute } from '../../shared/forms/questionnaire/expressions/computed.ts';
import { importQuestionnaire } from '../../shared/forms/design/import.ts';
import { lint } from '../../shared/forms/design/lint.ts';
import { modelOf, type Model } from '../../shared/forms/questionnaire/model.ts';
import { responseOf, stateOfResponse } from '../../shared/forms/questionnaire/response.ts';
import { scoreOf } from '../../practice/desk/forms/designer/score.ts';
import { fillAtRandom, simulate } from '../../practice/desk/forms/designer/simulation/simulate.ts';
import {
  addInstance,
  answersAt,
  instancesAt,
  newState,
  placeOf,
  setAnswers,
  type Place,
} from '../../shared/forms/questionnaire/state.ts';
import { viewOf } from '../../shared/forms/questionnaire/view.ts';
import type { Questionnaire } from '../../shared/forms/questionnaire/questionnaire.ts';
import {
  everyForm,
  familyForm,
  foreignForm,
  labForm,
  modularForm,
  partOf,
  scoreForm,
} from './corpus.ts';
import { everyFinding } from './everything.ts';
import { loadFhirPath } from './fhirpath.ts';
import { sheetOf } from './random-forms.ts';
import { againstR4 } from './r4-schema.ts';
import { referenceItems } from './reference.ts';

const evaluate = await loadFhirPath();
const head = { status: 'completed', authored: '2026-11-22T10:00:00Z' } as const;
const forms: [string, Questionnaire, string[]][] = [
  ['score', scoreForm, ['note extension_unused /1 itemControl gtable']],
  ['laboratory', labForm, []],
  ['family', familyForm, []],
  ['modular', modularForm, []],
  [
    'everything',
    everyForm,
    [
      'warning extension_changes reference http://hl7.org/fhir/StructureDefinition/questionnaire-referenceResource',
      'warning extension_unknown strange http://example.org/fhir/strange',
      'note extension_unused display http://hl7.org/fhir/StructureDefinition/rendering-markdown',
      'note extension_unused display http://hl7.org/fhir/StructureDefinition/questionnaire-displayCategory',
      'note extension_unused group http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-columnCount',
    ],
  ],
  [
    'foreign',
    foreignForm,
    [
      'error needs_terminology_server snomed http://snomed.info/sct?fhir_vs=ecl/<404684003',
      'error needs_terminology_server less #less',
      'error expression_language cql text/cql',
      'error modifier_unknown modified http://example.org/fhir/not',
      'warning extension_changes lookup http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-candidateExpression',
      'warning extension_changes lookup http://hl7.org/fhir/StructureDefinition/questionnaire-signatureRequired',
    ],
  ],
];
const at = (model: Model, linkId: string, ids: readonly number[] = []): Place => {
  const node = model.byLinkId.get(linkId);
  if (!node) throw new Error(linkId);
  return placeOf(node, ids);
};
const taken = (questionnaire: Questionnaire): Model => {
  const { questionnaire: own } = importQuestionnaire(
    JSON.parse(JSON.stringify(questionnaire)),
    partOf,
  );
  if (!own) throw new Error('not let in');
  return modelOf(own);
};

describe.each(forms)('%s', (name, questionnaire, expected) => {
  test('findings', () => {
    expect(againstR4('Questionnaire', questionnaire)).toEqual([]);
    const { questionnaire: own, findings } = importQuestionnaire(
      JSON.parse(JSON.stringify(questionnaire)),
      partOf,
    );
    expect(
      findings.map((one) =>
        [one.level, one.code, one.linkId, one.detail]
          .filter((part) => part !== undefined)
          .join(' '),
      ),
    ).toEqual(expected);
    expect(own === undefined).toBe(name === 'foreign');
    if (own) expect(againstR4('Questionnaire', own)).toEqual([]);
  });
  if (name === 'foreign') return;
  test('a hundred simulated patients fill it by the standard, without violations, as R4, and back again', () => {
    const model = taken(questionnaire);
    for (let seed = 0; seed < 100; seed++) {
      const { view, deadEnds } = fillAtRandom(model, seed, evaluate),
        response = responseOf(view, head);
      expect([problemsOf(view), deadEnds.size]).toEqual([[], 0]);
      expect(againstR4('QuestionnaireResponse', response)).toEqual([]);
      if (!model.usesFhirPath)
        expect(response.item ?? []).toEqual(referenceItems(sheetOf(model, view.state)));
      const { state, misfits } = stateOfResponse(model, response),
        again = compute(model, state, evaluate, { isRestored: true });
      expect([misfits, again.faults]).toEqual([[], []]);
      expect(responseOf(again.view, head)).toEqual(response);
    }
  });
  test('every item is reachable, and the designer sees at most notes', () => {
    const model = taken(questionnaire);
    expect(simulate(model, { patients: 200, evaluate }).never).toEqual([]);
    expect(lint(model).findings.filter((one) => one.level === 'error')).toEqual([]);
  });
});

test('score: the sum by expression equals the sum of the weights, and shows the follow-up', () => {
  const model = taken(scoreForm);
  for (const [chosen, total, isHigh] of [
    [[0, 0, 0, 0], 0, false],
    [[1, 1, 1, 2], 5, false],
    [[3, 3, 0, 0], 6, true],
    [[3, 3, 3, 3], 12, true],
  ] as const) {
    let state = newState(model);
    chosen.forEach((n, index) => {
      const place = at(model, `/1/${index}`),
        value: FhirValue | undefined = place.node.options[n]?.value;
      state = setAnswers(state, place, value ? [value] : []);
    });
    const done = compute(model, state, evaluate);
    expect(answersAt(done.state, at(model, '/sum'))).toEqual([{ valueDecimal: total }]);
    expect(scoreOf(done.view)).toEqual({ total, asked: 4, answered: 4 });
    expect(done.view.isEnabled(at(model, '/talk'))).toBe(isHigh);
    expect(done.faults).toEqual([]);
  }
});

test('laboratory: other units are not compared, limits apply to quantities', () => {
  const model = taken(labForm),
    inr = (value: number, code: string) =>
      viewOf(
        model,
        setAnswers(newState(model), at(model, 'inr'), [
          { valueQuantity: { value, unit: code, code } },
        ]),
      ).isEnabled(at(model, 'inr.date'));
  expect([inr(3.6, '{INR}'), inr(3.5, '{INR}'), inr(36, '%')]).toEqual([true, false, false]);
  const wrong = setAnswers(newState(model), at(model, 'hba1c'), [
    { valueQuantity: { value: 21, unit: '%', code: '%' } },
  ]);
  expect(problemsOf(viewOf(model, wrong)).map((one) => [one.key, one.code])).toEqual([
    ['hba1c', 'tooBig'],
  ]);
});

test('„none of these“ with another choice is rejected', () => {
  const none = { valueCoding: { code: 'none' } },
    model = modelOf({
      ...everyForm,
      item: [
        {
          linkId: 'q',
          type: 'choice',
          repeats: true,
          text: 'q',
          answerOption: [
            { valueCoding: { code: 'a' } },
            {
              ...none,
              extension: [
                {
                  url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-optionExclusive',
                  valueBoolean: true,
                },
              ],
            },
          ],
        },
      ],
    });
  const codes = (...values: FhirValue[]): string[] =>
    problemsOf(viewOf(model, setAnswers(newState(model), at(model, 'q'), values))).map(
      (one) => one.code,
    );
  expect([
    codes(none),
    codes({ valueCoding: { code: 'a' } }),
    codes({ valueCoding: { code: 'a' } }, none),
  ]).toEqual([[], [], ['tooMany']]);
});

test('family: every row has its own conditions, two levels deep', () => {
  const model = taken(familyForm);
  let state = addInstance(
    setAnswers(newState(model), at(model, 'none'), [{ valueBoolean: true }]),
    at(model, 'rel'),
  );
  const [one = 0, two = 0] = instancesAt(state, at(model, 'rel'));
  state = setAnswers(state, at(model, 'rel.alive', [two]), [{ valueBoolean: false }]);
  const ill = (rel: number): number => instancesAt(state, at(model, 'ill', [rel]))[0] ?? 0,
    heart: FhirValue = {
      valueCoding: { system: 'urn:example:ill', code: 'heart', display: 'Heart' },
    };
  for (const [rel, onset] of [
    [one, 'age'],
    [two, 'date'],
  ] as const)
    state = setAnswers(
      setAnswers(state, at(model, 'ill.name', [rel, ill(rel)]), [heart]),
      at(model, 'ill.onset', [rel, ill(rel)]),
      [{ valueString: onset }],
    );
  const keys = viewOf(model, state)
    .places()
    .map((place) => place.key)
    .filter((key) => /rel\.died|ill\.(age|date)/.test(key));
  expect(keys).toEqual([
    `ill.age~${one}.${ill(one)}`,
    `rel.died~${two}`,
    `ill.date~${two}.${ill(two)}`,
  ]);
});

test('modular: nested parts are in place with their value sets', () => {
  const model = taken(modularForm);
  expect(model.nodes.map((one) => one.linkId)).toEqual([
    'tel',
    'deep',
    'addr',
    'addr.zip',
    'addr.country',
  ]);
  expect(
    model.byLinkId.get('addr.country')?.options.map((one) => one.value.valueCoding?.code),
  ).toEqual(['DE', 'FR']);
  expect(
    importQuestionnaire(modularForm).findings.map((one) => [one.level, one.code, one.detail]),
  ).toEqual([['error', 'part_missing', 'urn:example:part:deeper|1.0']]);
});

test('everything: value sets are expanded from every source', () => {
  const model = taken(everyForm),
    codes = (linkId: string): unknown =>
      model.byLinkId
        .get(linkId)
        ?.options.map(
          (one) => one.value.valueCoding?.code ?? one.value.valueInteger ?? one.value.valueDate,
        );
  expect([codes('choice'), codes('open'), codes('numbers'), codes('days')]).toEqual([
    ['a', 'a1', 'b'],
    ['a', 'a1', 'b', 'z'],
    [1, 2],
    ['2026-01-01', '2026-01-02'],
  ]);
  expect(answersAt(newState(model), at(model, 'numbers'))).toEqual([{ valueInteger: 2 }]);
});

const NASTY: readonly unknown[] = [
  null,
  undefined,
  0,
  -1,
  1e308,
  true,
  '',
  ' ',
  'constructor',
  '__proto__',
  [],
  {},
  [null],
  [[]],
  { item: [] },
  ['a'],
  { url: 'constructor' },
  [{ url: '__proto__' }],
  { system: 1, code: {} },
];
/** Replaces one part of a JSON value at a place chosen by numbers. */
function twist(value: unknown, path: readonly number[], what: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined || typeof value !== 'object' || value === null) return what;
  if (Array.isArray(value))
    return value.length === 0
      ? [what]
      : value.map((one: unknown, index) =>
          index === first % value.length ? twist(one, rest, what) : one,
        );
  const keys = Object.keys(value),
    name = keys[first % Math.max(1, keys.length)];
  return name === undefined
    ? { x: what }
    : { ...value, [name]: twist((value as Record<string, unknown>)[name], rest, what) };
}
describe('arbitrary input', () => {
  test('fields of the wrong type are named by path; types that the standard defines elsewhere are ignored', () => {
    const item = { linkId: 'a', type: 'string', text: 'a' },
      good = { resourceType: 'Questionnaire', status: 'active', item: [item] };
    const detail = (value: unknown): unknown =>
      importQuestionnaire(value).findings.map((one) => `${one.code} ${one.detail ?? ''}`);
    expect(detail({ ...good, item: [{ ...item, text: 5 }] })).toEqual([
      'not_an_object item[0].text',
    ]);
    expect(detail({ ...good, item: [{ ...item, text: { div: 'x' } }] })).toEqual([
      'not_an_object item[0].text',
    ]);
    expect(
      detail({
        ...good,
        contained: [{ resourceType: 'Questionnaire', item: [{ ...item, extension: [null] }] }],
      }),
    ).toEqual(['not_an_object contained[0].item[0].extension']);
    expect(
      detail({
        ...good,
        text: { status: 'generated', div: '<div/>' },
        identifier: [{ type: { text: 'x' }, value: '1' }],
        useContext: [{ code: { code: 'focus' }, valueCodeableConcept: { text: 'x' } }],
        contained: [
          { resourceType: 'Patient', id: 'p', name: [{ family: 'x' }] },
          {
            resourceType: 'CodeSystem',
            status: 'active',
            content: 'complete',
            filter: [{ code: 'x', operator: ['='], value: 'x' }],
            concept: [{ code: 'a', property: [{ code: 'x', valueCode: 'y' }] }],
          },
          {
            resourceType: 'ValueSet',
            status: 'active',
            expansion: { identifier: 'urn:x', timestamp: '2026', contains: [] },
          },
        ],
      }),
    ).toEqual([]);
    let deep: unknown = {};
    for (let n = 0; n < 100_000; n++) deep = { x: deep };
    expect(detail({ ...good, extension: [{ url: 'x', valueString: 'x', deep }] })).toEqual([
      'too_deep …',
    ]);
  });
  test('any value is answered with findings', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(everyFinding(value).length).toBeGreaterThan(0);
      }),
      { numRuns: 1_000 },
    );
  });
  test('a mutated form is refused with findings or can be filled', () => {
    let isIn = 0,
      isOut = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...forms.map(([, one]) => one)),
        fc.array(
          fc.tuple(fc.array(fc.nat(30), { minLength: 1, maxLength: 9 }), fc.nat(NASTY.length - 1)),
          { minLength: 1, maxLength: 3 },
        ),
        (questionnaire, twists) => {
          const twisted = twists.reduce<unknown>(
            (value, [path, n]) => twist(value, path, NASTY[n]),
            questionnaire,
          );
          if (everyFinding(twisted).some((one) => one.level === 'error')) isOut += 1;
          else isIn += 1;
        },
      ),
      { numRuns: 4_000 },
    );
    expect(Math.min(isIn, isOut)).toBeGreaterThan(100);
  });
});
