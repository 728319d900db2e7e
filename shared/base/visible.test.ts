// Tests of invisible characters: removed from every name, kept where a script needs them.
import { describe, expect, it } from 'vitest';
import { cleanText } from '../desk/document.ts';
import { cleanName, isName, searchText } from '../desk/patient.ts';
import { visible } from './visible.ts';

const UNSEEN: readonly (readonly [string, string])[] = [
  ['soft hyphen', '\u00ad'],
  ['zero-width space', '\u200b'],
  ['byte order mark', '\ufeff'],
  ['word joiner', '\u2060'],
  ['left-to-right mark', '\u200e'],
  ['right-to-left mark', '\u200f'],
  ['Arabic letter mark', '\u061c'],
  ['override', '\u202e'],
  ['embedding', '\u202a'],
  ['isolate', '\u2067'],
  ['tag', '\u{e0041}'],
  ['variation selector', '\ufe0f'],
  ['ideographic variation', '\u{e0100}'],
  ['grapheme joiner', '\u034f'],
  ['Hangul filler', '\u3164'],
  ['blank of Braille', '\u2800'],
  ['private use', '\ue000'],
  ['half a character', '\ud83d'],
  ['noncharacter', '\uffff'],
  ['annotation', '\ufff9'],
  ['joiner', '\u200d'],
  ['non-joiner', '\u200c'],
];

describe('invisible characters', () => {
  it.each(UNSEEN)('removes from names and values: %s', (_name, one) => {
    for (const text of [
      `${one}Müller`,
      `Mül${one}ler`,
      `Müller${one}`,
      `Mu${one}\u0308ller`,
      `${one}${one}Müller`,
    ]) {
      expect([cleanName(text), cleanText(text)]).toEqual(['Müller', 'Müller']);
    }
    expect([cleanName(one), isName(cleanName(one))]).toEqual(['', false]);
  });

  it.each([
    ['Persian non-joiner within a word', 'علی\u200cرضا'],
    ['behind a vowel sign', 'علیَ\u200cرضا'],
    ['Devanagari joiner', 'क्\u200dष'],
    ['Devanagari non-joiner', 'क्\u200cष'],
    ['Malayalam chillu', 'ന്\u200d'],
    ['Sinhala', 'ක්\u200dෂ'],
  ])('keeps where the script needs it: %s', (_name, text) => {
    expect([cleanName(text), cleanText(text)]).toEqual([
      text.normalize('NFC'),
      text.normalize('NFC'),
    ]);
  });

  it('removes joiners that only hide: at an end, doubled, between Latin letters', () => {
    expect(visible('علی\u200c')).toBe('علی');
    expect(visible('علی\u200c\u200cرضا')).toBe('علی\u200cرضا');
    expect(visible('\u200cعلی')).toBe('علی');
  });

  it('names stay searchable', () => {
    const of = (lastName: string): string => searchText({ lastName, firstName: '' });
    expect(of('Mül\u00adler')).toBe(of('Müller'));
    expect(of('علی\u200cرضا')).toBe(of('علیرضا'));
    expect([of('STRAẞER'), of('Straßer'), of('STRASSER')]).toEqual([
      of('Strasser'),
      of('Strasser'),
      of('Strasser'),
    ]);
    // Accented letters are composed or decomposed: the same name.
    expect(cleanName('Mu\u0308ller')).toBe('Müller');
  });
});
