/**
 * Tests of carrying answers over to a form derived from the answered one: no linkId with another
 * meaning, no answer lost that has a place.
 */
import { describe, expect, test } from 'vitest';
import { carryAnswers } from './form-carry.ts';
import type { ResponseItem } from '../../../../shared/forms/questionnaire/response-types.ts';
import type {
  Questionnaire,
  QuestionnaireItem,
} from '../../../../shared/forms/questionnaire/questionnaire.ts';

const q = (linkId: string, more: Partial<QuestionnaireItem> = {}): QuestionnaireItem => ({
  linkId,
  type: 'boolean',
  text: linkId,
  ...more,
});
const coded = (
  linkId: string,
  code: string,
  more: Partial<QuestionnaireItem> = {},
): QuestionnaireItem => q(linkId, { code: [{ system: 's', code }], ...more });
const form = (...item: QuestionnaireItem[]): Questionnaire => ({
  resourceType: 'Questionnaire',
  status: 'active',
  item,
});
const yes = (linkId: string, item?: ResponseItem[]): ResponseItem => ({
  linkId,
  answer: [{ valueBoolean: true, ...(item && { item }) }],
});
const carry = (from: Questionnaire, to: Questionnaire, item: ResponseItem[]): unknown =>
  carryAnswers(from, to, { resourceType: 'QuestionnaireResponse', status: 'completed', item }).item;

describe('answers carried over to a derived form', () => {
  test.each([
    [
      'the same name',
      form(q('a')),
      form(q('a', { text: 'Anders gefragt?' })),
      [yes('a')],
      [yes('a')],
    ],
    [
      'renamed, by its code',
      form(coded('a', '1')),
      form(coded('neu', '1')),
      [yes('a')],
      [yes('neu')],
    ],
    [
      'two of one code: neither',
      form(coded('a', '1')),
      form(coded('x', '1'), coded('y', '1')),
      [yes('a')],
      [yes('a')],
    ],
    [
      'one name, another code: not offered',
      form(coded('a', '1')),
      form(coded('a', '2')),
      [yes('a')],
      [],
    ],
    [
      'one name, a code only now: the name counts',
      form(q('a')),
      form(coded('a', '2')),
      [yes('a')],
      [yes('a')],
    ],
    [
      'another kind of item',
      form(q('a')),
      form(q('a', { type: 'group', item: [q('b')] })),
      [yes('a')],
      [],
    ],
    ['no place any more: kept, to be named', form(q('a')), form(q('b')), [yes('a')], [yes('a')]],
    [
      'below groups and answers',
      form(q('g', { type: 'group', item: [q('a', { item: [coded('b', '1')] })] })),
      form(q('g', { type: 'group', item: [q('a', { item: [coded('c', '1')] })] })),
      [{ linkId: 'g', item: [yes('a', [yes('b')])] }],
      [{ linkId: 'g', item: [yes('a', [yes('c')])] }],
    ],
    [
      'a code of another system',
      form(coded('a', '1')),
      form(q('b', { code: [{ system: 'other', code: '1' }] })),
      [yes('a')],
      [yes('a')],
    ],
  ] as const)('%s', (_what, from, to, given, wanted) =>
    expect(carry(from, to, [...given] as ResponseItem[])).toEqual(wanted),
  );
  test('an empty response stays empty', () =>
    expect(
      carryAnswers(form(q('a')), form(q('a')), {
        resourceType: 'QuestionnaireResponse',
        status: 'completed',
      }).item,
    ).toBeUndefined());
});
