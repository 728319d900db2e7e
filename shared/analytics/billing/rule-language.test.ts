// The language of billing rules: what it reads, and errors that name place and word.
import { describe, expect, test } from 'vitest';
import {
  liesBedingung,
  liesMarke,
  liesMarkenbaum,
  liesMenge,
  liesMuster,
  liesZaehne,
  Sprachfehler,
} from './rule-language.ts';

const fehler = (lies: () => unknown): [string, number, string] | null => {
  try {
    lies();
    return null;
  } catch (error) {
    if (error instanceof Sprachfehler) return [error.grund, error.stelle, error.wort];
    throw error;
  }
};
describe('tokens', () => {
  test('schedule, number, window and scope', () => {
    expect(liesMarke('B:13*~24M@Z')).toMatchObject({
      system: 'BEMA',
      muster: '13*',
      fenster: { art: 'MONATE', n: 24 },
      bezug: 'Z',
    });
    expect(liesMarke('B:98h/1')).toMatchObject({ muster: '98h/1', fenster: null, bezug: '' });
    expect(liesMarke('B:04~8Q')).toMatchObject({ fenster: { art: 'QUARTALE', n: 8 } });
    expect(liesMarke('HKP:LAUFEND')).toMatchObject({ system: 'HKP' });
    expect(fehler(() => liesMarke('X:1'))).toEqual(['marke', 0, 'X:1']);
    expect(fehler(() => liesMarke('B:1~3W'))).toEqual(['fenster', 0, '3W']);
    expect(fehler(() => liesMarke('HKP:WEG'))).toEqual(['marke', 0, 'HKP:WEG']);
  });
  test('a scope after a bracket holds for all within', () => {
    expect(liesMarkenbaum('B:16&(B:13a|B:13b)@Z')).toMatchObject({
      art: 'und',
      teile: [
        { marke: { bezug: '' } },
        { art: 'oder', teile: [{ marke: { bezug: 'Z' } }, { marke: { bezug: 'Z' } }] },
      ],
    });
    expect(fehler(() => liesMarkenbaum('B:16&'))).toEqual(['unvollstaendig', 5, '']);
    expect(fehler(() => liesMarkenbaum('(B:16'))).toEqual(['unvollstaendig', 5, ')']);
    expect(fehler(() => liesMarkenbaum('B:16 B:17'))).toEqual(['rest', 5, 'B:17']);
  });
});
describe('conditions', () => {
  test('and binds before or; not, lists, spans, tables by grade', () => {
    expect(liesBedingung('par.aktiv=false and feiertag or sonntag')).toMatchObject({
      art: 'oder',
      teile: [{ art: 'und' }, { art: 'wahr' }],
    });
    expect(liesBedingung('befund not in 1.4,6.*')).toMatchObject({
      art: 'in',
      verneint: true,
      liste: [{ term: { wort: '1.4' } }, { term: { wort: '6.*' } }],
    });
    expect(liesBedingung('letzteAIT in 3M..6M')).toMatchObject({
      liste: [{ art: 'spanne', von: { wert: { n: 3, einheit: 'M' } } }],
    });
    expect(liesBedingung('abstand(B:UPTa)<{A:10M,B:5M,C:3M}[par.grad]')).toMatchObject({
      rechts: {
        art: 'tafel',
        schluessel: 'par.grad',
        eintraege: { B: { wert: { n: 5, einheit: 'M' } } },
      },
    });
    expect(liesBedingung('upt.schritt in {B:[2,4],C:[2,3]}[par.grad]')).toMatchObject({
      tafel: { eintraege: { C: [{ term: { wert: 2 } }, { term: { wert: 3 } }] } },
    });
    expect(liesBedingung('  ')).toBeNull();
    expect(liesMenge('count(B:32@Z,60D)-count(B:28@Z,60D)')).toMatchObject({
      art: 'rechnung',
      zeichen: '-',
      links: { marken: [{ bezug: 'Z' }], fenster: { n: 60 } },
    });
  });
  test('errors name place and word', () => {
    expect(fehler(() => liesBedingung('par.aktiv=false and mondphase=voll'))).toEqual([
      'merkmal',
      20,
      'mondphase',
    ]);
    expect(fehler(() => liesBedingung('zaehlt(B:01)>1'))).toEqual(['funktion', 0, 'zaehlt']);
    expect(fehler(() => liesBedingung('count()>1'))).toEqual(['funktion', 0, 'count']);
    expect(fehler(() => liesBedingung('count(B:01,12W)>1'))).toEqual(['zeichen', 11, '12']);
    expect(fehler(() => liesBedingung('doc~Laser'))).toEqual(['zeichen', 4, 'Laser']);
    expect(fehler(() => liesBedingung('zaehne>='))).toEqual(['unvollstaendig', 8, '']);
    expect(fehler(() => liesBedingung('zaehne>=1 ; 2'))).toEqual(['zeichen', 10, ';']);
    expect(fehler(() => liesMenge('zaehne zaehne'))).toEqual(['rest', 7, 'zaehne']);
  });
  test('teeth: single ones and ranges of one quadrant; what names none is refused with its place', () => {
    expect(liesZaehne('34-36, 44')).toEqual([34, 35, 36, 44]);
    expect(
      ['34-44', '39', '36-34', '36;37', '', ',,', ', ,'].map(
        (wort) => fehler(() => liesZaehne(wort))?.[0] ?? null,
      ),
    ).toEqual(Array.from({ length: 7 }, () => 'zeichen'));
    expect([fehler(() => liesZaehne(',,')), fehler(() => liesZaehne(', ,'))]).toEqual([
      ['zeichen', 0, ',,'],
      ['zeichen', 0, ', ,'],
    ]);
    expect(fehler(() => liesZaehne('34-38,99'))).toEqual(['zeichen', 6, '99']);
  });
  test('patterns that could take forever, or are none, are refused', () => {
    expect(liesMuster('Kante.*(gegl|polier)').test('scharfe KANTE wurde geglättet')).toBe(true);
    for (const wort of [
      '(a+)+$',
      '(a|aa)*b',
      'a.*b.*c.*d',
      String.raw`(a)\1`,
      '(?=a)',
      'a'.repeat(301),
      '[',
      '',
    ])
      expect(fehler(() => liesMuster(wort))?.[0], wort).toBe('muster');
  });
});
