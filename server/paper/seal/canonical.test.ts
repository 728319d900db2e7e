// Tests of canonical JSON: one text for one value, and an error for what is no JSON.
import { expect, it } from 'vitest';
import { canonicalDocument, canonicalJson, sha256 } from './canonical.ts';

it('sorts keys by UTF-16 units at each depth, and keeps the order of lists (RFC 8785)', () => {
  expect(
    canonicalJson({ b: [2, 1], a: { z: null, Z: true }, '\u20ac': 1, '\ud83d\ude00': 2 }),
  ).toBe('{"a":{"Z":true,"z":null},"b":[2,1],"\u20ac":1,"\ud83d\ude00":2}');
  expect(canonicalJson([1e21, 0.1, -0, 333333333.3333333])).toBe('[1e+21,0.1,0,333333333.3333333]');
});

it('refuses a value that is no JSON', () => {
  for (const value of [undefined, () => 1, Symbol('x')])
    expect(() => canonicalJson(value)).toThrow('not a JSON value');
  for (const value of [Number.NaN, { a: Number.POSITIVE_INFINITY }])
    expect(() => canonicalJson(value)).toThrow();
});

it('hashes bytes and text alike, in lower-case hex', () => {
  const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  expect(sha256('')).toBe(empty);
  expect(sha256(new Uint8Array(0))).toBe(empty);
  expect(sha256('ä')).toBe(sha256(new TextEncoder().encode('ä')));
});

it('a document is hashed as its canonical text, whatever the order of its keys', () => {
  const one = canonicalDocument({ b: 1, a: 2 });
  expect(one).toEqual({ text: '{"a":2,"b":1}', sha256: sha256('{"a":2,"b":1}') });
  expect(canonicalDocument({ a: 2, b: 1 })).toEqual(one);
});
