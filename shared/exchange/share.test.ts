/** Tests of share links, and of comparing first names and codes. */
import { describe, expect, it } from 'vitest';
import {
  codeProblem,
  isSameFirstName,
  openingName,
  plainCode,
  printedCode,
  readShareAddress,
  sharePath,
  typedBirth,
} from './share.ts';

const share = {
  shareId: 'AbC_-0123456789abcdefG',
  key: 'k'.repeat(43),
  r4cUuid: '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b',
};

describe('links', () => {
  it('contain the share, its key and its practice, and round trip', () => {
    const [path = '', fragment = ''] = sharePath(share).split('#');
    expect(path).toBe('/ssf/AbC_-0123456789abcdefG');
    expect(readShareAddress(path, `#${fragment}`)).toEqual(share);
    expect(readShareAddress(`https://praxis.test${path}`, fragment)).toEqual(share);
  });

  it('are parsed without a part that a mail program cut off; anything else is rejected', () => {
    expect(readShareAddress(`/ssf/${share.shareId}`, '')).toEqual({ shareId: share.shareId });
    expect(readShareAddress(share.shareId, '')).toEqual({ shareId: share.shareId });
    expect(readShareAddress(`/ssf/${share.shareId}`, '#short.nonsense')).toEqual({
      shareId: share.shareId,
    });
    for (const path of [
      '/ssf',
      '/ssf/',
      '/ssf/short',
      `/ssf/${share.shareId}x`,
      `/go/${share.shareId}`,
      '/ssf/../../etc/passwd',
    ])
      expect([path, readShareAddress(path, '')]).toEqual([path, undefined]);
  });
});

describe('a practice in a link', () => {
  const path = `/ssf/${share.shareId}`;
  it('survives with every character of base64url in its number', () => {
    for (const r4cUuid of [
      'ffffffff-ffff-4fff-bfff-ffffffffffff',
      'fbefbefb-efbe-4bef-bbef-befbefbefbef',
    ]) {
      const [, fragment = ''] = sharePath({ ...share, r4cUuid }).split('#');
      expect(fragment.split('.')[1]).toMatch(/^[\w-]{22}$/);
      expect(readShareAddress(path, fragment)).toEqual({ ...share, r4cUuid });
    }
  });

  it('that is torn or no base64 is left out, and a key with a sign inside as well', () => {
    for (const practice of ['!', '%', 'x', 'A'.repeat(22)])
      expect(readShareAddress(path, `#${share.key}.${practice}`)).toStrictEqual(
        practice === 'A'.repeat(22)
          ? { ...share, r4cUuid: '00000000-0000-0000-0000-000000000000' }
          : { shareId: share.shareId, key: share.key },
      );
    expect(readShareAddress(path, `${'k'.repeat(20)}#${'k'.repeat(23)}`)).toStrictEqual({
      shareId: share.shareId,
    });
  });
});

describe('[V7] identity check', () => {
  it('[sec B34] case, spaces, hyphens and compatibility forms do not matter, the first given name suffices', () => {
    const rows: [typed: string, kept: string, isSame: boolean][] = [
      ['ANNA ', 'Anna', true],
      ['anna', 'Anna', true],
      ['Ju\u0308rgen', 'J\u00fcrgen', true],
      ['Ａｎｎａ', 'Anna', true],
      ['Anna\u200b', 'Anna', true],
      ['Anna-Lena', 'Anna Lena', true],
      ['Anna Lena', 'Anna‑Lena', true],
      ['Anna', 'Anna-Lena', true],
      ['Lena', 'Anna-Lena', false],
      ['Anna-Lena', 'Anna', false],
      ['Anna-Marie', 'Anna-Lena', false],
      ['Marie-Lena', 'Anna-Lena', false],
      ['a'.repeat(100), 'a'.repeat(100), true],
      ['İpek', 'i\u0307pek', true],
      ['Işıl', 'Işıl', true],
      ['Isil', 'Işıl', true],
      ['Ipek', 'İpek', true],
      ['Jose', 'José', true],
      ['Juergen', 'Jürgen', true],
      ['Jürgen', 'Juergen', true],
      ['GROẞ', 'Groß', true],
      ['Gross', 'Groß', true],
      ['Anne', 'Anna', false],
      ['', 'Anna', false],
      [' - ', 'Anna', false],
      ['', '', false],
      ['a'.repeat(101), 'a'.repeat(101), false],
    ];
    for (const [typed, kept, isSame] of rows)
      expect([typed, kept, isSameFirstName(typed, kept)]).toEqual([typed, kept, isSame]);
  });

  it('a person with one name is asked for that one', () => {
    expect(openingName({ firstName: '', lastName: 'Suharto' })).toBe('Suharto');
    expect(openingName({ firstName: 'Anna', lastName: 'Groß' })).toBe('Anna');
  });

  it('[sec B31] rejects birth dates that do not exist', () => {
    const today = '2026-11-20',
      of = (day: number, month: number, year: number) => typedBirth({ day, month, year }, today);
    expect(of(4, 3, 1941)).toBe('1941-03-04');
    expect(of(29, 2, 2020)).toBe('2020-02-29');
    expect(of(20, 11, 2026)).toBe(today);
    for (const [day, month, year] of [
      [31, 2, 1980],
      [29, 2, 2019],
      [1, 1, 1899],
      [21, 11, 2026],
      [4, 3, 41],
      [0, 1, 1980],
      [1, 13, 1980],
      [1.5, 1, 1980],
    ] as const)
      expect([day, month, year, of(day, month, year)]).toEqual([day, month, year, undefined]);
  });
});

describe('access codes', () => {
  it('are printed in two halves and accepted in any typed form', () => {
    expect(printedCode('ABCD2345')).toBe('ABCD-2345');
    for (const typed of ['ABCD-2345', ' abcd 2345 ', 'ＡＢＣＤ２３４５', 'abcd–2345'])
      expect(plainCode(typed)).toBe('ABCD2345');
  });

  it('[R4] rejects a chosen code that is short or easily guessed', () => {
    expect(['kastanie7', 'ABCD2345', 'q'.repeat(4) + 'wert'].map(codeProblem)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(codeProblem('abc-def')).toBe('short');
    expect(codeProblem('ab7'.repeat(22))).toBe('long');
    expect(codeProblem('kastanie'.repeat(7) + 'ab3d5f7h')).toBeUndefined();
    expect(codeProblem('x04031941')).toBeUndefined();
    expect(codeProblem('04031941x')).toBeUndefined();
    expect(codeProblem('kastxyxy')).toBeUndefined();
    expect(codeProblem('xyxykast')).toBeUndefined();
    for (const easy of [
      'aaaaaaaa',
      '12345678',
      '87654321',
      'abababab',
      'abcabcabc',
      'abcdabcd',
      '1234 1234',
      '04.03.1941',
      '19410304',
      '04031941',
    ])
      expect([easy, codeProblem(easy)]).toEqual([easy, 'easy']);
  });
});
