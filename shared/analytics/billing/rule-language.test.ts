// Tests of the language of billing rules: parsing, and errors with position and word.
import { describe, expect, test } from 'vitest';
import { LanguageError } from './rule-language.ts';
import { parseCondition, parseQuantity, parsePattern } from './parse-condition.ts';
import { parseTokenTree } from './parse-token-tree.ts';
import { parseToken, parseTeeth } from './rule-tokens.ts';

const failures = (readWords: () => unknown): [string, number, string] | null => {
  try {
    readWords();
    return null;
  } catch (error) {
    if (error instanceof LanguageError) return [error.grund, error.stelle, error.wort];
    throw error;
  }
};
describe('tokens', () => {
  test('schedule, number, window and scope', () => {
    expect(parseToken('B:13*~24M@Z')).toMatchObject({
      system: 'BEMA',
      muster: '13*',
      fenster: { art: 'MONATE', n: 24 },
      scope: 'Z',
    });
    expect(parseToken('B:98h/1')).toMatchObject({ muster: '98h/1', fenster: null, scope: '' });
    expect(parseToken('B:04~8Q')).toMatchObject({ fenster: { art: 'QUARTALE', n: 8 } });
    expect(parseToken('HKP:LAUFEND')).toMatchObject({ system: 'HKP' });
    expect(failures(() => parseToken('X:1'))).toEqual(['marke', 0, 'X:1']);
    expect(failures(() => parseToken('B:1~3W'))).toEqual(['fenster', 0, '3W']);
    expect(failures(() => parseToken('HKP:WEG'))).toEqual(['marke', 0, 'HKP:WEG']);
  });
  test('a scope after a bracket applies to everything in it', () => {
    expect(parseTokenTree('B:16&(B:13a|B:13b)@Z')).toMatchObject({
      art: 'und',
      parts: [
        { token: { scope: '' } },
        { art: 'oder', parts: [{ token: { scope: 'Z' } }, { token: { scope: 'Z' } }] },
      ],
    });
    expect(failures(() => parseTokenTree('B:16&'))).toEqual(['unvollstaendig', 5, '']);
    expect(failures(() => parseTokenTree('(B:16'))).toEqual(['unvollstaendig', 5, ')']);
    expect(failures(() => parseTokenTree('B:16 B:17'))).toEqual(['rest', 5, 'B:17']);
  });
});
describe('conditions', () => {
  test('parses and before or; not, lists, spans, tables by grade', () => {
    expect(parseCondition('par.aktiv=false and feiertag or sonntag')).toMatchObject({
      art: 'oder',
      parts: [{ art: 'und' }, { art: 'wahr' }],
    });
    expect(parseCondition('befund not in 1.4,6.*')).toMatchObject({
      art: 'in',
      isNegated: true,
      liste: [{ term: { wort: '1.4' } }, { term: { wort: '6.*' } }],
    });
    expect(parseCondition('letzteAIT in 3M..6M')).toMatchObject({
      liste: [{ art: 'spanne', von: { wert: { n: 3, einheit: 'M' } } }],
    });
    expect(parseCondition('abstand(B:UPTa)<{A:10M,B:5M,C:3M}[par.grad]')).toMatchObject({
      rechts: {
        art: 'tafel',
        schluessel: 'par.grad',
        entries: { B: { wert: { n: 5, einheit: 'M' } } },
      },
    });
    expect(parseCondition('upt.schritt in {B:[2,4],C:[2,3]}[par.grad]')).toMatchObject({
      grid: { entries: { C: [{ term: { wert: 2 } }, { term: { wert: 3 } }] } },
    });
    expect(parseCondition('  ')).toBeNull();
    expect(parseQuantity('count(B:32@Z,60D)-count(B:28@Z,60D)')).toMatchObject({
      art: 'rechnung',
      zeichen: '-',
      links: { chosenMarks: [{ scope: 'Z' }], fenster: { n: 60 } },
    });
  });
  test('errors contain position and word', () => {
    expect(failures(() => parseCondition('par.aktiv=false and mondphase=voll'))).toEqual([
      'merkmal',
      20,
      'mondphase',
    ]);
    expect(failures(() => parseCondition('zaehlt(B:01)>1'))).toEqual(['funktion', 0, 'zaehlt']);
    expect(failures(() => parseCondition('count()>1'))).toEqual(['funktion', 0, 'count']);
    expect(failures(() => parseCondition('count(B:01,12W)>1'))).toEqual(['zeichen', 11, '12']);
    expect(failures(() => parseCondition('doc~Laser'))).toEqual(['zeichen', 4, 'Laser']);
    expect(failures(() => parseCondition('zaehne>='))).toEqual(['unvollstaendig', 8, '']);
    expect(failures(() => parseCondition('zaehne>=1 ; 2'))).toEqual(['zeichen', 10, ';']);
    expect(failures(() => parseQuantity('zaehne zaehne'))).toEqual(['rest', 7, 'zaehne']);
  });
  test('parses teeth, single or as ranges of one quadrant; rejects others with their position', () => {
    expect(parseTeeth('34-36, 44')).toEqual([34, 35, 36, 44]);
    expect(
      ['34-44', '39', '36-34', '36;37', '', ',,', ', ,'].map(
        (word) => failures(() => parseTeeth(word))?.[0] ?? null,
      ),
    ).toEqual(Array.from({ length: 7 }, () => 'zeichen'));
    expect([failures(() => parseTeeth(',,')), failures(() => parseTeeth(', ,'))]).toEqual([
      ['zeichen', 0, ',,'],
      ['zeichen', 0, ', ,'],
    ]);
    expect(failures(() => parseTeeth('34-38,99'))).toEqual(['zeichen', 6, '99']);
  });
  test('rejects invalid patterns and those that could take forever', () => {
    expect(parsePattern('Kante.*(gegl|polier)').test('scharfe KANTE wurde geglättet')).toBe(true);
    for (const word of [
      '(a+)+$',
      '(a|aa)*b',
      'a.*b.*c.*d',
      String.raw`(a)\1`,
      '(?=a)',
      'a'.repeat(301),
      '[',
      '',
    ])
      expect(failures(() => parsePattern(word))?.[0], word).toBe('muster');
  });
});
