// Stand-ins: what cannot be printed is replaced and named, everything else stays as it is.

import { describe, expect, it } from 'vitest';
import { noteOf, STAND_IN, withStandIns } from './stand-in.ts';

const latin = (one: string): boolean => one < '\u0250' || one === STAND_IN;
const of = (model: unknown, sequences: string[] = [], isLast = false): unknown =>
  JSON.parse(withStandIns(JSON.stringify(model), { hasGlyph: latin, sequences, isLast }));

describe('stand-ins', () => {
  it('one stands for each character, at any depth, and each code is named once', () => {
    expect(of({ name: '王芳', rows: [['王 Anna', 3, null, true]] })).toEqual({
      name: '\uFFFD\uFFFD',
      rows: [['\uFFFD Anna', 3, null, true]],
      unprinted: noteOf(['王', '芳']),
    });
    expect(noteOf(['王', '芳', '王'])).toContain('U+738B, U+82B3.');
  });
  it('a model with nothing to replace says nothing of it', () => {
    expect(of({ name: 'Groß' })).toEqual({ name: 'Groß', unprinted: '' });
  });
  it('a sequence that no font sets together goes, its letters elsewhere stay', () => {
    expect(of({ a: 'xy x' }, ['xy'])).toMatchObject({ a: '\uFFFD x' });
  });
  it('at last only plain letters are left', () => {
    expect(of({ a: 'Ā é\n' }, [], true)).toMatchObject({ a: '\uFFFD é\n' });
  });
  it('names no more than fits', () => {
    expect(noteOf(Array.from({ length: 200 }, (_, n) => String.fromCodePoint(0x4e00 + n)))).toMatch(
      /U\+4E17 und weitere\./,
    );
  });
});
