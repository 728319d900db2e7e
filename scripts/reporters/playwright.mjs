/** Reporter of Playwright: progress in plain lines. */
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from '../sources.mjs';
import { Progress } from './progress.mjs';

/** @param {string} file */
const pathOf = (file) => relative(ROOT, file).replaceAll('\\', '/');

/** Passed to the tool by its path. */
export default class PlainReporter {
  /** Stories take long: the reporter writes one line for each file. */
  #progress = new Progress(undefined, (file) => file);
  /** Number of running or waiting tests by file. @type {Map<string, number>} */
  #left = new Map();
  /** Time of the tests that ended, in milliseconds, by file. @type {Map<string, number>} */
  #spent = new Map();

  /**
   * @param {import('@playwright/test/reporter').FullConfig} _config
   * @param {import('@playwright/test/reporter').Suite} suite
   */
  onBegin(_config, suite) {
    for (const { location } of suite.allTests()) {
      const file = pathOf(location.file);
      this.#left.set(file, (this.#left.get(file) ?? 0) + 1);
    }
    this.#progress.start([...this.#left.keys()]);
  }

  /**
   * @param {import('@playwright/test/reporter').TestCase} test
   * @param {import('@playwright/test/reporter').TestResult} result
   */
  onTestEnd(test, { status, error, duration }) {
    const file = pathOf(test.location.file);
    // Tests tagged `@long` belong to no daily run.
    const spent = (this.#spent.get(file) ?? 0) + (test.tags.includes('@long') ? 0 : duration);
    this.#spent.set(file, spent);
    this.#progress.ran(file);
    if (status !== 'passed' && status !== 'skipped') {
      const { file: at, line } = error?.location ?? test.location;
      this.#progress.failed(file, {
        name: test.title,
        place: `${pathOf(at)}:${line}`,
        message: stripVTControlCharacters(error?.message ?? status),
      });
    }
    const left = (this.#left.get(file) ?? 1) - 1;
    this.#left.set(file, left);
    if (left === 0) this.#progress.finished(file, spent);
  }

  /** @param {import('@playwright/test/reporter').TestError} error of no test */
  onError(error) {
    console.log(`  FAILED  ${stripVTControlCharacters(error.message ?? error.value ?? '')}`);
  }

  onEnd() {
    this.#progress.end();
  }
}
