/**
 * Value sets of a form: self-including or endless ones are refused by name; everything else is
 * expanded once.
 */
import { expect, test } from 'vitest';
import { checkForm, shapeFindings } from '../../shared/forms/design/form-findings.ts';
import { EXTENSION } from '../../shared/forms/questionnaire/extensions.ts';
import { modelOf } from '../../shared/forms/questionnaire/model.ts';
import type {
  Contained,
  Questionnaire,
  ValueSet,
} from '../../shared/forms/questionnaire/questionnaire.ts';
import { form } from './random-forms.ts';

const set = (id: string, ...valueSet: string[]): ValueSet => ({
  resourceType: 'ValueSet',
  id,
  compose: { include: [{ valueSet }] },
});
const codes = (id: string, count: number): ValueSet => ({
  resourceType: 'ValueSet',
  id,
  compose: {
    include: [
      {
        system: 'urn:s',
        concept: Array.from({ length: count }, (_, n) => ({
          code: `c${n}`,
          display: `Antwort ${n}`,
        })),
      },
    ],
  },
});
const asking = (address: string, ...contained: Contained[]): Questionnaire => ({
  ...form({ linkId: 'v', type: 'choice', text: 'Was?', answerValueSet: address }),
  contained,
});
const named = (questionnaire: Questionnaire): string[] =>
  shapeFindings(questionnaire).map((one) => `${one.code} ${one.linkId ?? ''} ${one.detail ?? ''}`);

const chain = (length: number): Contained[] => [
  ...Array.from({ length }, (_, n) => set(`s${n}`, `#s${n + 1}`)),
  codes(`s${length}`, 1),
];
const doubling = (length: number): Contained[] => [
  ...Array.from({ length }, (_, n) => set(`s${n}`, `#s${n + 1}`, `#s${n + 1}`)),
  codes(`s${length}`, 2),
];

test.each<[string, Questionnaire, string]>([
  ['a list that includes itself', asking('#a', set('a', '#a')), 'value_set_circle v #a'],
  [
    'a circle of three lists',
    asking('#a', set('a', '#b'), set('b', '#c'), set('c', '#a')),
    'value_set_circle v #a',
  ],
  [
    'a list that includes a circle',
    asking('#x', set('x', '#a'), set('a', '#b'), set('b', '#a')),
    'value_set_circle v #x',
  ],
  ['5,001 lists, each in the next', asking('#s0', ...chain(5_001)), 'value_set_too_large v #s0'],
  ['a list that doubles thirty times', asking('#s0', ...doubling(30)), 'value_set_too_large v #s0'],
  [
    'more codes than anybody chooses from',
    asking('#a', codes('a', 50_001)),
    'value_set_too_large v #a',
  ],
  [
    'a long list that many questions name',
    {
      ...form(
        ...Array.from({ length: 300 }, (_, n) => ({
          linkId: `v${n}`,
          type: 'choice' as const,
          text: `Was? ${n}`,
          answerValueSet: '#a',
        })),
      ),
      contained: [codes('a', 1_000)],
    },
    'value_set_too_large v200 #a',
  ],
])('%s is refused by name', (_title, questionnaire, expected) => {
  expect(named(questionnaire)[0]).toBe(expected);
  const { isReady } = checkForm(questionnaire, ['de']);
  expect(isReady).toBe(false);
  expect(modelOf(questionnaire).nodes.length).toBeGreaterThan(0);
});

test('nested lists, and the same list in two others, are expanded', () => {
  const questionnaire = asking(
    '#a',
    set('a', '#b', '#c'),
    set('b', '#d'),
    set('c', '#d'),
    codes('d', 2),
  );
  expect(named(questionnaire)).toEqual([]);
  expect(
    modelOf(questionnaire)
      .byLinkId.get('v')
      ?.options.map((one) => one.value.valueCoding?.code),
  ).toEqual(['c0', 'c1', 'c0', 'c1']);
});

test('an empty list, or one of a foreign server, is still missing', () => {
  for (const one of [asking('#a', { resourceType: 'ValueSet', id: 'a' }), asking('urn:elsewhere')])
    expect(checkForm(one, ['de']).findings.map(({ code }) => code)).toContain(
      'needs_terminology_server',
    );
});

const weight = (address: string, ...contained: Contained[]): Questionnaire => ({
  ...form({
    linkId: 'kg',
    type: 'quantity',
    text: 'Gewicht',
    extension: [{ url: EXTENSION.unitValueSet, valueCanonical: address }],
  }),
  contained,
});

test('a quantity has the units of its list, and a missing list is named', () => {
  const units: ValueSet = {
    resourceType: 'ValueSet',
    id: 'u',
    compose: {
      include: [
        {
          system: 'http://unitsofmeasure.org',
          concept: [
            { code: 'kg', display: 'kg' },
            { code: '[lb_av]', display: 'Pfund' },
          ],
        },
      ],
    },
  };
  expect(
    modelOf(weight('#u', units))
      .byLinkId.get('kg')
      ?.units.map(({ code }) => code),
  ).toEqual(['kg', '[lb_av]']);
  expect(checkForm(weight('#u', units), ['de']).findings).toEqual([]);
  expect(checkForm(weight('http://x/vs'), ['de']).findings).toEqual([
    { level: 'error', code: 'needs_terminology_server', linkId: 'kg', detail: 'http://x/vs' },
  ]);
  expect(checkForm(weight('#u', set('u', '#u')), ['de']).findings.map(({ code }) => code)).toEqual([
    'value_set_circle',
  ]);
});

test('parts that reference parts twice stop at the maximum number of items', () => {
  const naming = (linkId: string, depth: number): object => ({
    linkId,
    type: 'display',
    extension: [{ url: EXTENSION.subQuestionnaire, valueCanonical: `#p${depth}` }],
  });
  let part: object = {
    resourceType: 'Questionnaire',
    id: 'p0',
    status: 'active',
    item: [{ linkId: 'x', type: 'string', text: 'x' }],
  };
  for (let depth = 0; depth < 25; depth++)
    part = {
      resourceType: 'Questionnaire',
      id: `p${depth + 1}`,
      status: 'active',
      contained: [part],
      item: [naming(`a${depth}`, depth), naming(`b${depth}`, depth)],
    };
  expect(named(part as Questionnaire)).toContain('too_big  5000');
});

test('excessive nesting is refused everywhere, even in unread parts', () => {
  let deep: unknown = 1;
  for (let depth = 0; depth < 100_000; depth++) deep = [deep];
  const patient = { resourceType: 'Patient', deep } as Contained;
  expect(
    named({ ...form({ linkId: 'a', type: 'string', text: 'a' }), contained: [patient] }),
  ).toEqual(['too_deep  …']);
  expect(named({ ...form({ linkId: 'a', type: 'string', text: 'a' }), meta: { deep } })).toEqual([
    'too_deep  …',
  ]);
});
