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
  ['the first goes down', form(q('b'), q('c'), q('a'), q('d')), ['changed a place']],
  ['the last goes up', form(q('d'), q('a'), q('b'), q('c')), ['changed d place']],
  ['one goes: nobody else has moved', form(q('a'), q('c'), q('d')), ['removed b']],
  ['one comes: nobody else has moved', form(q('a'), q('x'), q('b'), q('c'), q('d')), ['added x']],
  ['into a group', form(q('a', { item: [q('b')] }), q('c'), q('d')), ['changed b place']],
  [
    'other words and a duty',
    form(q('a', { text: 'A?', required: true }), q('b'), q('c'), q('d')),
    ['changed a text,required'],
  ],
] as const)('%s', (_what, newer, wanted) => expect(said(four, newer)).toEqual(wanted));
