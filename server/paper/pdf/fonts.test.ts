/** Tests of font coverage: every language of the catalogue is printable, emoji are not. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { glyphsOf, rangesOf, unprintable } from '../../../shared/base/glyphs.ts';
import { printable } from './fonts.ts';

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
  ['Chinese', '齿'],
  ['Hebrew', 'ש'],
  ['a private letter', '\ue000'],
])('cannot print %s', (_what, one) =>
  expect(unprintable(`Zahn ${one} ${one}`, has)).toEqual([one]),
);
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
