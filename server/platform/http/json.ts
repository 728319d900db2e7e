// Strict JSON: input that JSON.parse would silently accept (duplicate keys, huge numbers, lone
// surrogates, thousands of levels) is refused before use.

import { AppError } from '../../../shared/base/errors.ts';

const MAX_DEPTH = 32;
const MAX_NODES = 10_000;
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);
/** A string without escapes, control characters and surrogates. */
const PLAIN = /"[^"\\\u0000-\u001f\ud800-\udfff]*"/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORDS: Readonly<Record<string, readonly [string, boolean | null]>> = {
  t: ['true', true],
  f: ['false', false],
  n: ['null', null],
};
const SPACE = 0x20;
const fail = (why: string): never => {
  throw new AppError('bad_request', { fields: { body: why } });
};

/**
 * Parses a request body. Refuses with 400 `bad_request`: invalid UTF-8, BOM, NUL, lone surrogates,
 * duplicate keys, `__proto__`-like keys, numbers that JavaScript cannot represent (1e400, 2^53+1,
 * -0), more than 32 levels or 10 000 values.
 */
export function parseJson(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return fail('not UTF-8');
  }
  if (text.startsWith('\uFEFF')) return fail('byte order mark');
  return new Reader(text).document();
}

/**
 * Recursive descent; the grammar is small, and no library that also reports duplicate keys and
 * depth was found.
 */
class Reader {
  private at = 0;
  private nodes = 0;
  private readonly text: string;
  constructor(text: string) {
    this.text = text;
  }

  document(): unknown {
    const value = this.value(0);
    this.space();
    if (this.at < this.text.length) fail('more than one value');
    return value;
  }

  private space(): void {
    while (this.text.charCodeAt(this.at) <= SPACE && ' \t\n\r'.includes(this.text[this.at]!))
      this.at++;
  }

  private value(depth: number): unknown {
    if (depth > MAX_DEPTH) fail('nested too deeply');
    if (++this.nodes > MAX_NODES) fail('too many values');
    this.space();
    const c = this.text[this.at];
    if (c === '{') return this.object(depth);
    if (c === '[') return this.array(depth);
    if (c === '"') return this.string();
    const word = c === 't' || c === 'f' || c === 'n' ? WORDS[c] : undefined;
    if (word && this.text.startsWith(word[0], this.at)) {
      this.at += word[0].length;
      return word[1];
    }
    return this.number();
  }

  private object(depth: number): Record<string, unknown> {
    const out: Record<string, unknown> = {};
    this.at++;
    this.space();
    if (this.text[this.at] === '}') {
      this.at++;
      return out;
    }
    for (;;) {
      this.space();
      if (this.text[this.at] !== '"') fail('key expected');
      const key = this.string();
      if (FORBIDDEN_KEYS.has(key)) fail('forbidden key');
      if (Object.hasOwn(out, key)) fail('doubled key');
      this.space();
      if (this.text[this.at++] !== ':') fail('colon expected');
      out[key] = this.value(depth + 1);
      this.space();
      const c = this.text[this.at++];
      if (c === '}') return out;
      if (c !== ',') fail('comma expected');
    }
  }

  private array(depth: number): unknown[] {
    const out: unknown[] = [];
    this.at++;
    this.space();
    if (this.text[this.at] === ']') {
      this.at++;
      return out;
    }
    for (;;) {
      out.push(this.value(depth + 1));
      this.space();
      const c = this.text[this.at++];
      if (c === ']') return out;
      if (c !== ',') fail('comma expected');
    }
  }

  private string(): string {
    // Fast path: nearly every string needs no further check.
    PLAIN.lastIndex = this.at;
    const start = this.at++;
    if (PLAIN.test(this.text)) {
      this.at = PLAIN.lastIndex;
      return this.text.slice(start + 1, this.at - 1);
    }
    for (;;) {
      const c = this.text[this.at];
      if (c === undefined) fail('string without an end');
      if (c === '"') break;
      this.at += c === '\\' ? 2 : 1;
    }
    this.at++;
    let value = '';
    try {
      value = JSON.parse(this.text.slice(start, this.at)) as string;
    } catch {
      fail('bad string');
    }
    if (value.includes('\u0000')) fail('NUL');
    for (const char of value) {
      const code = char.codePointAt(0)!;
      if (code >= 0xd800 && code <= 0xdfff) fail('lone surrogate');
    }
    return value;
  }

  private number(): number {
    NUMBER.lastIndex = this.at;
    if (!NUMBER.test(this.text)) return fail('value expected');
    const n = Number(this.text.slice(this.at, NUMBER.lastIndex));
    this.at = NUMBER.lastIndex;
    if (
      !Number.isFinite(n) ||
      Object.is(n, -0) ||
      (Number.isInteger(n) && !Number.isSafeInteger(n))
    )
      fail('number out of range');
    return n;
  }
}
