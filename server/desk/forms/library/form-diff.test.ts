/** Tests of the difference between two versions: the moved item is named, not those it passed. */
import { expect, test } from 'vitest';
import { diffForms } from './form-diff.ts';
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
const form = (...item: QuestionnaireItem[]): Questionnaire => ({
  resourceType: 'Questionnaire',
  status: 'draft',
  item,
});
const said = (older: Questionnaire, newer: Questionnaire): string[] =>
  diffForms(older, newer).map((one) => `${one.kind} ${one.linkId} ${one.fields.join(',')}`.trim());
const four = form(q('a'), q('b'), q('c'), q('d'));

test.each([
  ['nothing', four, []],
  ['the first question moves down', form(q('b'), q('c'), q('a'), q('d')), ['changed a place']],
  ['the last question moves up', form(q('d'), q('a'), q('b'), q('c')), ['changed d place']],
  ['a removed question moves no other', form(q('a'), q('c'), q('d')), ['removed b']],
  ['an added question moves no other', form(q('a'), q('x'), q('b'), q('c'), q('d')), ['added x']],
  ['into a group', form(q('a', { item: [q('b')] }), q('c'), q('d')), ['changed b place']],
  [
    'another text and a required answer',
    form(q('a', { text: 'A?', required: true }), q('b'), q('c'), q('d')),
    ['changed a text,required'],
  ],
] as const)('%s', (_what, newer, wanted) => expect(said(four, newer)).toEqual(wanted));
