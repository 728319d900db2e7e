/** On two days in a row every slow test runs once, and the others run on both. */
import { expect, test } from 'vitest';
import { leftOut } from './turns.mjs';

test('each slow test runs on one of two days', () => {
  const files = ['b.long.test.ts', 'a.test.ts', 'c.long.test.tsx', 'a.long.test.ts'];
  const [today, tomorrow] = [leftOut(files, 0), leftOut(files, 86_400_000)];
  expect([...today, ...tomorrow].sort()).toEqual([
    'a.long.test.ts',
    'b.long.test.ts',
    'c.long.test.tsx',
  ]);
  expect(today).toHaveLength(2);
  expect(leftOut(files, 2 * 86_400_000)).toEqual(today);
});
