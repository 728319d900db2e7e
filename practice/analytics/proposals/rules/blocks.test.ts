// Tests of the building blocks of a rule: to the rule language and back.

import { expect, test } from 'vitest';
import { blocksOf, fieldsOf, isFaulty, isReadable, newBlock, type Block } from './blocks.ts';
import { EMPTY, type Draft } from './rule-draft.ts';

const block = (kind: Block['kind'], more: Partial<Block> = {}): Block => ({
  ...newBlock(kind),
  ...more,
});
const WHOLE: readonly Block[] = [
  block('tag', { numbers: '01, 107' }),
  block('tag', { system: 'G', numbers: '1040' }),
  block('nichtTag', { numbers: '04' }),
  block('davor', { numbers: '8', window: 'D', count: '30', place: 'Z' }),
  block('nichtDavor', { numbers: 'Ä925*', window: 'KJ' }),
  block('notiz', { words: 'Zahnstein, Zst.' }),
  block('nichtNotiz', { words: 'keine' }),
];

test('blocks become fields of the rule language and come back as they were', () => {
  const fields = fieldsOf(WHOLE, false);
  expect(fields).toEqual({
    heuteEines: 'B:01 B:107',
    heuteAlle: 'G:1040',
    heuteKeines: 'B:04',
    historieKeine: 'B:Ä925*~KJ',
    historieNoetig: 'B:8~30D@Z',
    zusatz: String.raw`doc~'Zahnstein|Zst\.' and doc!~'keine'`,
  });
  expect(isReadable(fields)).toBe(true);

  expect(blocksOf({ ...EMPTY, ...fields })).toEqual([...WHOLE.slice(0, 4), ...WHOLE.slice(4)]);
});
test('a check asks for a missing earlier service as a sum', () => {
  const fields = fieldsOf(
    [
      block('tag', { system: 'G', numbers: '1010' }),
      block('nichtDavor', { system: 'G', numbers: '1000', place: 'Z' }),
      block('faktor', { factor: '2,3' }),
    ],
    true,
  );
  expect(fields.historieKeine).toBe('');
  expect(fields.zusatz).toBe('count(G:1000@Z,12M)=0 and faktor>2.3');
  const draft: Draft = { ...EMPTY, art: 'PRUEFUNG', ...fields };
  expect(blocksOf(draft)?.map((one) => one.kind)).toEqual(['tag', 'nichtDavor', 'faktor']);
});
test('a rule that says more than blocks can stays text', () => {
  for (const more of [
    { zusatz: 'par.aktiv=false' },
    { zusatz: "doc~'Zahn.*stein'" },
    { heuteAlle: '(B:1&B:2)@Z' },
    { heuteEines: 'HKP:ERSTELLT' },
    { zaehne: '34-38' },
    { historieKeine: 'B:04~8Q' },
  ])
    expect(blocksOf({ ...EMPTY, ...more }), JSON.stringify(more)).toBeNull();
  expect(blocksOf(EMPTY)).toEqual([]);
});
test('a block without a number, with a wrong one, or without a word is faulty', () => {
  expect(isFaulty(block('tag'))).toBe(true);
  expect(isFaulty(block('tag', { numbers: '01' }))).toBe(false);
  expect(isFaulty(block('davor', { numbers: '01', count: '' }))).toBe(true);
  expect(isFaulty(block('davor', { numbers: '01', count: '', window: 'EVER' }))).toBe(false);
  expect(isFaulty(block('notiz'))).toBe(true);
  expect(isFaulty(block('notiz', { words: "d'accord" }))).toBe(true);
  expect(isFaulty(block('faktor', { factor: 'hoch' }))).toBe(true);
});
