// Tests of a questionnaire that two people changed: blocks and back, what is joined, what asks.

import { expect, test } from 'vitest';
import type {
  Questionnaire,
  QuestionnaireItem,
} from '../../../../../shared/forms/questionnaire/questionnaire.ts';
import { withWords } from '../../../../../shared/forms/questionnaire/words.ts';
import { mergeDrafts } from '../../../../ui/saving/merge/merge-drafts.ts';
import type { Side } from '../../../../ui/saving/merge/merge-trees.ts';
import { addItem, changeItem, moveTo, removeItem, setText, setTitle } from '../edit.ts';
import { FORM_SHAPE } from './form-shape.ts';

const question = (linkId: string, text: string): QuestionnaireItem => ({
  linkId,
  text,
  type: 'boolean',
});
const base: Questionnaire = {
  resourceType: 'Questionnaire',
  status: 'draft',
  title: 'Fragen',
  item: [
    {
      linkId: 'seite-1',
      type: 'group',
      text: 'Seite 1',
      item: [question('rauchen', 'Rauchen Sie?'), question('wein', 'Trinken Sie Wein?')],
    },
    { linkId: 'seite-2', type: 'group', text: 'Seite 2', item: [question('sport', 'Sport?')] },
  ],
};
const NONE: ReadonlyMap<string, Side> = new Map(),
  merge = (mine: Questionnaire, other: Questionnaire) =>
    mergeDrafts(FORM_SHAPE, { base, mine, other }),
  reworded = (form: Questionnaire, linkId: string, text: string): Questionnaire =>
    changeItem(form, linkId, (one) => setText(one, text)),
  said = (form: Questionnaire, language: string, text: string): Questionnaire =>
    withWords(form, { language, review: 'native', texts: { rauchen: text } });

test('a form is the same after it was cut into blocks, with translations and unknown parts', () => {
  const form = {
    ...said(base, 'en', 'Do you smoke?'),
    _title: { extension: [{ url: 'urn:x' }] },
    contained: [{ resourceType: 'ValueSet' as const, id: 'v' }],
  };
  expect(FORM_SHAPE.join(FORM_SHAPE.split(form, undefined, 'b'))).toEqual(form);
});
test('two items, a title, a move and a new item of two people stand together', () => {
  const mine = moveTo(
      reworded(setTitle(base, 'Meine Fragen'), 'rauchen', 'Rauchen Sie viel?'),
      'wein',
      'seite-2',
      'inside',
    ),
    other = addItem(
      reworded(base, 'sport', 'Treiben Sie Sport?'),
      'seite-1',
      question('tee', 'Tee?'),
    );
  const { conflicts, value } = merge(mine, other);
  expect(conflicts).toEqual([]);
  expect(value(NONE)).toEqual({
    ...base,
    title: 'Meine Fragen',
    item: [
      {
        ...base.item![0],
        item: [question('rauchen', 'Rauchen Sie viel?'), question('tee', 'Tee?')],
      },
      {
        ...base.item![1],
        item: [question('sport', 'Treiben Sie Sport?'), question('wein', 'Trinken Sie Wein?')],
      },
    ],
  });
});
test('one item that both changed asks, and each side can count', () => {
  const { conflicts, value } = merge(
    reworded(base, 'rauchen', 'Mein Wort'),
    changeItem(base, 'rauchen', (one) => ({ ...one, required: true })),
  );
  expect(conflicts.map(({ id }) => id)).toEqual(['i rauchen']);
  const rauchen = (side: Side): QuestionnaireItem | undefined =>
    value(new Map([['i rauchen', side]])).item?.[0]?.item?.[0];
  expect(rauchen('mine')).toEqual(question('rauchen', 'Mein Wort'));
  expect(rauchen('other')).toEqual({ ...question('rauchen', 'Rauchen Sie?'), required: true });
});
test('two translations of one item are joined; a translation of a reworded item asks', () => {
  const english = said(base, 'en', 'Do you smoke?'),
    french = said(base, 'fr', 'Fumez-vous ?'),
    { conflicts, value } = merge(english, french);
  expect(conflicts.filter(({ id }) => id.startsWith('i '))).toEqual([]);
  const found = JSON.stringify(value(NONE));
  expect([found.includes('Do you smoke?'), found.includes('Fumez-vous ?')]).toEqual([true, true]);
  expect(
    merge(english, reworded(base, 'rauchen', 'Anders?')).conflicts.map(({ id }) => id),
  ).toContain('i rauchen');
});
test('new items of the same name both stay; a condition follows its own one', () => {
  const mine = addItem(addItem(base, undefined, question('frage-1', 'Meine?')), undefined, {
      ...question('frage-2', 'Und dann?'),
      enableWhen: [{ question: 'frage-1', operator: '=', answerBoolean: true }],
    }),
    other = addItem(base, undefined, question('frage-1', 'Adas?'));
  const { conflicts, value } = merge(mine, other),
    items = value(NONE).item ?? [];
  expect(conflicts).toEqual([]);
  const own = items.find(({ text }) => text === 'Meine?');
  expect(items.find(({ text }) => text === 'Adas?')?.linkId).toBe('frage-1');
  expect(own?.linkId).not.toBe('frage-1');
  expect(items.find(({ text }) => text === 'Und dann?')?.enableWhen?.[0]?.question).toBe(
    own?.linkId,
  );
});
test('a removed page with a reworded question in it asks', () => {
  const { conflicts, value } = merge(
    removeItem(base, 'seite-1'),
    reworded(base, 'wein', 'Trinken Sie täglich Wein?'),
  );
  expect(conflicts.map(({ id }) => id)).toEqual(['i seite-1']);
  expect(value(NONE).item).toHaveLength(1);
  expect(JSON.stringify(value(new Map([['i seite-1', 'other']])))).toContain('täglich');
});
