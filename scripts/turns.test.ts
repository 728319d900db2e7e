/** Within four weeks every slow test and story runs once, and the others run on each day. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './sources.mjs';
import { isOnPostgres, isSlow, leftOut, SLOW_FILE } from './turns.mjs';

const DAYS = Array.from({ length: 28 }, (_, day) => day * 86_400_000);

test('each slow test and story runs on one day of twenty-eight', () => {
  const tests = ['a.long.test.ts', 'b.long.test.ts', 'c.long.test.tsx', 'd.long.test.ts'],
    stories = DAYS.map((_, at) => `s${at}.long.spec.ts`),
    slow = [...tests, ...stories];
  const files = ['x.test.ts', 'y.spec.ts', ...slow].reverse();
  const ran = DAYS.flatMap((day) => {
    const out = leftOut(files, day, {});
    expect(out).not.toContain('x.test.ts');
    expect(out).not.toContain('y.spec.ts');
    expect(out.filter((one) => one.endsWith('.spec.ts'))).toHaveLength(stories.length - 1);
    return slow.filter((one) => !out.includes(one));
  });
  expect(ran.toSorted()).toEqual(slow.toSorted());
  expect(leftOut(files, 28 * 86_400_000, {})).toEqual(leftOut(files, 0, {}));
});

test('the days take about as long, whatever the names of the files', () => {
  const seconds = Object.fromEntries(
    Array.from({ length: 120 }, (_, at) => [`${at}.long.test.ts`, (at * 37) % 60] as const),
  );
  const slow = Object.keys(seconds);
  const times = DAYS.map((day) => {
    const out = new Set(leftOut(slow, day, seconds));
    return slow.reduce((sum, file) => sum + (out.has(file) ? 0 : (seconds[file] ?? 0)), 0);
  });
  expect(Math.max(...times) - Math.min(...times)).toBeLessThan(10);
});

test('a recorded time belongs to a slow file that exists', () => {
  const recorded: Record<string, number> = JSON.parse(readFileSync(SLOW_FILE, 'utf8'));
  const wrong = Object.keys(recorded).filter(
    (file) => !isSlow(file) || !existsSync(join(ROOT, file)),
  );
  expect(wrong).toEqual([]);
});

test('a test of both databases runs on PostgreSQL on every fifth day', () => {
  const files = Array.from({ length: 90 }, (_, at) => `server/${at}.test.ts`);
  for (const file of files)
    expect(
      [20_000, 20_001, 20_002, 20_003, 20_004].filter((day) => isOnPostgres(file, day)),
    ).toHaveLength(1);
  const daily = files.filter((file) => isOnPostgres(file, 20_000)).length;
  expect(daily).toBeGreaterThan(8);
  expect(daily).toBeLessThan(30);
});
