/** Whatever comes in as a questionnaire: the import answers with findings and throws nothing, and what it lets in can be filled. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { everyFinding } from './everything.ts';
import { randomForm } from './random-forms.ts';

const NASTY: readonly unknown[] = [null, undefined, 0, -1, 1e308, NaN, true, '', ' ', 'constructor', '__proto__', [], {}, [null], [[]], { item: [] }, 'x'.repeat(500), ['a'], { url: 'constructor' }, [{ url: '__proto__' }], { system: 1, code: {} }];

/** One part of a JSON value replaced, at a place that a number chooses. */
function twist(value: unknown, path: readonly number[], what: unknown): unknown {
  const [at, ...rest] = path;
  if (at === undefined || typeof value !== 'object' || value === null) return what;
  if (Array.isArray(value)) return value.length === 0 ? [what] : value.map((one: unknown, index) => (index === at % value.length ? twist(one, rest, what) : one));
  const keys = Object.keys(value), name = keys[at % Math.max(1, keys.length)];
  return name === undefined ? { x: what } : { ...value, [name]: twist((value as Record<string, unknown>)[name], rest, what) };
}

test('anything at all', () => {
  fc.assert(fc.property(fc.anything(), (value) => { expect(() => everyFinding(value)).not.toThrow(); }), { numRuns: 2_000 });
});
test('a form with a few parts twisted', () => {
  fc.assert(fc.property(randomForm(8), fc.array(fc.tuple(fc.array(fc.nat(30), { minLength: 1, maxLength: 7 }), fc.nat(NASTY.length - 1)), { minLength: 1, maxLength: 3 }), (questionnaire, twists) => {
    const twisted = twists.reduce<unknown>((value, [path, n]) => twist(value, path, NASTY[n]), questionnaire);
    expect(() => everyFinding(twisted)).not.toThrow();
  }), { numRuns: 3_000 });
});
