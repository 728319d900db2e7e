/** Tests of character set detection by bytes; a guess is marked as such. */
import { expect, it } from 'vitest';
import { decodeText, isMixUp } from './charset.ts';
import { encodeText, type Charset } from './gdt-bytes.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const withMark = (text: string): Uint8Array => Uint8Array.from([0xef, 0xbb, 0xbf, ...utf8(text)]);
const NAMES = ['Müller', 'Weiß', 'Änne Žižka', 'Krähenbühl-Öztürk', 'Ångström', 'Łukasz'];

it.each(NAMES)('reads %s in UTF-8, with and without a BOM, whatever set is declared', (name) => {
  for (const bytes of [utf8(name), withMark(name)]) {
    for (const declared of [undefined, 'latin1', 'latin9', 'cp437', '7bit', 'utf8'] as const) {
      expect(decodeText(bytes, declared)).toMatchObject({
        text: name,
        charset: 'utf8',
        isSure: true,
      });
    }
  }
});

it.each([
  ['Müller', 'latin1'],
  ['Müller', 'cp437'],
  ['Žižka', 'latin9'],
  ['Weiß', 'cp437'],
] as const)('trusts a declared set: %s in %s', (name, charset: Charset) => {
  expect(decodeText(encodeText(name, charset), charset)).toMatchObject({
    text: name,
    isSure: true,
  });
});

it('reads UTF-16 of both byte orders', () => {
  const little = Uint8Array.from([
    0xff,
    0xfe,
    ...[...'Müller'].flatMap((c) => [c.charCodeAt(0), 0]),
  ]);
  const big = Uint8Array.from([0xfe, 0xff, ...[...'Müller'].flatMap((c) => [0, c.charCodeAt(0)])]);
  expect([little, big].map((bytes) => decodeText(bytes).text)).toEqual(['Müller', 'Müller']);
});

it('rejects a declared set that yields no words, and invalid UTF-8', () => {
  expect(decodeText(encodeText('Müller', 'latin1'), 'cp437').isSure).toBe(false);
  expect(decodeText(encodeText('Müller', 'latin1'), 'utf8')).toMatchObject({
    text: 'Müller',
    isSure: false,
  });
});

it('recognizes one name decoded in two sets', () => {
  expect(isMixUp('Müller', 'MÃ¼ller')).toBe(true);
  expect(isMixUp('Müller', 'Mueller')).toBe(false);
  expect(isMixUp('Müller', 'Möller')).toBe(false);
});
