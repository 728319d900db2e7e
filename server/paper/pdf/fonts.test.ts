/** Tests of font coverage: living scripts are printable, emoji are not. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { glyphsOf, rangesOf, unprintable } from '../../../shared/base/glyphs.ts';
import { codePointsIn } from './cmap.ts';
import { printable, readScriptFont, scriptFontsOf } from './fonts.ts';

const has = glyphsOf(printable());

it.each([
  ['German and its neighbours', 'ÄÖÜäöüßẞ „“ – … § €'],
  ['Turkish, Polish, Romanian', 'ğĞıİşŞ ąęłńóśźż ăâîșț'],
  ['Ukrainian and Russian', 'їієґ ЫЪЭё'],
  ['Arabic and Persian', 'السلام پچژگ ۱۲۳ نمی\u200cدانم'],
  ['Spanish and French', '¿¡ñ «œ»'],
])('%s', (_what, text) => expect(unprintable(text, has)).toEqual([]));
it.each([
  ['a tooth', '🦷'],
  ['a rare Han character', '\u{20021}'],
  ['cuneiform', '\u{12000}'],
  ['a private letter', '\ue000'],
])('cannot print %s', (_what, one) =>
  expect(unprintable(`Zahn ${one} ${one}`, has)).toEqual([one]),
);
// UAX #31, table 5 (recommended scripts), and seven of table 7 (limited use).
const SCRIPTS =
  'Arabic Armenian Bengali Bopomofo Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Hangul Hebrew Hiragana Kannada Katakana Khmer Lao Latin Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan Adlam Cherokee Mongolian Nko Syriac Tifinagh Canadian_Aboriginal';
it.each(SCRIPTS.split(' '))('prints the letters of the script %s', (script) => {
  const isLetter = new RegExp(`^(?=\\p{Script=${script}})[\\p{L}\\p{M}]$`, 'u'),
    letters = [],
    missing = [];
  for (let point = 0; point < 0x1ffff; point++) {
    // Letters of names are in the blocks that Unicode 6 knew; presentation forms are composed.
    if (point >= 0xfb00 && point < 0x1e900) continue;
    const one = String.fromCodePoint(point);
    if (!isLetter.test(one)) continue;
    letters.push(one);
    if (!has(one)) missing.push(one);
  }
  expect(letters.length).toBeGreaterThan(20);
  expect(missing.length / letters.length, missing.slice(0, 40).join(' ')).toBeLessThan(0.35);
});
it('the index names every character that the packed fonts have, and no other', () => {
  for (const [text, family] of [
    ['שָׂרָה', 'Noto Sans Hebrew'],
    ['王小明', 'Noto Sans SC'],
    ['김민수', 'Noto Sans KR'],
    ['አበበ', 'Noto Sans Ethiopic'],
  ] as const) {
    const [font, ...others] = scriptFontsOf(`Anna ${text}`);
    expect([font?.family, others]).toEqual([family, []]);
    const points = codePointsIn(readScriptFont(font!));
    expect(unprintable(text, (one) => points.has(one.codePointAt(0) ?? 0))).toEqual([]);
  }
  expect(scriptFontsOf('Ayşe Yılmaz, Олена, علی, O’Connor')).toEqual([]);
});
it('every shipped text can be printed', () => {
  const folder = new URL('../../../catalog/forms/', import.meta.url);
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.json')))
    expect([name, unprintable(readFileSync(new URL(name, folder), 'utf8'), has)]).toEqual([
      name,
      [],
    ]);
});
it('reads runs of code points in any order', () => {
  expect(rangesOf([5, 3, 4, 9, 3])).toEqual([3, 5, 9, 9]);
  expect(
    [2, 3, 5, 6, 9].map((point) => glyphsOf([3, 5, 9, 9])(String.fromCodePoint(point))),
  ).toEqual([false, true, true, false, true]);
});
