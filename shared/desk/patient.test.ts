// Tests of folding, parsing of a search, and required confirmations.
import { describe, expect, it } from 'vitest';
import {
  birthDoubts,
  cleanName,
  isName,
  mergeDoubts,
  parsePatientQuery,
  searchText,
} from './patient.ts';

const TODAY = '2026-11-20';

describe('search text', () => {
  it.each([
    ['Müller-Yıldız', 'Özlem', ' muller mueller yildiz ozlem oezlem '],
    ["O'Brien", 'Siobhán', ' obrien siobhan '],
    ['Łoś', 'Małgorzata', ' los malgorzata '],
    ['Großmann', 'Đức', ' grossmann duc '],
    ['İpek', 'IŞIK', ' ipek isik '],
    ['Müller'.normalize('NFD'), 'A', ' muller mueller a '],
    ['Шевченко', 'Олена', ' шевченко олена '],
  ])('%s, %s', (lastName, firstName, text) => {
    expect(searchText({ lastName, firstName })).toBe(text);
  });
});

describe('typed search', () => {
  it.each([
    ['12.03.58', ['1958-03-12']],
    ['12.3.1958', ['1958-03-12']],
    ['1958-03-12', ['1958-03-12']],
    ['12031958', ['1958-03-12']],
    ['*12.03.58', ['1958-03-12']],
    ['01.01.19', ['2019-01-01', '1919-01-01']],
    ['31.02.1980', ['0000-00-00']],
    ['21.11.2026', ['0000-00-00']],
  ])('parses %s as a birth date', (typed, days) => {
    expect(parsePatientQuery(typed, TODAY)).toMatchObject({ days, words: [] });
  });

  it('parses names and date in any order', () => {
    expect(parsePatientQuery('Schmidt, Peter *12.03.58', TODAY)).toMatchObject({
      words: [['schmidt'], ['peter']],
      days: ['1958-03-12'],
    });
    expect(parsePatientQuery('12.03. Müller', TODAY)).toMatchObject({
      words: [['muller', 'mueller']],
      days: [],
      dayAndMonth: '-03-12',
    });
    expect(parsePatientQuery('1042', TODAY)).toMatchObject({ words: [['1042']], patid: '1042' });
    expect(parsePatientQuery(' %_ ', TODAY)).toMatchObject({ words: [], days: [] });
  });
});

describe('required confirmations', () => {
  it('[V4] a birth date less than six months ago', () => {
    expect(birthDoubts('2026-05-21', TODAY)).toEqual(['recent_birth']);
    expect(birthDoubts('2026-05-20', TODAY)).toEqual([]);
  });
  it('[V2] [V3] a merge names the differences; case and accents do not count', () => {
    const a = { firstName: 'Özlem', lastName: 'Müller', geburtsdatum: '1980-01-01' };
    expect(mergeDoubts(a, { ...a, lastName: 'MÜLLER' })).toEqual([]);
    expect(mergeDoubts(a, { ...a, firstName: 'Özge', geburtsdatum: '1980-01-02' })).toEqual([
      'name_differs',
      'birth_differs',
    ]);
  });
  it('[sec B35] removes invisible characters, rejects emoji as a name, keeps everything else', () => {
    expect(cleanName('Mül\u200bler\u202e\u0000 ')).toBe('Müller');
    expect(cleanName('<b>${x}</b> ')).toBe('<b>${x}</b>');
    expect([isName('O’Neil'), isName('李'), isName('123'), isName('Anna 🦷')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
