/**
 * Tests of editing a form: nothing gets lost, nothing is duplicated, and translations of changed
 * texts are removed.
 */
import { describe, expect, test } from 'vitest';
import {
  everyItem,
  type Questionnaire,
  type QuestionnaireItem,
} from '../../../../shared/forms/questionnaire/questionnaire.ts';
import { wordsIn } from '../../../../shared/forms/questionnaire/words.ts';
import schmerz from '../../../../catalog/forms/schmerz@1.json';
import {
  addItem,
  changeItem,
  duplicateItem,
  everyText,
  moveItem,
  moveTo,
  newOption,
  removeItem,
  setText,
  setTitle,
} from './edit.ts';

const q = (linkId: string, more: Partial<QuestionnaireItem> = {}): QuestionnaireItem => ({
  linkId,
  type: 'boolean',
  text: linkId,
  ...more,
});
const form: Questionnaire = {
  resourceType: 'Questionnaire',
  status: 'draft',
  title: 'T',
  item: [
    q('s1', {
      type: 'group',
      item: [
        q('a'),
        q('b', { enableWhen: [{ question: 'a', operator: '=', answerBoolean: true }] }),
      ],
    }),
    q('c'),
  ],
};
const shape = (one: Questionnaire): string => {
  const walk = (items: readonly QuestionnaireItem[] = []): string =>
    items.map((i) => i.linkId + (i.item ? `(${walk(i.item)})` : '')).join(' ');
  return walk(one.item);
};

describe('editing a form', () => {
  test.each([
    ['a', 'down', 's1(b a) c'],
    ['b', 'up', 's1(b a) c'],
    ['a', 'up', 's1(a b) c'],
    ['a', 'out', 's1(b) a c'],
    ['b', 'in', 's1(a(b)) c'],
    ['c', 'in', 's1(a b c)'],
    ['s1', 'down', 'c s1(a b)'],
    ['s1', 'out', 's1(a b) c'],
    ['nobody', 'up', 's1(a b) c'],
  ] as const)('item %s moves %s', (linkId, step, wanted) =>
    expect(shape(moveItem(form, linkId, step))).toBe(wanted),
  );
  test('an item is dropped before, behind and into another; never into itself', () => {
    expect(shape(moveTo(form, 'c', 'b', 'before'))).toBe('s1(a c b)');
    expect(shape(moveTo(form, 'a', 'c', 'after'))).toBe('s1(b) c a');
    expect(shape(moveTo(form, 'c', 's1', 'inside'))).toBe('s1(a b c)');
    expect(moveTo(form, 's1', 'a', 'inside')).toBe(form);
    expect(moveTo(form, 's1', 's1', 'after')).toBe(form);
  });
  test('no sequence of moves loses or duplicates a question', () => {
    let one = form;
    for (const [n, step] of (
      ['up', 'in', 'out', 'down', 'in', 'down', 'out', 'up'] as const
    ).entries()) {
      one = moveItem(one, ['a', 'b', 'c', 's1'][n % 4] ?? '', step);
      expect([...everyItem(one.item)].map(({ item }) => item.linkId).sort()).toEqual([
        'a',
        'b',
        'c',
        's1',
      ]);
    }
  });
  test('a new question is inserted into the selected group, or behind the selected question', () => {
    expect(shape(addItem(form, 's1', q('n')))).toBe('s1(a b n) c');
    expect(shape(addItem(form, 'a', q('n')))).toBe('s1(a n b) c');
    expect(shape(addItem(form, undefined, q('n')))).toBe('s1(a b) c n');
    expect(shape(removeItem(form, 's1'))).toBe('c');
  });
  test('a copy gets new names, and its conditions refer to the copy', () => {
    const made = duplicateItem(form, 's1'),
      group = made.form.item?.[1];
    expect(shape(made.form)).toBe('s1(a b) s1-1(a-1 b-1) c');
    expect(group?.item?.[1]?.enableWhen?.[0]?.question).toBe('a-1');
  });
  test('changed texts lose their translations, others keep them', () => {
    const said = {
      extension: [
        {
          url: 'http://hl7.org/fhir/StructureDefinition/translation',
          extension: [
            { url: 'lang', valueCode: 'en' },
            { url: 'content', valueString: 'A' },
          ],
        },
      ],
    };
    const two = changeItem(
      changeItem(form, 'a', (one) => ({ ...one, _text: said })),
      'c',
      (one) => ({ ...one, _text: said }),
    );
    const changed = changeItem(two, 'a', (one) => setText(one, 'anders'));
    expect(changed.item?.[0]?.item?.[0]).toEqual(q('a', { text: 'anders' }));
    expect(changed.item?.[1]?._text).toEqual(said);
    expect(setTitle({ ...form, _title: said }, 'X')).toEqual({ ...form, title: 'X' });
  });
  test('a new answer never reuses the code of another one', () => {
    const item = q('x', { type: 'choice' }),
      first = newOption(item, 'Ja');
    expect(newOption({ ...item, answerOption: [first] }, 'Nein').valueCoding?.code).not.toBe(
      first.valueCoding?.code,
    );
  });
  test('every translatable text is listed by its translation key', () => {
    const shipped = schmerz as unknown as Questionnaire;
    expect(new Map(everyText(shipped).map((one) => [one.key, one.text]))).toEqual(
      new Map(wordsIn(shipped)),
    );
  });
});

test('a change of one question leaves the groups around other questions the same objects', () => {
  const page = (name: string): QuestionnaireItem =>
      q(name, { type: 'group', item: [q(`${name}-1`), q(`${name}-2`)] }),
    before: Questionnaire = { ...form, item: [page('x'), page('y')] },
    after = changeItem(before, 'y-1', (one) => ({ ...one, text: 'Neu' }));
  expect(after.item?.[0]).toBe(before.item?.[0]);
  expect(after.item?.[1]?.item?.map((one) => one.text)).toEqual(['Neu', 'y-2']);
});
