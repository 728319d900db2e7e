// Tests of the strict JSON parser: accepted and refused input.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from './json.ts';

const read = (text: string): unknown => parseJson(new TextEncoder().encode(text));

describe('strict JSON', () => {
  it('reads the same values as JSON.parse', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = JSON.stringify(value);
        let mine: unknown;
        try {
          mine = read(text);
        } catch {
          return;
        }
        expect(mine).toEqual(JSON.parse(text));
      }),
    );
    expect(read(' { "a" : [ 1 , -2.5e3 , true , null , "\\u00fc\\n" ] } ')).toEqual({
      a: [1, -2500, true, null, 'ü\n'],
    });
  });
  it.each([
    ['[sec B02] doubled key', '{"a":1,"a":2}'],
    ['[sec B03] __proto__', '{"__proto__":{"x":1}}'],
    ['[sec B03] constructor', '{"constructor":1}'],
    ['[sec B04] 30,000 levels', '['.repeat(30_000) + ']'.repeat(30_000)],
    ['[sec B09] 1e400', '{"a":1e400}'],
    ['[sec B09] minus zero', '{"a":-0}'],
    ['[sec B09] 2^53+1', '{"a":9007199254740993}'],
    ['[sec B08] lone surrogate', '{"a":"\\ud800"}'],
    ['[sec B08] NUL', '{"a":"\\u0000"}'],
    ['[sec B08] BOM', '\uFEFF{}'],
    ['two values', '{} {}'],
    ['trailing comma', '[1,]'],
    ['nothing', ''],
    ['bare word', 'nul'],
    ['leading zero', '01'],
    ['single quotes', "{'a':1}"],
    ['open string', '"abc'],
    ['control in string', '"a\nb"'],
  ])('refuses %s', (_name, text) => {
    expect(() => read(text)).toThrow('bad_request');
  });
  it('[sec B08] refuses invalid UTF-8', () => {
    expect(() => parseJson(Uint8Array.of(0x22, 0xff, 0xfe, 0x22))).toThrow('bad_request');
  });
  it('[sec B04] refuses ten thousand values', () => {
    expect(() => read(`[${'1,'.repeat(10_000)}1]`)).toThrow('bad_request');
  });
});
