/**
 * Our questionnaires and responses are FHIR R4 by the published schema, and texts survive
 * unchanged.
 */
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FhirValue } from '../../shared/forms/questionnaire/fhir.ts';
import { compute } from '../../shared/forms/questionnaire/expressions/computed.ts';
import { importQuestionnaire } from '../../shared/forms/design/import.ts';
import { modelOf, UNKNOWN, YES, type Node } from '../../shared/forms/questionnaire/model.ts';
import { withOrigins } from '../../shared/forms/answers/origin.ts';
import { responseOf, stateOfResponse } from '../../shared/forms/questionnaire/response.ts';
import { type QuestionnaireResponse } from '../../shared/forms/questionnaire/response-types.ts';
import {
  everyPlace,
  newState,
  placeOf,
  setAnswers,
} from '../../shared/forms/questionnaire/state.ts';
import { viewOf } from '../../shared/forms/questionnaire/view.ts';
import type { Questionnaire } from '../../shared/forms/questionnaire/questionnaire.ts';
import { loadFhirPath } from './fhirpath.ts';
import { form, play, QUESTION_TYPES, randomActs, randomForm, someValue } from './random-forms.ts';
import { againstR4 } from './r4-schema.ts';

const head = {
  status: 'completed',
  id: '018f3c1e-0000-7000-8000-000000000000',
  authored: '2026-11-22T10:00:00.123+01:00',
  language: 'tr',
  subject: { reference: 'Patient/p1' },
  source: { reference: 'Patient/p1' },
} as const;
const catalogue = new URL('../../catalog/forms/', import.meta.url);
const shipped = readdirSync(catalogue)
  .filter((name) => /^[a-z-]+@\d+\.json$/.test(name))
  .map((name): [string, Questionnaire] => [
    name,
    JSON.parse(readFileSync(new URL(name, catalogue), 'utf8')) as Questionnaire,
  ]);

test('the schema refuses non-R4 resources', () => {
  expect(againstR4('Questionnaire', form({ linkId: 'a', type: 'string', text: 'a' }))).toEqual([]);
  expect(againstR4('Questionnaire', { ...form(), erfunden: 1 })).not.toEqual([]);
  expect(
    againstR4('Questionnaire', form({ linkId: 'a', type: 'wunsch' as 'string', text: 'a' })),
  ).not.toEqual([]);
  expect(
    againstR4('QuestionnaireResponse', { resourceType: 'QuestionnaireResponse', status: 'fertig' }),
  ).not.toEqual([]);
  expect(
    againstR4('QuestionnaireResponse', {
      resourceType: 'QuestionnaireResponse',
      status: 'completed',
      item: [{ linkId: 'a', answer: [{ valueDate: 'gestern' }] }],
    }),
  ).not.toEqual([]);
});

test('random forms and responses, with origins and read back, are R4', () => {
  fc.assert(
    fc.property(randomForm(), randomActs, (questionnaire, acts) => {
      const { questionnaire: imported, findings } = importQuestionnaire(questionnaire);
      expect(findings.filter((one) => one.level === 'error')).toEqual([]);
      expect(againstR4('Questionnaire', imported)).toEqual([]);
      const model = modelOf(questionnaire),
        response = responseOf(viewOf(model, play(model, acts)), head);
      expect(againstR4('QuestionnaireResponse', response)).toEqual([]);
      const before = withOrigins(response, {
        at: '2026-11-22T10:00:00.123Z',
        by: { kind: 'patient' },
        device: 't1',
        volatile: new Set(),
      });
      const later = withOrigins(
        responseOf(viewOf(model, newState(model)), head),
        {
          at: '2026-11-23T10:00:00Z',
          by: { kind: 'staff', id: 'u1' },
          recordedBy: 'u1',
          volatile: new Set(),
          takenBack: new Set(model.byLinkId.keys()),
        },
        before,
      );
      for (const one of [before, later])
        expect(againstR4('QuestionnaireResponse', one)).toEqual([]);
      const again = responseOf(viewOf(model, stateOfResponse(model, before).state), head);
      expect(againstR4('QuestionnaireResponse', again)).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

test('every kind of answer, alone', () => {
  for (const type of QUESTION_TYPES) {
    const model = modelOf(
        form({
          linkId: 'q',
          type,
          text: 'q',
          ...(type === 'choice' || type === 'open-choice'
            ? { answerOption: [{ valueCoding: YES }, { valueCoding: UNKNOWN }] }
            : {}),
        }),
      ),
      node = model.byLinkId.get('q');
    if (!node) throw new Error(type);
    const response = responseOf(
      viewOf(model, setAnswers(newState(model), placeOf(node, []), [someValue(type, 1)])),
      head,
    );
    expect(response.item).toHaveLength(1);
    expect([type, againstR4('QuestionnaireResponse', response)]).toEqual([type, []]);
  }
});

/** An answer that a node can hold, for filling a whole form. */
function anAnswer(node: Node): FhirValue {
  const option = node.options[node.options.length - 1];
  if (option) return option.value;
  const { minValue } = node.limits;
  if (minValue && (node.type === 'integer' || node.type === 'decimal' || node.type === 'date'))
    return node.type === 'decimal'
      ? { valueDecimal: minValue.valueDecimal ?? minValue.valueInteger ?? 0 }
      : minValue;
  return someValue(node.type, 1);
}

describe('the forms that are shipped', () => {
  test('exist', () =>
    expect(shipped.map(([name]) => name)).toEqual(
      expect.arrayContaining(['anamnese-erwachsene@1.json', 'patientendaten@1.json']),
    ));
  test.each(shipped)(
    '%s: imported without a finding, R4 before and after, and so is its fullest response',
    async (_name, questionnaire) => {
      const imported = importQuestionnaire(questionnaire);
      expect(imported.findings).toEqual([]);
      expect(againstR4('Questionnaire', questionnaire)).toEqual([]);
      expect(againstR4('Questionnaire', imported.questionnaire)).toEqual([]);
      const model = modelOf(imported.questionnaire ?? questionnaire);
      let state = newState(model);
      for (let round = 0; round < 6; round++)
        for (const place of viewOf(model, state).places())
          if (place.node.isQuestion && (state.answers[place.key] ?? []).length === 0)
            state = setAnswers(state, place, [anAnswer(place.node)]);
      const view = model.usesFhirPath
          ? compute(model, state, await loadFhirPath()).view
          : viewOf(model, state),
        response = responseOf(view, head);
      expect(JSON.stringify(response).match(/"answer"/g)?.length ?? 0).toBeGreaterThan(2);
      expect(againstR4('QuestionnaireResponse', response)).toEqual([]);
      expect(stateOfResponse(model, response).misfits).toEqual([]);
    },
  );
});

describe('[B41] texts survive verbatim', () => {
  const texts = [
    '<img src=x onerror=alert(1)>',
    '</script><script>alert(1)</script>',
    '{{7*7}}',
    '${process.exit()}',
    '#{7*7}',
    '%s%n',
    "=cmd|' /C calc'!A0",
    '‮txt.exe',
    '\u2066ab\u2069',
    'Zeile 1\nZeile 2\tTab',
    '&lt;b&gt; &amp;',
    '\\u0000 \\n',
    '👩‍⚕️ naïve ẞ',
    'مرحبا',
    '0',
    '"',
    "'",
    '`',
    '__proto__',
    'constructor',
  ];
  test.each(texts)('%j', (text) => {
    const questionnaire: Questionnaire = {
      ...form(
        { linkId: 'a', type: 'string', text, prefix: text },
        {
          linkId: 'b',
          type: 'open-choice',
          text: 'b',
          answerOption: [
            { valueString: text },
            { valueCoding: { system: 'urn:s', code: 'x', display: text } },
          ],
        },
      ),
      title: text,
    };
    const imported = importQuestionnaire(JSON.parse(JSON.stringify(questionnaire)));
    expect(imported.questionnaire).toEqual(questionnaire);
    expect(againstR4('Questionnaire', imported.questionnaire)).toEqual([]);
    const model = modelOf(questionnaire),
      [a, b] = model.nodes;
    if (!a || !b) throw new Error('nodes');
    expect(b.options.map((one) => one.text)).toEqual([text, text]);
    const state = setAnswers(
      setAnswers(newState(model), placeOf(a, []), [{ valueString: text }]),
      placeOf(b, []),
      [{ valueString: text }],
    );
    const response = JSON.parse(
      JSON.stringify(responseOf(viewOf(model, state), head)),
    ) as QuestionnaireResponse;
    expect(response.item?.map((one) => [one.text, one.answer?.[0]?.valueString])).toEqual([
      [text, text],
      ['b', text],
    ]);
    expect(againstR4('QuestionnaireResponse', response)).toEqual([]);
    expect(stateOfResponse(model, response).state.answers).toEqual(state.answers);
  });
  test("a linkId that looks like another's row is not confused with it", () => {
    const model = modelOf(
      form(
        {
          linkId: 'g',
          type: 'group',
          repeats: true,
          text: 'g',
          item: [{ linkId: 'a', type: 'string', text: 'a' }],
        },
        { linkId: 'a~1', type: 'string', text: 'b' },
        { linkId: 'a~~1', type: 'string', text: 'c' },
      ),
    );
    const keys = [...everyPlace(newState(model), model.roots)].map((one) => one.key);
    expect(new Set(keys).size).toBe(keys.length);
  });
  test.each(['__proto__', 'constructor', 'toString', 'a~1', 'a.b/c', ' leer ', 'ü'])(
    'linkId %j is an ordinary name',
    (linkId) => {
      const model = modelOf(
          form({
            linkId: 'g',
            type: 'group',
            repeats: true,
            text: 'g',
            item: [{ linkId, type: 'string', text: 'q' }],
          }),
        ),
        node = model.byLinkId.get(linkId);
      if (!node) throw new Error(linkId);
      const state = setAnswers(newState(model), placeOf(node, [1]), [{ valueString: 'da' }]),
        response = responseOf(viewOf(model, state), head);
      expect(response.item?.[0]?.item?.[0]?.answer).toEqual([{ valueString: 'da' }]);
      const kept = JSON.parse(JSON.stringify(state)) as typeof state;
      expect(responseOf(viewOf(model, kept), head)).toEqual(response);
      const flat = modelOf(form({ linkId, type: 'string', text: 'q' })),
        only = flat.byLinkId.get(linkId);
      if (!only) throw new Error(linkId);
      expect(viewOf(flat, newState(flat)).answers(placeOf(only, []))).toEqual([]);
      expect(
        responseOf(
          viewOf(flat, setAnswers(newState(flat), placeOf(only, []), [{ valueString: 'da' }])),
          head,
        ).item?.[0]?.answer,
      ).toEqual([{ valueString: 'da' }]);
    },
  );
});
