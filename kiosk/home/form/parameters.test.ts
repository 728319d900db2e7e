// [U2] Tests of prefilling by link: only marked items, only values that typing could have entered.
import { describe, expect, it } from 'vitest';
import type { Extension } from '../../../shared/forms/questionnaire/fhir.ts';
import { modelOf } from '../../../shared/forms/questionnaire/model.ts';
import { newState } from '../../../shared/forms/questionnaire/state.ts';
import type { QuestionnaireItem } from '../../../shared/forms/questionnaire/questionnaire.ts';
import { parametersOf, wantsHistory } from '../address.ts';
import { questionnaireOf } from '../home.testing.ts';
import { withParameters } from './parameters.ts';

const MARK = 'urn:molar:fhir:url-parameter';
const named = (name: string, more: readonly Extension[] = []): Extension[] => [
  { url: MARK, valueString: name },
  ...more,
];
const coded = (code: string) => ({
  valueCoding: { system: 'urn:s', code, display: code.toUpperCase() },
});
const fill = (item: QuestionnaireItem[], search: string) => {
  const model = modelOf(questionnaireOf(item));
  return withParameters(model, newState(model), parametersOf(search)).answers;
};
const text = (more: Partial<QuestionnaireItem> = {}): QuestionnaireItem => ({
  linkId: 'grund',
  type: 'string',
  text: 'Grund',
  extension: named('grund'),
  ...more,
});

describe('[U2] parameters of a link', () => {
  it('fill the fields marked by the form, by their name', () => {
    expect(
      fill([text({ extension: named('anlass') })], '?anlass=Kontrolle%20bitte&grund=nein'),
    ).toEqual({ grund: [{ valueString: 'Kontrolle bitte' }] });
  });

  it('never fill an unmarked field, whatever its name', () => {
    expect(
      fill(
        [
          text({ extension: [] }),
          {
            linkId: 'allergie',
            type: 'choice',
            text: 'Allergie?',
            answerOption: [coded('ja'), coded('nein')],
          },
        ],
        '?grund=x&allergie=nein',
      ),
    ).toEqual({});
  });

  it.each<[string, QuestionnaireItem, string, object | undefined]>([
    ['a text that is too long', text({ maxLength: 5 }), 'grund=Kontrolle', undefined],
    ['an empty text', text(), 'grund=%20%20', undefined],
    [
      'a text by a pattern that it breaks',
      text({
        extension: named('grund', [
          { url: 'http://hl7.org/fhir/StructureDefinition/regex', valueString: '[0-9]+' },
        ]),
      }),
      'grund=abc',
      undefined,
    ],
    ['a day', text({ type: 'date' }), 'grund=2026-02-28', { valueDate: '2026-02-28' }],
    ['a day that does not exist', text({ type: 'date' }), 'grund=2026-02-30', undefined],
    [
      'an option by its code',
      text({ type: 'choice', answerOption: [coded('a'), coded('b')] }),
      'grund=b',
      coded('b'),
    ],
    [
      'no option of the question',
      text({ type: 'choice', answerOption: [coded('a')] }),
      'grund=c',
      undefined,
    ],
    ['yes or no', text({ type: 'boolean' }), 'grund=true', { valueBoolean: true }],
    ['a whole number', text({ type: 'integer' }), 'grund=12', { valueInteger: 12 }],
    [
      'a number above the limit',
      text({
        type: 'integer',
        extension: named('grund', [
          { url: 'http://hl7.org/fhir/StructureDefinition/maxValue', valueInteger: 10 },
        ]),
      }),
      'grund=12',
      undefined,
    ],
    ['letters for a number', text({ type: 'integer' }), 'grund=1e9', undefined],
    ['a decimal with a comma', text({ type: 'decimal' }), 'grund=1,5', { valueDecimal: 1.5 }],
    ['never a read-only item', text({ readOnly: true }), 'grund=x', undefined],
    [
      'never a hidden item',
      text({
        extension: named('grund', [
          {
            url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-hidden',
            valueBoolean: true,
          },
        ]),
      }),
      'grund=x',
      undefined,
    ],
    ['a photo', text({ type: 'attachment' }), 'grund=x', undefined],
  ])('%s', (_, item, search, value) => {
    expect(fill([item], `?${search}`).grund).toEqual(value === undefined ? undefined : [value]);
  });

  it('are limited in length and number', () => {
    const many = Array.from({ length: 500 }, (_, i) => `a${i}=x`).join('&');
    expect(Object.keys(parametersOf(`?${many}`)).length).toBe(20);
    expect(parametersOf(`?a=${'x'.repeat(501)}`)).toEqual({});
    expect(parametersOf('?__proto__=x&constructor=y&a=1&a=2')).toMatchObject({ a: '1' });
  });

  it('create a new history entry only with the option `history`', () => {
    const marked = (isHistory: boolean): Extension[] => [
      {
        url: MARK,
        extension: [
          { url: 'name', valueString: 'g' },
          { url: 'history', valueBoolean: isHistory },
        ],
      },
    ];
    const form = (isHistory: boolean) =>
      questionnaireOf([
        { linkId: 'gruppe', type: 'group', item: [text({ extension: marked(isHistory) })] },
      ]);
    expect(wantsHistory(form(true), { g: 'x' })).toBe(true);
    expect(wantsHistory(form(true), { other: 'x' })).toBe(false);
    expect(wantsHistory(form(false), { g: 'x' })).toBe(false);
    expect(fill([text({ extension: marked(true) })], '?g=Kontrolle')).toEqual({
      grund: [{ valueString: 'Kontrolle' }],
    });
  });
});
