/** Reporter of Vitest: progress in plain lines. */
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from '../sources.mjs';
import { Progress } from './progress.mjs';

/** @param {string} moduleId */
const pathOf = (moduleId) => relative(ROOT, moduleId).replaceAll('\\', '/');

/**
 * The innermost line of the test's own file, else of any file.
 * @param {import('vitest').TestError | undefined} error
 * @param {string} file
 */
function placeOf(error, file) {
  const stacks = error?.stacks ?? [];
  const own = stacks.find((one) => pathOf(one.file) === file) ?? stacks[0];
  return own ? `${pathOf(own.file)}:${own.line}` : file;
}

/** Passed to the tool by its path. */
export default class PlainReporter {
  #progress = new Progress();

  /** @param {readonly import('vitest/node').TestSpecification[]} files */
  onTestRunStart(files) {
    this.#progress.start(files.map(({ moduleId }) => pathOf(moduleId)));
  }

  /** @param {import('vitest/node').TestCase} test */
  onTestCaseResult(test) {
    const file = pathOf(test.module.moduleId);
    const { state, errors } = test.result();
    this.#progress.ran(file);
    if (state === 'failed') this.#tell(file, test.fullName, errors);
  }

  /** @param {import('vitest/node').TestModule} module */
  onTestModuleEnd(module) {
    const file = pathOf(module.moduleId);
    if (module.errors().length > 0) this.#tell(file, 'the file does not load', module.errors());
    for (const suite of module.children.allSuites())
      if (suite.errors().length > 0) this.#tell(file, suite.fullName, suite.errors());
    this.#progress.finished(file, module.diagnostic().duration);
  }

  /**
   * @param {readonly import('vitest/node').TestModule[]} _modules
   * @param {readonly import('vitest').SerializedError[]} errors of no test, such as an unhandled
   * rejection
   */
  onTestRunEnd(_modules, errors) {
    for (const error of errors)
      console.log(`  FAILED  beside the tests: ${error.stack ?? error.message}`);
    this.#progress.end();
  }

  /**
   * @param {string} file
   * @param {string} name
   * @param {readonly import('vitest').TestError[] | undefined} errors
   */
  #tell(file, name, errors) {
    const [error] = errors ?? [];
    const message = [error?.message ?? 'no message', error?.diff ?? ''].join('\n').trim();
    this.#progress.failed(file, {
      name,
      place: placeOf(error, file),
      message: stripVTControlCharacters(message),
    });
  }
}
