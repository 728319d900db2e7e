/** The length of a day in ms is defined in one place and used by name. */
import { expect, test } from 'vitest';
import { readProject, type SourceFile } from './support/house/source.ts';

const HOME = 'shared/base/day-math.ts';
const PROGRAMS = /^(server|shared|kiosk|practice)\/.*\.tsx?$/;
const IN_DIGITS = /\b86_?400_?000\b|\b24 \* 60 \* 60 \* 1_?000\b|\b24 \* 3_?600_?000\b/;

/** Paths of programs that write the length of a day in digits. */
const inDigits = (files: readonly Pick<SourceFile, 'path' | 'text'>[]): string[] =>
  files
    .filter(
      ({ path, text }) =>
        PROGRAMS.test(path) &&
        !/\.(test|fixture)\.|[/.]testing\.ts$/.test(path) &&
        path !== HOME &&
        IN_DIGITS.test(text),
    )
    .map(({ path }) => path);

test('a day in ms is DAY_MS of shared/base/day-math.ts, never a literal', () => {
  expect(inDigits(readProject())).toEqual([]);
});

test('a file with the literal is named', () => {
  const planted = ['86_400_000', '86400000', '24 * 60 * 60 * 1000', '7 * 24 * 3_600_000'].map(
    (digits, at) => ({ path: `server/task/a${at}.ts`, text: `const KEEP_MS = ${digits};` }),
  );
  expect(inDigits(planted)).toHaveLength(planted.length);
  expect(
    inDigits([
      { path: 'server/task/a.test.ts', text: '86_400_000' },
      { path: HOME, text: '86_400_000' },
    ]),
  ).toEqual([]);
});
