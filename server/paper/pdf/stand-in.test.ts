// Tests of stand-ins: unprintable characters are replaced and named, everything else stays
// unchanged.

import { describe, expect, it } from 'vitest';
import { noteOf, STAND_IN, withStandIns } from './stand-in.ts';

const latin = (one: string): boolean => one < '\u0250' || one === STAND_IN;
const of = (model: unknown, sequences: string[] = [], isLast = false): unknown =>
  JSON.parse(withStandIns(JSON.stringify(model), { hasGlyph: latin, sequences, isLast }));

describe('stand-ins', () => {
  it('replaces each character at any depth, and names each code once', () => {
    expect(of({ name: '王芳', rows: [['王 Anna', 3, null, true]] })).toEqual({
      name: '\uFFFD\uFFFD',
      rows: [['\uFFFD Anna', 3, null, true]],
      unprinted: noteOf(['王', '芳']),
    });
    expect(noteOf(['王', '芳', '王'])).toContain('U+738B, U+82B3.');
  });
  it('a model with nothing to replace contains no notice', () => {
    expect(of({ name: 'Groß' })).toEqual({ name: 'Groß', unprinted: '' });
  });
  it('replaces a sequence that no font can combine; its letters elsewhere stay', () => {
    expect(of({ a: 'xy x' }, ['xy'])).toMatchObject({ a: '\uFFFD x' });
  });
  it('the last resort leaves plain letters only', () => {
    expect(of({ a: 'Ā é\n' }, [], true)).toMatchObject({ a: '\uFFFD é\n' });
  });
  it('limits the number of named codes', () => {
    expect(noteOf(Array.from({ length: 200 }, (_, n) => String.fromCodePoint(0x4e00 + n)))).toMatch(
      /U\+4E17 und weitere\./,
    );
  });
});
