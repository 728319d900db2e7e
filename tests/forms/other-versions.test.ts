/** Questionnaires of FHIR R5 and STU3: converted into R4 without loss, or refused by name. */
import { describe, expect, test } from 'vitest';
import { toR4 } from '../../shared/forms/design/other-versions.ts';
import { importQuestionnaire } from '../../shared/forms/design/import.ts';
import { checkHere } from '../../server/desk/forms/library/form-check.ts';

const yes = { system: 'urn:s', code: 'y', display: 'Yes' };
const options = [
  { valueCoding: yes },
  { valueCoding: { system: 'urn:s', code: 'n', display: 'No' } },
];
const form = (...item: object[]) => ({
  resourceType: 'Questionnaire',
  status: 'active',
  url: 'urn:test',
  version: '1',
  item,
});
const itemsOf = (value: unknown): unknown => (value as { item: unknown }).item;
const findingsOf = (value: unknown): string[] =>
  importQuestionnaire(toR4(value).value).findings.map((one) =>
    `${one.level} ${one.code} ${one.detail ?? ''}`.trim(),
  );

test('a form in R4 stays as it is, word for word', () => {
  const value = form(
    { linkId: 'a', type: 'choice', text: 'a', answerOption: options, initial: [] },
    {
      linkId: 'b',
      type: 'string',
      text: 'b',
      enableWhen: [{ question: 'a', operator: 'exists', answerBoolean: true }],
    },
  );
  expect(toR4(value)).toEqual({ value });
  expect(toR4(value).value).toBe(value);
});

test('options at a text are no sign of R5: R4 reads them, too', () => {
  const value = form({
    linkId: 'q',
    type: 'string',
    text: 'q',
    answerOption: [{ valueString: 'x' }],
  });
  expect(toR4(value)).toEqual({ value });
});

describe('R5', () => {
  test.each([
    [{ type: 'coding', answerOption: options }, 'choice'],
    [{ type: 'coding', answerOption: options, answerConstraint: 'optionsOnly' }, 'choice'],
    [{ type: 'coding', answerOption: options, answerConstraint: 'optionsOrString' }, 'open-choice'],
    [
      { type: 'string', answerOption: [{ valueString: 'x' }], answerConstraint: 'optionsOnly' },
      'choice',
    ],
    [
      { type: 'string', answerOption: [{ valueString: 'x' }], answerConstraint: 'optionsOrType' },
      'open-choice',
    ],
    [
      { type: 'integer', answerOption: [{ valueInteger: 1 }], answerConstraint: 'optionsOnly' },
      'choice',
    ],
    [
      {
        type: 'date',
        answerOption: [{ valueDate: '2026-01-01' }],
        answerConstraint: 'optionsOnly',
      },
      'choice',
    ],
  ])('%j is a question of R4', (more, type) => {
    const value = form({ linkId: 'q', text: 'q', ...more }),
      { value: made, from } = toR4(value);
    expect([from, itemsOf(made)]).toEqual([
      'r5',
      [{ linkId: 'q', text: 'q', type, answerOption: more.answerOption }],
    ]);
    expect(findingsOf(value)).toEqual([]);
  });

  test.each([
    [
      { type: 'coding', answerOption: options, answerConstraint: 'optionsOrType' },
      'error is_r5 answerConstraint optionsOrType',
    ],
    [
      {
        type: 'integer',
        answerOption: [{ valueInteger: 1 }],
        answerConstraint: 'optionsOrType',
      },
      'error is_r5 answerConstraint optionsOrType',
    ],
    [
      { type: 'coding', answerOption: options, disabledDisplay: 'protected' },
      'error is_r5 disabledDisplay',
    ],
  ])('%j has no place in R4 and is refused by its name', (more, finding) => {
    expect(findingsOf(form({ linkId: 'q', text: 'q', ...more }))).toContain(finding);
  });

  test('groups, contained forms and the head are converted as well', () => {
    const inner = { linkId: 'q', type: 'coding', text: 'q', answerOption: options };
    const value = {
      ...form({
        linkId: 'g',
        type: 'group',
        text: 'g',
        item: [{ ...inner, disabledDisplay: 'hidden' }],
      }),
      copyrightLabel: '© X',
      versionAlgorithmString: 'semver',
      contained: [{ ...form(inner), id: 'part' }],
    };
    const choice = { ...inner, type: 'choice' };
    expect(toR4(value)).toEqual({
      from: 'r5',
      value: {
        ...form({ linkId: 'g', type: 'group', text: 'g', item: [choice] }),
        copyright: '© X',
        contained: [{ ...form(choice), id: 'part' }],
      },
    });
  });
});

describe('STU3', () => {
  test('options, initial values and conditions are those of R4', () => {
    const value = form(
      { linkId: 'a', type: 'choice', text: 'a', option: options, initialCoding: yes },
      { linkId: 'b', type: 'choice', text: 'b', options: { reference: '#list' } },
      {
        linkId: 'c',
        type: 'string',
        text: 'c',
        enableWhen: [
          { question: 'a', answerCoding: yes },
          { question: 'b', hasAnswer: false },
        ],
      },
    );
    expect(toR4(value)).toEqual({
      from: 'stu3',
      value: form(
        {
          linkId: 'a',
          type: 'choice',
          text: 'a',
          answerOption: options,
          initial: [{ valueCoding: yes }],
        },
        { linkId: 'b', type: 'choice', text: 'b', answerValueSet: '#list' },
        {
          linkId: 'c',
          type: 'string',
          text: 'c',
          enableWhen: [
            { question: 'a', operator: '=', answerCoding: yes },
            { question: 'b', operator: 'exists', answerBoolean: false },
          ],
          enableBehavior: 'any',
        },
      ),
    });
  });

  test('what R4 cannot name or compare with is refused by its name', () => {
    expect(
      findingsOf(
        form({ linkId: 'b', type: 'choice', text: 'b', options: { reference: 'ValueSet/1' } }),
      ),
    ).toContain('error is_stu3 options');
    expect(
      findingsOf(
        form(
          { linkId: 'a', type: 'url', text: 'a' },
          {
            linkId: 'c',
            type: 'string',
            text: 'c',
            enableWhen: [{ question: 'a', answerUri: 'urn:x' }],
          },
        ),
      ).some((one) => one.startsWith('error')),
    ).toBe(true);
  });
});

test('the check of an import returns the converted form and names the conversion first', async () => {
  const text = JSON.stringify(
    form({ linkId: 'q', type: 'coding', text: 'Frage', answerOption: options }),
  );
  const answer = await checkHere({ text, languages: ['de'], printable: [] });
  expect(answer).toMatchObject({ converted: { item: [{ type: 'choice' }] } });
  expect('findings' in answer && answer.findings[0]).toEqual({
    level: 'warning',
    code: 'converted_r5',
  });
});

test.each([null, 5, [], { resourceType: 'Questionnaire' }, form(5 as never), form([] as never)])(
  'rubbish stays rubbish, for the import to refuse: %j',
  (value) => expect(toR4(value)).toEqual({ value }),
);
