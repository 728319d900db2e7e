/**
 * Tests of formulas: set and read back, every example matches its description, errors are named;
 * pieces and copied items keep texts and meaning.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import type { FhirValue } from '../../../../shared/forms/questionnaire/fhir.ts';
import { TEST_PATIENT } from '../../../../shared/forms/answers/patient-variable.ts';
import { checkForm } from '../../../../shared/forms/design/form-findings.ts';
import { compute } from '../../../../shared/forms/questionnaire/expressions/computed.ts';
import { EXTENSION } from '../../../../shared/forms/questionnaire/extensions.ts';
import { bindFhirPath } from '../../../../shared/forms/questionnaire/expressions/fhirpath.ts';
import { modelOf } from '../../../../shared/forms/questionnaire/model.ts';
import type { Evaluate } from '../../../../shared/forms/questionnaire/expressions/scope.ts';
import {
  answersAt,
  newState,
  placeOf,
  setAnswers,
} from '../../../../shared/forms/questionnaire/state.ts';
import {
  everyItem,
  type Questionnaire,
  type QuestionnaireItem,
} from '../../../../shared/forms/questionnaire/questionnaire.ts';
import erwachsene from '../../../../catalog/forms/anamnese-erwachsene@1.json';
import { addPiece, isFound, PIECES, takeable, takeOver, type PieceKey } from './pieces.ts';
import { formulaFindings } from '../../../../shared/forms/design/form-findings.ts';
import {
  elementNameOf,
  EXAMPLES,
  faultsAt,
  formulaOf,
  removeRule,
  rulesOf,
  setElementName,
  setFormula,
  setRule,
  setUnits,
} from './formulas.ts';
import { putValueSet } from '../../../../shared/forms/design/put-value-set.ts';
import { nameFault, removeVariable, setVariable, variablesIn } from './panels/variables.ts';

let evaluate: Evaluate;
beforeAll(async () => {
  const [library, r4] = await Promise.all([import('fhirpath'), import('fhirpath/fhir-context/r4')]);
  evaluate = bindFhirPath(library.default, r4.default);
});
const q = (linkId: string, more: Partial<QuestionnaireItem> = {}): QuestionnaireItem => ({
  linkId,
  type: 'decimal',
  text: linkId,
  ...more,
});
const form = (...item: QuestionnaireItem[]): Questionnaire => ({
  resourceType: 'Questionnaire',
  status: 'draft',
  item,
});
/** Evaluates the form with these answers. */
function run(questionnaire: Questionnaire, answers: Readonly<Record<string, FhirValue>>) {
  const model = modelOf(questionnaire);
  let state = newState(model);
  for (const [linkId, value] of Object.entries(answers))
    state = setAnswers(state, placeOf(model.byLinkId.get(linkId)!, []), [value]);
  const done = compute(model, state, evaluate, { variables: { patient: TEST_PATIENT } });
  return {
    at: (linkId: string) => answersAt(done.state, placeOf(model.byLinkId.get(linkId)!, [])),
    isAsked: (linkId: string) => done.view.places().some((one) => one.node.linkId === linkId),
    broken: done.problems.map((one) => one.human),
    faults: done.faults,
  };
}
const pageOf = (...item: QuestionnaireItem[]): Questionnaire =>
  form({ linkId: 'seite', type: 'group', text: 'Seite', item });

describe('examples match their description', () => {
  test('sum and body mass index', () => {
    const with2 = (key: 'sum' | 'bmi') =>
      pageOf(
        q('a'),
        q('b'),
        setFormula(q('c', { readOnly: true }), 'calculated', EXAMPLES[key].text('a', 'b')),
      );
    expect(run(with2('sum'), { a: { valueDecimal: 1.5 }, b: { valueDecimal: 2 } }).at('c')).toEqual(
      [{ valueDecimal: 3.5 }],
    );
    expect(
      run(with2('bmi'), { a: { valueDecimal: 80 }, b: { valueDecimal: 180 } }).at('c'),
    ).toEqual([{ valueDecimal: 24.7 }]);
    expect(run(with2('sum'), { a: { valueDecimal: 1 } })).toMatchObject({ faults: [] });
  });
  test('sum of points', () => {
    const option = (code: string, points: number) => ({
      valueCoding: { system: 's', code, display: code },
      extension: [{ url: EXTENSION.ordinalValue, valueDecimal: points }],
    });
    const made = pageOf(
      q('a', { type: 'choice', answerOption: [option('nie', 0), option('oft', 3)] }),
      q('b', { type: 'choice', answerOption: [option('ja', 2)] }),
      setFormula(q('c', { readOnly: true }), 'calculated', EXAMPLES.score.text('', '')),
    );
    expect(
      run(made, {
        a: { valueCoding: { system: 's', code: 'oft', display: 'oft' } },
        b: { valueCoding: { system: 's', code: 'ja', display: 'ja' } },
      }).at('c'),
    ).toEqual([{ valueDecimal: 5 }]);
  });
  test('age, today, one of two', () => {
    const year = new Date().getFullYear(),
      made = pageOf(
        q('a', { type: 'date' }),
        q('x', { type: 'boolean' }),
        q('y', { type: 'boolean' }),
        setFormula(
          q('alter', { type: 'integer', readOnly: true }),
          'calculated',
          EXAMPLES.age.text('a', ''),
        ),
        setFormula(q('heute', { type: 'date' }), 'initial', EXAMPLES.today.text('', '')),
        setFormula(q('mehr', { type: 'boolean' }), 'when', EXAMPLES.either.text('x', 'y')),
      );
    const done = run(made, {
      a: { valueDate: '1980-05-05' },
      x: { valueBoolean: false },
      y: { valueBoolean: true },
    });
    expect([
      done.at('alter'),
      done.isAsked('mehr'),
      run(made, { x: { valueBoolean: false }, y: { valueBoolean: false } }).isAsked('mehr'),
    ]).toEqual([[{ valueInteger: year - 1980 }], true, false]);
    expect(done.at('heute')[0]?.valueDate).toMatch(/^\d{4}-\d\d-\d\d$/);
  });
  test('lists of the record fill in a group, one repetition for each entry', () => {
    const patient = {
      ...TEST_PATIENT,
      telecom: [
        { system: 'phone', value: '030 2' },
        { system: 'email', value: 'e@example.org' },
      ],
    };
    const valuesBy = (key: 'contacts' | 'phones'): readonly (string | undefined)[] => {
      const value = setFormula(q('value', { type: 'string' }), 'initial', '%eintrag.value'),
        group = q('g', { type: 'group', repeats: true, item: [value] }),
        model = modelOf(pageOf(setFormula(group, 'population', EXAMPLES[key].text('', '')))),
        { state } = compute(model, newState(model), evaluate, { variables: { patient } });
      return Object.values(state.answers).map(([one]) => one?.valueString);
    };
    expect(valuesBy('contacts')).toEqual(['030 2', 'e@example.org']);
    expect(valuesBy('phones')).toEqual(['030 2']);
  });
  test('an entry is read under the name that the group gives it', () => {
    const group = setElementName(
      setFormula(q('g', { type: 'group' }), 'population', '1'),
      'kontakt',
    );
    expect([elementNameOf(group), formulaOf(group, 'population')]).toEqual(['kontakt', '1']);
    expect(elementNameOf(setFormula(group, 'population', '2'))).toBe('kontakt');
    expect(elementNameOf(setFormula(group, 'population', ''))).toBeUndefined();
  });
  test('rules: at most as large, not in the future; reported only when broken', () => {
    const rule = (expression: string) => ({ expression, human: 'So nicht.', isWarning: false });
    const made = pageOf(
      q('a'),
      setRule(q('b'), 0, rule(EXAMPLES.between.text('a', 'b'))),
      setRule(q('d', { type: 'date' }), 0, rule(EXAMPLES.notFuture.text('d', ''))),
    );
    expect(
      run(made, { a: { valueDecimal: 1 }, b: { valueDecimal: 2 }, d: { valueDate: '2020-01-01' } })
        .broken,
    ).toEqual([]);
    expect(
      run(made, { a: { valueDecimal: 3 }, b: { valueDecimal: 2 }, d: { valueDate: '2999-01-01' } })
        .broken,
    ).toEqual(['So nicht.', 'So nicht.']);
  });
});

describe('editing formulas', () => {
  test('a formula is set, read and removed', () => {
    const item = setFormula(
      q('a', { extension: [{ url: EXTENSION.volatile, valueBoolean: true }] }),
      'calculated',
      '1 + 1',
    );
    expect([
      formulaOf(item, 'calculated'),
      formulaOf(item, 'initial'),
      setFormula(item, 'calculated', ' '),
    ]).toEqual([
      '1 + 1',
      '',
      q('a', { extension: [{ url: EXTENSION.volatile, valueBoolean: true }] }),
    ]);
  });
  test('rules are added, changed and removed; changed texts lose their translations, others keep them', () => {
    const said = { extension: [{ url: 'x' }] },
      first = { expression: 'true', human: 'A', isWarning: true };
    const one = setRule(q('a'), 0, first),
      key = one.extension?.[0]?.extension?.find((part) => part.url === 'key');
    const translated = {
      ...one,
      extension: [
        {
          url: EXTENSION.constraint,
          extension: [
            ...(one.extension?.[0]?.extension ?? []).filter((part) => part.url !== 'human'),
            { url: 'human', valueString: 'A', _valueString: said },
          ],
        },
      ],
    } as QuestionnaireItem;
    expect(rulesOf(translated)).toEqual([first]);
    const kept = setRule(translated, 0, { ...first, isWarning: false }),
      changed = setRule(translated, 0, { ...first, human: 'B' });
    expect([
      JSON.stringify(kept).includes('_valueString'),
      JSON.stringify(changed).includes('_valueString'),
      JSON.stringify(changed).includes(JSON.stringify(key)),
    ]).toEqual([true, false, true]);
    const two = setRule(changed, 1, first);
    expect([
      rulesOf(two).length,
      rulesOf(removeRule(two, 0)),
      removeRule(removeRule(two, 0), 0),
    ]).toEqual([2, [first], q('a')]);
  });
  test.each([
    ['1 +', 'failed'],
    ["'Text'", 'not_a_value'],
    ["%resource.descendants().where(linkId = 'c').answer.value + 1 | 1", 'circle'],
  ] as const)('%s is reported as %s', (text, reason) => {
    const made = pageOf(
      setFormula(
        q('c', { type: reason === 'not_a_value' ? 'boolean' : 'decimal', readOnly: true }),
        'calculated',
        text,
      ),
    );
    expect(faultsAt(made, 'c', evaluate).map((one) => one.reason)).toEqual([reason]);
    expect(formulaFindings(made, evaluate).map((one) => [one.code, one.linkId])).toEqual(
      reason === 'not_a_value' ? [] : [['expression_failed', 'c']],
    );
  });
  test('units: selected ones by their code, in their order; a unit from a file stays unchanged', () => {
    const file = {
        url: EXTENSION.unitOption,
        valueCoding: { system: 'http://unitsofmeasure.org', code: 'mg', display: 'Milligramm' },
      },
      item = setUnits(q('a', { type: 'quantity', extension: [file] }), [
        { code: 'ml', display: 'ml' },
        { code: 'mg', display: 'mg' },
      ]);
    expect(modelOf(form(item)).nodes[0]?.units.map((one) => one.display)).toEqual([
      'ml',
      'Milligramm',
    ]);
    expect(setUnits(item, [])).toEqual(q('a', { type: 'quantity' }));
  });
});

describe('ready pieces', () => {
  const source = erwachsene as unknown as Questionnaire;
  test.each(Object.keys(PIECES) as PieceKey[])(
    '%s: inserted twice gives two, and its texts have no findings',
    (key) => {
      const once = addPiece(form(), undefined, key),
        twice = addPiece(once.form, undefined, key);
      expect([...everyItem(twice.form.item)].map(({ item }) => item.linkId)).toEqual([
        once.linkId,
        twice.linkId,
      ]);
      const { findings } = checkForm(
        {
          ...form(),
          title: 'T',
          item: [{ ...PIECES[key], linkId: once.linkId, text: PIECES[key].text ?? 'Frage?' }],
        },
        ['de'],
      );
      expect(findings.filter((one) => one.level === 'error')).toEqual([]);
    },
  );
  test('a copied page keeps names, conditions and answers; a second copy gets new names and conditions', () => {
    const page = takeable(source).find((one) => one.linkId.includes('medikamente'))?.linkId ?? '',
      first = takeOver(form(), undefined, source, page),
      second = takeOver(first.form, undefined, source, page);
    const names = (one: Questionnaire): string[] =>
      [...everyItem(one.item)].map(({ item }) => item.linkId);
    expect(names(first.form)).toEqual(
      [...everyItem(source.item)]
        .filter(({ item, path }) => item.linkId === page || path.some((up) => up.linkId === page))
        .map(({ item }) => item.linkId),
    );
    expect(new Set(names(second.form)).size).toBe(names(second.form).length);
    expect(second.form.item?.length).toBe(2);
    const below = new Set(names(form(second.form.item?.[1] as QuestionnaireItem))),
      old = new Set(names(first.form));
    for (const { item } of everyItem(second.form.item?.slice(1)))
      for (const when of item.enableWhen ?? [])
        expect([when.question, below.has(when.question) || !old.has(when.question)]).toEqual([
          when.question,
          true,
        ]);
  });
  test('the search finds texts, names and answers', () => {
    const item = q('hund', { text: 'Haben Sie Angst?', answerOption: [{ valueString: 'Sehr' }] });
    expect(['angst', 'HUND', 'sehr', '', 'katze'].map((word) => isFound(item, word, []))).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
  });
});

describe('calculated limits', () => {
  test('are written as the standard does, for dates and amounts, and replace a fixed limit', () => {
    const fixed = q('bis', {
        type: 'date',
        extension: [{ url: EXTENSION.maxValue, valueDate: '2020-01-01' }],
      }),
      date = setFormula(fixed, 'max', EXAMPLES.today.text('', '')),
      amount = setFormula(q('kg', { type: 'quantity' }), 'min', '3');
    expect([formulaOf(date, 'max'), formulaOf(amount, 'min')]).toEqual(['today()', '3']);
    expect(date.extension).toHaveLength(1);
    expect(amount.extension?.[0]?.url).toBe(EXTENSION.minQuantity);
    const made = form(date, amount);
    expect(
      run(made, {
        bis: { valueDate: '2999-01-01' },
        kg: { valueQuantity: { value: 2 } },
      }).broken,
    ).toHaveLength(2);
    expect(checkForm(made, []).findings).toEqual([]);
    expect(setFormula(date, 'max', ' ').extension).toBeUndefined();
  });
  test('may follow another answer and the birth date', () => {
    const later = setFormula(q('z', { type: 'date' }), 'min', EXAMPLES.born.text('', '')),
      above = setFormula(q('b'), 'min', EXAMPLES.another.text('a', ''));
    const made = run(form(q('a'), above, later), {
      a: { valueDecimal: 5 },
      b: { valueDecimal: 4 },
      z: { valueDate: '1970-01-01' },
    });
    expect([made.broken.length, made.faults]).toEqual([2, []]);
  });
});

describe('variables', () => {
  test('are added, changed and removed; names are checked', () => {
    const one = setVariable(form(q('a')), 0, { name: 'drei', expression: '3' }),
      two = setVariable(one, 1, { name: 'drei', expression: '%drei + 1' });
    expect(variablesIn(two)).toHaveLength(2);
    expect([0, 1].map((at) => nameFault(variablesIn(two), at))).toEqual([undefined, 'taken']);
    expect(nameFault([{ name: '1x', expression: '' }], 0)).toBe('form');
    expect(nameFault([{ name: 'patient', expression: '' }], 0)).toBe('taken');
    expect(variablesIn(removeVariable(two, 1))).toEqual(variablesIn(one));
    expect(removeVariable(one, 0).extension).toBeUndefined();
  });
  test('are used by formulas; a failing one is named at the form', () => {
    const made = setVariable(
      form(setFormula(q('a', { readOnly: true }), 'calculated', '%drei + 1')),
      0,
      { name: 'drei', expression: '3' },
    );
    expect(run(made, {}).at('a')).toEqual([{ valueDecimal: 4 }]);
    const broken = setVariable(made, 0, { name: 'drei', expression: '))((' });
    expect(faultsAt(broken, undefined, evaluate).map((one) => one.kind)).toEqual(['variable']);
  });
});

test('a list of answers from a file stands at the address that the form names', () => {
  const made = form(q('a', { type: 'choice', answerValueSet: 'http://example.org/vs|2' })),
    list = {
      resourceType: 'ValueSet',
      id: 'x',
      url: 'http://elsewhere.org',
      compose: { include: [{ system: 'urn:s', concept: [{ code: 'r', display: 'Rot' }] }] },
    };
  const found = (one: Questionnaire) => checkForm(one, []).findings.map(({ code }) => code);
  expect(found(made)).toContain('needs_terminology_server');
  const next = putValueSet(made, 'http://example.org/vs|2', list);
  expect(next && found(next)).toEqual([]);
  expect(
    next &&
      modelOf(next)
        .byLinkId.get('a')
        ?.options.map((one) => one.text),
  ).toEqual(['Rot']);
  for (const wrong of [{}, [], null, { resourceType: 'ValueSet' }, { resourceType: 'Patient' }])
    expect(putValueSet(made, 'http://example.org/vs', wrong)).toBeUndefined();
});
