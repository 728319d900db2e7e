/**
 * `npm run forms:page`: writes docs/forms.md, which lists what the import of a form does with each
 * element and extension, from the conformance test.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './sources.mjs';

/** @param {string} program @param {readonly string[]} args @returns {number} its exit code */
const run = (program, ...args) =>
  spawnSync(process.execPath, [join(ROOT, 'node_modules', program), ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, MOLAR_WRITE_PAGE: '1' },
  }).status ?? 1;

const failed = run('vitest/vitest.mjs', 'run', 'tests/forms/conformance.long.test.ts');
process.exit(failed || run('oxfmt/bin/oxfmt', 'docs/forms.md'));
