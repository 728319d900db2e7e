/** Reads the reports of vitest and Playwright into one count that never hides a failure. */
import { existsSync, readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number, note?: string }} Count */
/**
 * @typedef {{ status: string, assertionResults: { status: string }[] }} Suite vitest's report of
 * one file
 */

/** Counts a tool that only passes or fails. @param {number} code exit code @returns {Count} */
export const oneOf = (code) => (code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

/**
 * Counts tests that did not run at all: each of their files counts as failed.
 * @param {number} files number of test files
 * @param {string} why
 * @returns {Count}
 */
export const notRun = (files, why) => ({
  passed: 0,
  failed: Math.max(files, 1),
  note: `${files} test files did not run: ${why}`,
});

/**
 * Counts a vitest run; a file that did not run or load and a skipped test count as failed.
 * @param {string} file JSON report
 * @param {number} code exit code of vitest
 * @param {number} files how many test files should have run
 * @returns {Count}
 */
export function vitestCount(file, code, files) {
  if (!existsSync(file)) return notRun(files, 'vitest wrote no report');
  /**
   * @type {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests:
   * number, testResults: Suite[] }}
   */
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const broken = report.testResults.filter(
    (suite) =>
      suite.status === 'failed' && !suite.assertionResults.some((one) => one.status === 'failed'),
  ).length;
  const skipped = report.numPendingTests + report.numTodoTests;
  const missing = Math.max(files - report.testResults.length, 0);
  const failed = report.numFailedTests + broken + skipped + missing;
  return {
    passed: report.numPassedTests,
    // An error outside the tests, such as an unhandled rejection, fails vitest without failing a
    // test.
    failed: failed === 0 && code !== 0 ? 1 : failed,
    note: [
      missing && `${missing} test files did not run`,
      broken && `${broken} files did not load`,
      skipped && `${skipped} skipped`,
    ]
      .filter(Boolean)
      .join(', '),
  };
}

/**
 * Counts a Playwright run; a story that passed on retry or was skipped counts as failed.
 * @param {string} file JSON report
 * @param {number} code exit code of Playwright
 * @param {number} files number of story files
 * @returns {Count}
 */
export function playwrightCount(file, code, files) {
  if (!existsSync(file)) return notRun(files, 'Playwright wrote no report');
  /**
   * @type {{ stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>, errors:
   * unknown[] }}
   */
  const { stats, errors } = JSON.parse(readFileSync(file, 'utf8'));
  const failed = stats.unexpected + stats.flaky + stats.skipped + errors.length;
  return {
    passed: stats.expected,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    note: stats.skipped > 0 ? `${stats.skipped} skipped` : '',
  };
}
