/** Within a week every slow test and story runs once, and the others run on each day. */
import { expect, test } from 'vitest';
import { leftOut } from './turns.mjs';

test('each slow test and story runs on one day of a week', () => {
  const tests = ['a.long.test.ts', 'b.long.test.ts', 'c.long.test.tsx', 'd.long.test.ts'],
    stories = ['e', 'f', 'g', 'h', 'i', 'j', 'k'].map((name) => `${name}.long.spec.ts`),
    slow = [...tests, ...stories];
  const files = ['x.test.ts', 'y.spec.ts', ...slow].reverse();
  const ran = [0, 1, 2, 3, 4, 5, 6].flatMap((day) => {
    const out = leftOut(files, day * 86_400_000);
    expect(out).not.toContain('x.test.ts');
    expect(out).not.toContain('y.spec.ts');
    expect(out.filter((one) => one.endsWith('.spec.ts'))).toHaveLength(6);
    return slow.filter((one) => !out.includes(one));
  });
  expect(ran.sort()).toEqual(slow);
  expect(leftOut(files, 7 * 86_400_000)).toEqual(leftOut(files, 0));
});
