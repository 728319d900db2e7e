/** Tests of importing questionnaires: rejected, reported and merged parts. */
import { describe, expect, test } from 'vitest';
import { EXTENSION } from './extensions.ts';
import { importQuestionnaire } from '../design/import.ts';
import { modelOf, UNKNOWN } from './model.ts';
import type { Questionnaire, QuestionnaireItem } from './questionnaire.ts';

const form = (...item: QuestionnaireItem[]): Questionnaire => ({
  resourceType: 'Questionnaire',
  status: 'active',
  url: 'urn:test',
  version: '1',
  item,
});

describe('import', () => {
  const codes = (value: unknown): string[] =>
    importQuestionnaire(value).findings.map((one) => `${one.level} ${one.code}`);
  test('rejects a value that is no questionnaire, with the reason', () => {
    for (const [value, code] of [
      [null, 'not_an_object'],
      [[], 'not_an_object'],
      ['x', 'not_an_object'],
      [{ resourceType: 'Patient' }, 'not_a_questionnaire'],
      [form(), 'no_items'],
      [form({ linkId: '', type: 'string' }), 'no_link_id'],
      [form({ linkId: 'a', type: 'wunsch' as 'string', text: 'x' }), 'unknown_type'],
    ] as const)
      expect(codes(value)).toContain(`error ${code}`);
    expect(
      codes(
        form(
          { linkId: 'a', type: 'string', text: 'x' },
          { linkId: 'a', type: 'string', text: 'y' },
        ),
      ),
    ).toContain('error double_link_id');
    let deep: QuestionnaireItem = { linkId: 'end', type: 'string', text: 'x' };
    for (let depth = 0; depth < 40; depth++)
      deep = { linkId: `g${depth}`, type: 'group', item: [deep] };
    expect(codes(form(deep))).toContain('error too_deep');
  });
  test('reports extensions that change the meaning and unknown ones, not harmless ones', () => {
    const answers = importQuestionnaire(
      form(
        {
          linkId: 'a',
          type: 'string',
          text: 'a',
          extension: [
            {
              url: 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-candidateExpression',
              valueString: 'x',
            },
          ],
        },
        {
          linkId: 'b',
          type: 'string',
          text: 'b',
          extension: [
            { url: 'http://example.org/strange', valueBoolean: true },
            { url: EXTENSION.hidden, valueBoolean: true },
          ],
        },
        {
          linkId: 'c',
          type: 'string',
          text: 'c',
          modifierExtension: [{ url: 'http://example.org/not', valueBoolean: true }],
        },
      ),
    ).findings;
    expect(answers.map((one) => [one.level, one.code, one.linkId])).toEqual([
      ['error', 'modifier_unknown', 'c'],
      ['warning', 'extension_changes', 'a'],
      ['warning', 'extension_unknown', 'b'],
    ]);
  });
  test('reports a value set that needs a server; contained and bundled ones work', () => {
    expect(
      codes(
        form({
          linkId: 'a',
          type: 'choice',
          text: 'a',
          answerValueSet: 'http://snomed.info/sct?fhir_vs',
        }),
      ),
    ).toEqual(['error needs_terminology_server']);
    const { questionnaire, findings } = importQuestionnaire({
      ...form(
        { linkId: 'a', type: 'choice', text: 'a', answerValueSet: '#farben' },
        {
          linkId: 'b',
          type: 'choice',
          text: 'b',
          answerValueSet: 'http://hl7.org/fhir/ValueSet/yesnodontknow',
        },
      ),
      contained: [
        {
          resourceType: 'ValueSet',
          id: 'farben',
          compose: {
            include: [
              {
                system: 'urn:f',
                concept: [
                  { code: 'rot', display: 'Rot', designation: [{ language: 'en', value: 'red' }] },
                ],
              },
            ],
          },
        },
      ],
    });
    expect(findings).toEqual([]);
    const model = modelOf(questionnaire ?? form());
    expect(model.byLinkId.get('a')?.options.map((one) => one.text)).toEqual(['Rot']);
    expect(model.byLinkId.get('b')?.options.map((one) => one.value.valueCoding?.code)).toEqual([
      'Y',
      'N',
      UNKNOWN.code,
    ]);
  });
  test('merges modular parts, reports missing ones and circles', () => {
    const part = form({ linkId: 'p', type: 'string', text: 'p' });
    const whole = form({
      linkId: 'x',
      type: 'display',
      text: '',
      extension: [{ url: EXTENSION.subQuestionnaire, valueCanonical: 'urn:part' }],
    });
    expect(
      importQuestionnaire(whole, (address) =>
        address === 'urn:part' ? part : undefined,
      ).questionnaire?.item?.map((one) => one.linkId),
    ).toEqual(['p']);
    expect(codes(whole)).toContain('error part_missing');
    expect(importQuestionnaire(whole, () => whole).findings.map((one) => one.code)).toContain(
      'part_circle',
    );
  });
});
