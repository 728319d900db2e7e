/** Tests that the final count of a run hides no failure. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { notRun, playwrightCount, vitestCount } from './counts.mjs';

const folder = mkdtempSync(join(tmpdir(), 'molar-counts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const written = (report: unknown): string => {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(report));
  return file;
};
const vitest = (more: object): string =>
  written({
    numPassedTests: 3,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [],
    ...more,
  });
const stories = (more: object, errors: unknown[] = []): string =>
  written({ stats: { expected: 2, unexpected: 0, flaky: 0, skipped: 0, ...more }, errors });

test('a run where everything passed has no failures', () => {
  expect(vitestCount(vitest({}), 0, 0)).toMatchObject({ passed: 3, failed: 0 });
  expect(playwrightCount(stories({}), 0, 0)).toMatchObject({ passed: 2, failed: 0 });
});

test('skipped tests, unloadable files, retries, errors outside tests and missing reports count as failed', () => {
  expect(vitestCount(vitest({ numPendingTests: 1, numTodoTests: 1 }), 0, 0).failed).toBe(2);
  expect(
    vitestCount(vitest({ testResults: [{ status: 'failed', assertionResults: [] }] }), 1, 0).failed,
  ).toBe(1);
  expect(
    vitestCount(
      vitest({
        numFailedTests: 1,
        testResults: [{ status: 'failed', assertionResults: [{ status: 'failed' }] }],
      }),
      1,
      0,
    ).failed,
  ).toBe(1);
  expect(vitestCount(vitest({}), 1, 0).failed).toBe(1);
  expect(vitestCount(join(folder, 'none.json'), 0, 0).failed).toBe(1);
  expect(playwrightCount(stories({ flaky: 1, skipped: 1 }), 0, 0).failed).toBe(2);
  expect(playwrightCount(stories({}, [{ message: 'a spec did not load' }]), 1, 0).failed).toBe(1);
  expect(playwrightCount(stories({}), 1, 0).failed).toBe(1);
  expect(playwrightCount(join(folder, 'none.json'), 0, 0).failed).toBe(1);
});

test('each file that did not run counts as failed', () => {
  const ran = { status: 'passed', assertionResults: [{ status: 'passed' }] };
  expect(vitestCount(vitest({ testResults: [ran, ran] }), 0, 5)).toMatchObject({
    passed: 3,
    failed: 3,
  });
  expect(vitestCount(join(folder, 'none.json'), 7, 377)).toMatchObject({ passed: 0, failed: 377 });
  expect(playwrightCount(join(folder, 'none.json'), 1, 39)).toMatchObject({
    passed: 0,
    failed: 39,
  });
  expect(notRun(416, 'a tool is missing').note).toBe(
    '416 test files did not run: a tool is missing',
  );
});
